import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Hostile queries")
struct HostileQueryTests {
  static let families = [
    "(", ")", "()", "(a", "a)", "a ", "a", "\"", "\"\"", "\"a", "\\", "\\\"", "*", "**", "a*",
    "a**b",
    "?", "~", "~1", "a~1", ")~1", ")~", "^", "^1", "a^1", "^1.", "^1e", "1e", ")^2", "-", "- ",
    "-a ",
    "+a ", "!", "!a ", "& ", "&", "a&", "|", "a|", "AND ", "a AND ", "OR ", "NOT ", "a NOT ",
    "NEAR/",
    "NEAR/1 ", ":", "a:", "a: ", "title:", "title:(", "title:a ", "title:=", "title:<",
    "title:a..b ", "title: a", "title: ", "title: a ",
    "..", "=", "{", "]", "é", "“", "«", "«a»", "\u{3000}", "\u{0}", "\u{301}", "(a OR ", "-(",
    "-(a ",
    "title:(a OR (",
    "(.*a){30}", "?*", "*a*", "👩‍💻 ", "*?", "a?", "a?b*", "*a*b ", "a*~", "a\\ ", "-*a ", "-**",
    "title:*a ", "title:**", "{a* ", "{a* b} ", "{\"a* ", "^title:", "\"a* b\" ", "*\\ a?*b ",
    "a*b{",
  ]

  @Test("cutting a text into tokens is linear in it", arguments: families)
  func linear(family: String) {
    func steps(_ count: Int) -> Int {
      let text = String(repeating: family, count: count / family.unicodeScalars.count)
      var lexer = QueryLexer(Array(text.unicodeScalars)) { $0 == "title" ? [$0] : [] }
      var end = 0
      while let token = lexer.next() {
        // A problem may be told before its token is read; beyond that, every token moves on.
        #expect(token.range.upperBound >= end)
        end = token.range.upperBound
      }
      return lexer.steps
    }
    let few = steps(2_000)
    let many = steps(4_000)
    // After a space, what follows a field is read once more.
    #expect(few <= (family.hasPrefix("title: ") ? 10_000 : 8_000))
    #expect(many <= 2 * few + few / 10 + 100)
  }

  @Test("both parsers answer at any length", arguments: families)
  func answers(family: String) {
    for count in [1, 2, 33, 65, 257, 2_000, 100_000] {
      let text = String(repeating: family, count: count)
      let combine: WordCombination = count % 2 == 0 ? .any : .allThenAny
      let result = LenientParserTests.parse(text, combine, unfinished: true)
      #expect(result.query.nodes.depth <= 200)
      _ = try? Query(parsing: text, fields: StrictParserTests.fields, combine: combine)
    }
  }

  @Test("100,000 clauses within clauses are an error or a cut, not a crash")
  func manyClauses() {
    let text = String(repeating: "a AND (b OR ", count: 100_000)
    #expect(throws: QueryError.self) { try Query(parsing: text) }
    #expect(LenientParserTests.parse(text).diagnostics.contains { $0.kind == .wordsCut })
  }

  @Test("25,000 levels are built, compared, printed and freed on a stack of 256 KiB")
  func smallStack() throws {
    let depth = try SmallStack.run(kibibytes: 256) {
      var query: Query = .word("a")
      for level in 0..<25_000 {
        switch level % 5 {
        case 0: query = !(consume query)
        case 1: query = (consume query).preferring(.word("b"))
        case 2: query = (consume query) && .prefix("c")
        case 3: query = (consume query).boosted(by: 2)
        default: query = (consume query) || .user("d e")
        }
      }
      let copy = query.interpreted(with: testFields).query
      let again = copy.interpreted(with: testFields).query
      #expect(copy == again && copy.hashValue == again.hashValue && !copy.description.isEmpty)
      return copy.nodes.depth
    }
    #expect(depth > 25_000)
  }
}
