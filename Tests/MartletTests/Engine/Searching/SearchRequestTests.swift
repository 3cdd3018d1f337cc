import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Search request")
struct SearchRequestTests {
  private let index: SearchIndex<Memo>

  init() throws {
    index = .inMemory()
    let notes = (0..<100).map { number in
      Memo(
        id: String(number), title: number.isMultiple(of: 2) ? "even" : "odd",
        lines: Array(repeating: "swift", count: number % 7 + 1) + ["filler"],
        tags: ["t\(number % 10)"], stars: Double(number))
    }
    // Several segments, so that hits have to be found in the right one.
    for start in stride(from: 0, to: 100, by: 30) {
      try index.writeSync { try $0.put(contentsOf: notes[start..<min(100, start + 30)]) }
    }
  }

  private func results(
    _ query: Query, _ configure: (inout SearchRequest) -> Void = { _ in }
  ) throws -> SearchResults<Memo> {
    try index.searchSync(SearchRequest(query, configure))
  }

  @Test("pages put together are the whole list, the best first")
  func pages() throws {
    let all = try results(.word("swift")) { $0.limit = 1_000 }
    #expect(all.hits.count == 100)
    #expect(zip(all.hits, all.hits.dropFirst()).allSatisfy { $0.score >= $1.score })
    var paged: [String] = []
    for page in 0..<6 {
      let results = try results(.word("swift")) {
        $0.limit = 17
        $0.offset = page * 17
      }
      paged += results.hits.map(\.id)
    }
    #expect(paged == all.hits.map(\.id))
    #expect(try results(.word("swift")) { $0.offset = .max }.hits.isEmpty)
    #expect(try results(.word("swift")) { ($0.limit, $0.offset) = (.max, .max) }.hits.isEmpty)
  }

  @Test("totals are as exact as asked")
  func totals() throws {
    func total(_ totals: Counting, limit: Int = 5) throws -> MatchCount {
      try results(.word("swift")) { ($0.counting, $0.limit) = (totals, limit) }.total
    }
    #expect(try total(.exact) == .exactly(100))
    #expect(try total(.upTo(1_000)) == .exactly(100))
    #expect(try total(.none) == .notCounted)
    #expect(try total(.none, limit: 0) == .notCounted)
    #expect(try total(.exact, limit: 0) == .exactly(100))
    let some = try results(.word("swift") && .word("even")) { $0.counting = .upTo(10) }.total
    guard case .atLeast(let count) = some else {
      Issue.record("expected at least 10 documents, found \(some)")
      return
    }
    #expect((10...50).contains(count))
    #expect(try index.snapshot().countSync(.word("swift") && .word("even")) == 50)
    #expect(try index.snapshot().countSync(.user("tag:x tags:t3")) == 0)
    #expect(try index.snapshot().countSync(.user("tags:t3")) == 10)
  }

  @Test("fields find by kind: keywords and numbers by their whole value")
  func kinds() throws {
    #expect(try results(.is("tags", "t3")).total == .exactly(10))
    #expect(try results(.is("stars", 42)).hits.map(\.id) == ["42"])
    #expect(try results(.is("id", "7")).hits.map(\.id) == ["7"])
    #expect(try results(.user("stars:42")).hits.map(\.id) == ["42"])
  }

  @Test("a field that a program misspells is an error, and what a person types is none")
  func unknownFields() throws {
    for query in [Query.is("titel", "x"), .word("swift") && .prefix("e", in: "titel")] {
      let error = #expect(throws: SearchError.self) { try self.results(query) }
      #expect(error?.code == .unknownField)
      #expect(error?.message.contains("did you mean \"title\"?") == true)
      #expect(thrownCode { try self.index.snapshot().countSync(query) } == .unknownField)
    }
    let weighted = SearchRequest(.word("even")) { $0.fieldWeights = ["nofield": 9] }
    #expect(thrownCode { try self.index.searchSync(weighted) } == .unknownField)
    #expect(try results(.user("titel:swift")).diagnostics.map(\.kind) == [.unknownField])
  }

