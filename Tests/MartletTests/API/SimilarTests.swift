import MartletTestSupport
import Testing

@testable import Martlet

/// Queries for similar documents.
@Suite("Similar documents")
struct SimilarTests {
  private static let vocabulary = (0..<40).map { "w\($0)" }

  /// Documents of random words, of which the first are frequent; some are deleted.
  private static func corpus(
    _ random: inout SeededRandom
  ) throws -> (index: SearchIndex<Exhibit>, titles: [Int: [String]]) {
    let index = SearchIndex<Exhibit>.inMemory()
    var titles: [Int: [String]] = [:]
    for key in 0..<150 {
      titles[key] = (0..<random.int(in: 1..<12)).map { _ in
        vocabulary[random.int(in: 0..<random.int(in: 1..<40))]
      }
      let title = titles[key, default: []].joined(separator: " ")
      try index.writeSync {
        try $0.put(
          Exhibit(
            id: key, title: title, artist: nil, tags: [], years: [], price: nil, sold: nil))
      }
    }
    for key in stride(from: 3, to: 150, by: 7) {
      titles[key] = nil
      try index.writeSync { $0.delete(key) }
    }
    return (index, titles)
  }

  private struct Article: SearchDocument {
    var id: Int
    var title: String
    var text: String?

    var searchKey: Int { id }
    static let searchSchema = Schema<Article>(fields: [
      .text("title", \.title), .text("text", \.text, stored: false),
    ])
  }

  private struct Recipe: SearchDocument {
    var id: Int
    var text: String

    var searchKey: Int { id }
    static let searchSchema = Schema<Recipe>(fields: [
      .text("text", \.text, analyzer: .language("en"))
    ])
  }

  @Test("a word that others have in another form is a word to tell by")
  func forms() throws {
    let index = SearchIndex<Recipe>.inMemory()
    try index.writeSync { batch in
      try batch.put(Recipe(id: 1, text: "Slice the onions thinly and fry quickly."))
      try batch.put(Recipe(id: 2, text: "An onion in thin slices, fried."))
      try batch.put(Recipe(id: 3, text: "Gardens need watering."))
    }
    let query = try #require(try index.querySync(similarTo: 1))
    #expect(try index.searchSync(SearchRequest(query)).hits.map(\.id) == [2])
    #expect(!query.description.contains("quickly"), "nobody else has it in any form")
    let other = try #require(try index.querySync(similarTo: 3))
    #expect(try index.searchSync(SearchRequest(other)).hits.isEmpty)
  }

