import Foundation
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
    "title:a..b ",
    "..", "=", "{", "]", "é", "“", "\u{3000}", "\u{0}", "\u{301}", "(a OR ", "-(", "-(a ",
    "title:(a OR (",
    "(.*a){30}", "?*", "*a*", "👩‍💻 ",
  ]

  @Test("cutting a text into tokens is linear in it", arguments: families)
  func linear(family: String) {
    func steps(_ count: Int) -> Int {
      let text = String(repeating: family, count: count / family.unicodeScalars.count)
      var lexer = QueryLexer(Array(text.unicodeScalars)) { $0 == "title" }
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
    #expect(few <= 8_000)
    #expect(many <= 2 * few + few / 10 + 100)
  }

  @Test("both parsers answer at any length", arguments: families)
  func answers(family: String) {
    for count in [1, 2, 33, 65, 257, 2_000, 100_000] {
      let text = String(repeating: family, count: count)
      let combine: WordCombination = count % 2 == 0 ? .any : .allThenAny
      let result = LenientParserTests.parse(text, combine, unfinished: true)
      #expect(result.query.depth <= 200)
      _ = try? Query(parsing: text, fields: StrictParserTests.fields, combine: combine)
    }
  }

  @Test("100,000 clauses within clauses are an error or a cut, not a crash")
  func manyClauses() {
    let text = String(repeating: "a AND (b OR ", count: 100_000)
    #expect(throws: QueryError.self) { try Query(parsing: text) }
    #expect(LenientParserTests.parse(text).diagnostics.contains { $0.kind == .wordsCut })
  }

  @Test("deep trees need no stack")
  func smallStack() {
    let isDone = DispatchSemaphore(value: 0)
    let depths = Lock<[Int]>([])
    let thread = Thread {
      var query: Query = .word("a")
      for level in 0..<100_000 {
        query = level % 2 == 0 ? !(consume query) : (consume query).preferring(.word("b"))
      }
      let copy = query.interpreted(with: testFields).query
      let isSame = copy == query && copy.hashValue == query.hashValue
      depths.withLock { $0 = [copy.depth, copy.description.isEmpty || !isSame ? 0 : 1] }
      isDone.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    isDone.wait()
    #expect(depths.withLock { $0 } == [100_001, 1])
  }
}