  static let unsuitable: [(Query, String)] = [
    (
      .is("tags", 5),
      #"the field "tags" has keywords, and is compared with the number 5; pass a String, "5""#
    ),
    (.anyOf("tags", [5, 6]), #""tags" has keywords, and is compared with the number 5"#),
    (.range("tags", 5...6), #""tags" has keywords, and is compared with the number 5"#),
    (.is("title", 0.5), #""title" has text, and is compared with the number 0.5"#),
    (.range("title", "a"..."b"), #""title" has text, and is compared with a range; words have no"#),
    (.is("stars", "many"), #""stars" has numbers, and is compared with "many"; expected a number"#),
    (.range("stars", ..<"many"), #""stars" has numbers, and is compared with "many""#),
    (.is("stars", Date.now), #""stars" has numbers, and is compared with a Date"#),
    (.word("swift") && !.is("tags", Date.now), #""tags" has keywords, and is compared with a Da"#),
  ]

  @Test("a value that a field cannot have is an error in code, and a note in what a person types")
  func unsuitableValues() throws {
    for (query, message) in Self.unsuitable {
      let error = #expect(throws: SearchError.self, "\(query)") { try self.results(query) }
      #expect(error?.code == .unsuitableValue)
      #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
      #expect(thrownCode { try self.index.snapshot().countSync(query) } == .unsuitableValue)
    }
    #expect(try results(.is("stars", "42")).hits.map(\.id) == ["42"], "a text that is a number")
    #expect(try results(Query(parsing: "stars:=42")).hits.map(\.id) == ["42"])
    for text in [
      "=many", "many", "\"many\"", "4*2", "many~", "\"many 4\"~2", "{many 4}", "nan", "=nan",
      "{nan 4}", "nan..4", "9..3", "[9 TO 3]", "{9 TO 3}",
    ] {
      let query = try Query(parsing: "stars:\(text)")
      #expect(thrownCode { try self.results(query) } == .unsuitableValue, "\(text)")
    }
    #expect(try results(Query(parsing: "stars:42")).hits.map(\.id) == ["42"])
    for text in ["", " ", "4-", "42 "] {
      _ = try results(.typed(text, in: "stars"))
      _ = try results(.prefix(text, in: "stars"))
    }
    #expect(try results(Query(parsing: "stars:[42 TO 42}")).hits.isEmpty)
    for query in [Query.is("stars", Double.nan), .user("stars:9..3 ")] {
      #expect(try results(query).hits.isEmpty, "\(query)")
    }
    for text in ["stars:many ", "stars:=many ", "stars:many..more ", "stars:nan "] {
      let typed = try results(.user(text))
      #expect(typed.hits.isEmpty && typed.diagnostics.map(\.kind) == [.unreadableValue], "\(text)")
    }
    #expect(try results(.user("tags:5")).diagnostics == [], "a keyword may be 5")
  }

  @Test("values score nothing as filters, and a constant where they are preferred or boosted")
  func constantScores() throws {
    func score(_ query: Query) throws -> Double? {
      try results(query) { $0.limit = 100 }.hits.first { $0.id == "42" }?.score
    }
    let plain = try #require(try score(.word("swift")))
    #expect(try score(.word("swift") && .is("stars", 42)) == plain)
    #expect(try score(.is("stars", 42)) == 0)
    #expect(try score(.word("swift").preferring(.is("stars", 42))) == Double(Float(plain) + 1))
    let boosted = Query.is("stars", 42).boosted(by: 3)
    #expect(try score(boosted) == 3 && score(.word("swift") && boosted) == Double(Float(plain) + 3))
    #expect(try results(.word("swift").preferring(boosted)).hits.map(\.id).first == "42")
    #expect(try score(.is("stars", 42).boosted(by: 1)) == 1)
    #expect(try score(Query(parsing: "stars:=42^2")) == 2)
  }

  @Test("a text means the same by itself, in a request, and beside a filter")
  func oneMeaning() throws {
    let text = "swift missing"
    let plain = try index.searchSync(text)
    let request = try index.searchSync(SearchRequest(.user(text)))
    #expect(plain.hits.map(\.id) == request.hits.map(\.id) && !plain.hits.isEmpty)
    #expect(plain.matched == .most(atLeast: 1, of: 2) && request.matched == plain.matched)
    let filtered = try results(.user(text) && .is("tags", "t3"))
    #expect(filtered.matched == plain.matched && filtered.total == .exactly(10))
  }

  @Test("a request's weights and parameters replace those of the schema")
  func ranking() throws {
    let plain = try #require(try results(.word("even")).hits.first)
    let other = try #require(
      try results(.word("even")) { $0.fieldWeights = ["title": 1.5] }.hits.first)
    #expect(abs(other.score - plain.score / 2) < 1e-6)
    let flat = try results(.word("swift")) {
      $0.limit = 100
      $0.ranking = BM25(k1: 0)
    }
    #expect(Set(flat.hits.map(\.score)).count == 1)
  }

  @Test("when no document has all words, those with most are found, and it is said")
  func relaxing() throws {
    let most = try index.searchSync("swift even missing ")
    #expect(most.matched == .most(atLeast: 2, of: 3))
    #expect(most.total == .exactly(50))
    let any = try index.searchSync("even missing absent ")
    #expect(any.matched == .most(atLeast: 1, of: 3))
    #expect(any.total == .exactly(50))
    let boosted = try index.searchSync("swift missing^2 even^3 ")
    #expect(boosted.matched == .most(atLeast: 2, of: 3))
    #expect(boosted.hits.map(\.id) == most.hits.map(\.id))
    #expect(boosted.hits[0].score > most.hits[0].score, "the boost counts")
    let phrase = try index.searchSync("swift missing^2 \"even odd\" ")
    #expect(phrase.hits.isEmpty, "a phrase is required")
    let none = try index.searchSync("missing absent ")
    #expect(none.hits.isEmpty)
    #expect(none.matched == .all)
    #expect(none.total == .exactly(0))
    let all = Query.user("swift missing ", options: UserQueryOptions(combine: .all))
    #expect(try results(all).hits.isEmpty, "unless all are asked for")
  }

  @Test("the documents found are those that have more of the words than any other")
  func mostWords() throws {
    var random = SeededRandom(seed: TestSeed.value)
    for count in 2...9 {
      let texts = (0..<12).map { _ in
        (0..<count).filter { _ in random.oneIn(2) }.map { "word\($0)" }
      }
      let small = try SearchIndex<Record>.inMemory(schema: RecordSchema(fields: [.text("t")]))
      try small.writeSync { batch in
        for (number, words) in texts.enumerated() {
          let text = Record.Value.string(words.joined(separator: " "))
          try batch.put(Record(key: "\(number)", fields: ["t": text]))
        }
      }
      let query = (0..<count).map { "word\($0) " }.joined()
      let best = texts.map(\.count).max() ?? 0
      let found = try small.searchSync(query)
      let expected = best == 0 ? [] : texts.indices.filter { texts[$0].count == best }
      let numbers = try found.hits.map { try #require(Int($0.id)) }
      #expect(numbers.sorted() == expected, "seed \(TestSeed.value)")
      let matched = best == count || best == 0 ? .all : MatchedWords.most(atLeast: best, of: count)
      #expect(found.matched == matched)
    }
  }

  @Test("stop words that a query does without count as found")
  func stopWords() throws {
    let schema = RecordSchema(fields: [.text("t", analyzer: "language:en")])
    let small = try SearchIndex<Record>.inMemory(schema: schema)
    try small.writeSync { batch in
      try batch.put(Record(key: "1", fields: ["t": "quick cats"]))
      try batch.put(Record(key: "2", fields: ["t": "slow dogs"]))
    }
    let found = try small.searchSync("the quick unicorn is a cat ")
    #expect(found.hits.map(\.id) == ["1"])
    #expect(found.matched == .most(atLeast: 5, of: 6))
    #expect(try small.searchSync("the quick cat ").matched == .all)
  }

  @Test("counting alone, or a page beyond the end, does not search with fewer words")
  func relaxingWithoutHits() throws {
    for totals in [Counting.none, .exact, .upTo(3)] {
      let request = SearchRequest("swift even ") {
        $0.limit = 0
        $0.counting = totals
      }
      #expect(try index.searchSync(request).matched == .all)
      let relaxed = SearchRequest("swift even missing ") {
        $0.limit = 0
        $0.counting = totals
      }
      #expect(try index.searchSync(relaxed).matched == .most(atLeast: 2, of: 3))
    }
    let beyond = SearchRequest("swift even ") { $0.offset = 500 }
    #expect(try index.searchSync(beyond).matched == .all)
    #expect(try index.searchSync(beyond).hits.isEmpty)
  }

  @Test("no typed text is an error", arguments: hostile)
  func typed(text: String) throws {
    _ = try index.searchSync(text)
  }

  private static let hostile = [
    "", " ", "don't", "multi-agent", "park.", "BENCH-100821", "-4i", "\"", "((", "a AND", "NOT",
    "title:", "stars:x", "*", "a^", "x~", "-*", "\u{0}", String(repeating: "(", count: 10_000),
    String(repeating: "a ", count: 10_000), String(repeating: "é", count: 5_000),
  ]

  @Test("a query that a program nests too deeply is an error, not a crash")
  func deep() {
    var query = Query.word("a")
    for _ in 0..<500 {
      query = (query && .word("b")) || .word("c")
    }
    let error = #expect(throws: SearchError.self) { _ = try results(query) }
    #expect(error?.code == .limitExceeded)
  }
}