  @Test("a text that is not stored is an error if it is asked for, and left out otherwise")
  func unstored() throws {
    let index = SearchIndex<Article>.inMemory()
    try index.writeSync { batch in
      for id in 0..<3 { try batch.put(Article(id: id, title: "storm", text: "sea")) }
    }
    let error = #expect(throws: SearchError.self) {
      try index.querySync(similarTo: 1, in: ["text"])
    }
    #expect(error?.code == .invalidRequest && error?.message.contains("not stored") == true)
    let query = try #require(try index.querySync(similarTo: 1))
    #expect(try Set(index.searchSync(SearchRequest(query)).hits.map(\.id)) == [0, 2])
    let other = try index.querySync(similarToText: "sea", in: ["text"])
    #expect(try index.searchSync(SearchRequest(other)).hits.count == 3)
  }

  /// The query by the formula of the documentation.
  private static func expected(
    _ text: [String], _ titles: [Int: [String]], least: Int, limit: Int
  ) -> [Query] {
    var weights: [(word: String, weight: Double)] = []
    for word in Set(text) {
      let count = titles.values.count { $0.contains(word) }
      let idf = Double(BM25.inverseDocumentFrequency(count, of: titles.count))
      let frequency = Double(text.count { $0 == word })
      if count >= least { weights.append((word, frequency * idf)) }
    }
    weights.sort { $0.weight != $1.weight ? $0.weight > $1.weight : $0.word < $1.word }
    let highest = weights.first?.weight ?? 1
    return weights.prefix(limit).map { item in
      Query.word(item.word, in: "title").boosted(by: item.weight / highest)
    }
  }

  @Test("have the words of the highest weights, by the documented formula", arguments: 0..<10)
  func words(round: Int) throws {
    var random = SeededRandom(seed: TestSeed.value &+ UInt64(round))
    let (index, titles) = try Self.corpus(&random)
    for key in titles.keys.sorted().prefix(40) {
      let limit = random.int(in: 1..<8)
      let title = titles[key, default: []]
      let query = try #require(try index.querySync(similarTo: key, wordLimit: limit))
      let words = Self.expected(title, titles, least: 2, limit: limit)
      #expect(query == (words.isEmpty ? .nothing : .any(words) && !.keys([key])))
      let hits = try index.searchSync(SearchRequest(query) { $0.limit = 1_000 }).hits.map(\.id)
      let others = titles.filter { other in
        other.key != key && words.contains { $0.description.hasWord(of: other.value) }
      }
      #expect(Set(hits) == Set(others.keys))
      let text = title.joined(separator: ", ") + " unknown"
      #expect(
        try index.querySync(similarToText: text, wordLimit: limit)
          == .any(Self.expected(title, titles, least: 1, limit: limit)))
    }
  }

  @Test("find a near copy first, and not the document itself")
  func copies() async throws {
    let index = SearchIndex<Exhibit>.inMemory()
    let titles = [
      "the lighthouse at dawn", "a lighthouse seen at dawn", "the harbour", "dawn", "the the the",
    ]
    try await index.write { batch in
      for (key, title) in titles.enumerated() {
        try batch.put(
          Exhibit(
            id: key, title: title, artist: "A", tags: [], years: [], price: nil, sold: nil))
      }
    }
    let query = try #require(try await index.query(similarTo: 0))
    #expect(try await index.search(SearchRequest(query)).hits.first?.id == 1)
    #expect(try await index.snapshot().count(query) == 4)
    let text = try await index.query(similarToText: "Harbour, harbour!", in: ["title"])
    #expect(try await index.search(SearchRequest(text)).hits.map(\.id) == [2])
    #expect(try await index.query(similarToText: "nothing known") == .nothing)
    let page = RecordSchema(fields: [.text("title", source: "html")])
    let pages = try SearchIndex<Record>.inMemory(schema: page)
    try await pages.write { try $0.put(Record(key: "1", fields: ["title": "A lighthouse"])) }
    let typed = try await pages.query(similarToText: "a <b then a lighthouse")
    #expect(try await pages.search(SearchRequest(typed)).hits.count == 1)
    #expect(try await index.query(similarToText: "dawn", wordLimit: 0) == .nothing)
    #expect(try await index.query(similarTo: 77) == nil)
  }

  @Test("in fields without words are errors that name the field")
  func errors() async throws {
    let index = SearchIndex<Exhibit>.inMemory()
    for (field, code) in [("artist", SearchError.Code.invalidRequest), ("x", .unknownField)] {
      await #expect {
        try await index.query(similarToText: "a", in: [FieldRef(field)])
      } throws: { error in
        (error as? SearchError)?.code == code
          && (error as? SearchError)?.message.contains("\"\(field)\"") == true
      }
    }
  }

  @Test("keys select documents, and leave them out")
  func keys() async throws {
    var random = SeededRandom(seed: TestSeed.value)
    let (index, titles) = try Self.corpus(&random)
    let chosen = [0, 3, 5, 5, 149, 1_000]
    let live = Set(chosen).intersection(titles.keys)
    #expect(try await index.snapshot().count(.keys(chosen)) == live.count)
    #expect(try await index.snapshot().count(!.keys(chosen)) == titles.count - live.count)
    #expect(try await index.snapshot().count(.keys([Int]())) == 0)
    let request = SearchRequest(.everything) { $0.filter = .keys(chosen) }
    for _ in 0..<2 {
      let hits = try await index.search(request).hits
      #expect(Set(hits.map(\.id)) == live)
      #expect(hits.allSatisfy { $0.score == 0 })
    }
    #expect(Query.keys(chosen).description == "[keys: 6]")
    #expect(Query.keys([1]) != .keys([2]))
  }
}

extension String {
  /// True if the description of a word's query names one of these words.
  fileprivate func hasWord(of words: [String]) -> Bool {
    words.contains { self == "title:\($0)" || hasPrefix("title:\($0)^") }
  }
}
