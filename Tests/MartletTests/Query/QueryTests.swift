import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Query")
struct QueryTests {
  @Test("lists of one kind are joined, and a list of one is that one")
  func normalForm() {
    let (a, b, c) = (Query.word("a"), Query.word("b"), Query.word("c"))
    #expect(((a && b) && c) == Query.all([a, b, c]))
    #expect((a && (b && c)) == Query.all([a, b, c]))
    #expect((a || (b || c)) == Query.any([a, b, c]))
    #expect(Query.all([a]) == a && Query.any([a]) == a)
    #expect(Query.any(atLeast: 3, [a, b, c]) == Query.all([a, b, c]))
    #expect(Query.any(atLeast: -1, [a, b]) == (a || b))
    #expect(a.boosted(by: 1) == a)
    #expect((a && b).nodes.last == .all(count: 2))
  }

  @Test("empty lists are everything or nothing, as in logic")
  func empty() {
    #expect(Query.all([]) == .everything)
    #expect(Query.any([]) == .nothing)
    #expect(Query.any(atLeast: 2, [.word("a")]) == .nothing)
    #expect(!Query.nothing == .everything && !Query.everything == .nothing)
  }

  @Test("a word with spaces is a phrase, and so is an empty one")
  func wordsWithSpaces() {
    #expect(Query.word("a b", in: "title") == .phrase("a b", in: "title"))
    #expect(Query.prefix("a b") == .phrase("a b", lastIsPrefix: true))
    #expect(Query.typed("a\u{3000}b") == .phrase("a\u{3000}b", lastIsPrefix: true))
    #expect(Query.word("") == .phrase(""))
  }

  @Test("whole numbers are printed without a fraction")
  func numbers() {
    #expect(Query.is("year", 2013) == Query.is("year", "2013"))
    #expect(Query.is("price", 0.5) == Query.is("price", "0.5"))
  }

  static let printed: [(Query, String)] = [
    (.word("tom") && .word("hanks"), "tom AND hanks"),
    (.synonyms(["from", "TO", "here"], in: "title"), #"title:{from \TO here}"#),
    ((.word("a") && .word("b")) || .word("c"), "(a AND b) OR c"),
    ((.word("a") || .word("b")) && .word("c"), "(a OR b) AND c"),
    (!.word("a"), "-a"),
    (!(!.word("a")), "-(-a)"),
    (!(.word("a") && .word("b")), "-(a AND b)"),
    (.any(atLeast: 2, [.word("a"), .word("b"), .word("c")]), "(a OR b OR c)~2"),
    (.word("a").preferring(.word("b")), "+a OR b"),
    (.word("a").preferring(.word("b") || .word("c")), "+a OR b OR c"),
    ((.word("a") && .word("b")).preferring(.word("c")), "+(a AND b) OR c"),
    (.word("a").boosted(by: 2), "a^2"),
    (.word("a").boosted(by: 2).boosted(by: 0.5), "(a^2)^0.5"),
    (!(.word("a").boosted(by: 2)), "-a^2"),
    ((!.word("a")).boosted(by: 2), "(-a)^2"),
    (.word("a", in: "title"), "title:a"),
    (.phrase("a \"b\"", in: "title", lastIsPrefix: true), "title:\"a \\\"b\\\"\"*"),
    (.prefix("ma"), "ma*"),
    (.typed("ma"), "ma**"),
    (.is("genre", "Drama"), "genre:=Drama"),
    (.is("genre", "Science fiction"), "genre:=\"Science fiction\""),
    (.everything, "*"),
    (.nothing, "-*"),
    (.user("a \"b"), "[user: \"a \\\"b\"]"),
    (.word("AND"), "\\AND"),
    (.word("NEAR/5"), "\\NEAR/5"),
    (.word("a:b"), "a\\:b"),
    (.word("10:30"), "10:30"),
    (.word("10:30", in: "title"), "title:10:30"),
    (.word("-a-b"), "\\-a-b"),
    (.word("-5", in: "year"), "year:-5"),
    (.word("AT&T"), "AT&T"),
    (.word("C++"), "C++"),
    (.word("what?"), "what\\?"),
    (.matching("*berry"), "*berry"),
    (.matching("gr?y", in: "title"), "title:gr?y"),
    (.matching("berr?*"), "berr?*"),
    (.matching(" b*y"), "b*y"),
    (.matching("very q*k", in: "tag"), "tag:very\\ q*k"),
    (.matching("a\\*b*c:d"), "a\\*b*c:d"),
    (.matching("a:*b"), "a\\:*b"),
    (.matching("-a*b"), "\\-a*b"),
    (.matching("ber*"), "ber*"),
    (.matching("berry"), "berry"),
    (.matching("?*"), "*"),
    (.containing("a*b?"), "*a\\*b\\?*"),
    (.containing(""), "*"),
    (.fuzzy("berry"), "berry~"),
    (.fuzzy("berry", edits: 2, in: "title"), "title:berry~2"),
    (.fuzzy("red berry", edits: 1), "red~1 AND berry~1"),
    (.fuzzy("AND~", edits: 0), "AND\\~~0"),
  ]

  @Test("a query prints as the strict syntax", arguments: printed)
  func prints(query: Query, text: String) {
    #expect(query.description == text)
  }

  @Test("folding gives each node its children in order")
  func folding() {
    let query: Query = (.word("a") || .word("b")) && !.word("c")
    let text: String = query.nodes.folded { node, children in
      if case .word(let text, _) = node { return text }
      return "\(node.childCount)[\(children.joined())]"
    }
    #expect(text == "2[2[ab]1[c]]")
    #expect(query.nodes.depth == 3)
    #expect(query.nodes.subtreeStarts() == [0, 1, 0, 3, 3, 0])
  }

  @Test("trees of any depth are built, compared, hashed, printed and destroyed")
  func depth() {
    var not: Query = .word("a")
    var nested: Query = .word("a")
    for _ in 0..<100_000 {
      not = !(consume not)
      nested = (consume nested).preferring(.nothing)
    }
    #expect(not.nodes.depth == 100_001 && nested.nodes.depth == 100_001)
    #expect(not == not && Set([not, nested]).count == 2)
    // Every level but the first adds a sign and two brackets.
    #expect(not.description.utf8.count == 1 + 1 + 3 * 99_999)
    #expect(nested.description.hasPrefix("+(+(+("))
  }

  @Test("nothing near or at the beginning, of whatever field, is nothing")
  func nothing() {
    let none = Query.anyOf("genre", [String]())
    #expect(Query.anchored(none) == .nothing && Query.near([.word("a"), none]) == .nothing)
    #expect(Query.near([.word("a"), .any([none, .synonyms([])])]) == .nothing)
  }

  @Test("combining a list word by word is linear in the words")
  func longList() {
    var query: Query = .word("w")
    for _ in 1..<100_000 { query = (consume query) && .word("w") }
    #expect(query.nodes.count == 100_001)
    #expect(query.nodes.depth == 2)
  }

  @Test("a long list beside a typed text is joined at once", .timeLimit(.minutes(60)))
  func longListBesideText() throws {
    let index = try SearchIndex<Record>.inMemory(
      schema: RecordSchema(fields: [.text("title"), .number("year")]))
    try index.writeSync { try $0.put(Record(key: "1", fields: ["title": "bird", "year": 7])) }
    let years = (0..<300_000).map { $0 * 3 + 1 }
    let query = Query.user("bird ") && (.anyOf("year", years) || .user("nothing "))
    #expect(try index.searchSync(SearchRequest(query)).hits.map(\.id) == ["1"])
  }
}
