import Foundation
import Martlet
import MartletTestSupport
import Testing

/// A page with texts of different lengths.
private struct Page: SearchDocument {
  var id: Int
  var title: String
  var text: String

  var searchKey: Int { id }

  static let searchSchema = schema(title: nil)

  static func schema(title ranking: BM25?) -> Schema<Page> {
    let title = Schema<Page>.Field.text("title", \.title, weight: 2)
    return Schema(fields: [ranking.map { title.ranked(by: $0) } ?? title, .text("text", \.text)])
  }
}

/// Parameters of single fields against searches of each field alone with the same parameters.
@Suite("Parameters of a field's ranking")
struct FieldRankingTests {
  private static let low = BM25(k1: 0.4, b: 0.1)
  private static let high = BM25(k1: 2.5, b: 0.9)

  private static func pages(_ random: inout SeededRandom) -> [Page] {
    let words = ["sea", "storm", "night", "boat"]
    func text(_ random: inout SeededRandom, _ most: Int) -> String {
      (0..<random.int(in: 1..<most)).map { _ in words[random.int(in: 0..<4)] }
        .joined(separator: " ")
    }
    return (0..<300).map { Page(id: $0, title: text(&random, 6), text: text(&random, 60)) }
  }

  private static func scores(
    _ index: SearchIndex<Page>, _ query: Query, _ configure: (inout SearchRequest) -> Void
  ) throws -> [Int: Double] {
    let request = SearchRequest(query) {
      $0.limit = 1_000
      configure(&$0)
    }
    return try Dictionary(
      uniqueKeysWithValues: index.searchSync(request).hits.map { ($0.id, $0.score) })
  }

  @Test("give each field the score that it has alone", arguments: 0..<8)
  func fields(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let pages = Self.pages(&random)
    let index = SearchIndex<Page>.inMemory()
    let declared = SearchIndex<Page>.inMemory(schema: Page.schema(title: Self.low))
    for part in [pages[..<200], pages[200...]] {
      try index.writeSync { try $0.put(contentsOf: part) }
      try declared.writeSync { try $0.put(contentsOf: part) }
    }
    for query in [(Query.word("sea"), "sea"), (.phrase("sea storm"), "\"sea storm\"")] {
      let title = try Self.scores(index, Query(parsing: "title:" + query.1)) {
        $0.ranking = Self.low
      }
      let text = try Self.scores(index, Query(parsing: "text:" + query.1)) {
        $0.ranking = Self.high
      }
      let both = try Self.scores(index, query.0) {
        $0.ranking = Self.high
        $0.fieldRankings = ["title": Self.low]
      }
      #expect(Set(both.keys) == Set(title.keys).union(text.keys), "seed \(seed)")
      for (id, score) in both {
        let sum = (title[id] ?? 0) + (text[id] ?? 0)
        #expect(abs(score - sum) <= 1e-6 * max(1, sum), "seed \(seed): \(id)")
      }
      let byFields = try Self.scores(index, query.0) {
        $0.fieldRankings = ["title": Self.low, "text": Self.high]
      }
      #expect(byFields == both, "seed \(seed)")
      // What the schema says holds until the request says something else.
      let plain = try Self.scores(index, query.0) { $0.fieldRankings = ["title": Self.low] }
      #expect(try Self.scores(declared, query.0) { _ in } == plain, "seed \(seed)")
      #expect(try Self.scores(index, query.0) { _ in } != plain, "seed \(seed)")
      let common = try Self.scores(index, query.0) { $0.ranking = Self.high }
      #expect(try Self.scores(declared, query.0) { $0.ranking = Self.high } == common)
      // The best are those of all, whatever is skipped.
      var best = SearchRequest(query.0) { $0.fieldRankings = ["title": Self.low] }
      best.limit = 5
      let hits = try index.searchSync(best).hits
      let expected = plain.values.sorted(by: >).prefix(5)
      #expect(hits.map(\.score) == Array(expected), "seed \(seed)")
    }
  }

  @Test("are in the explanation, which adds up")
  func explanation() throws {
    var random = SeededRandom(seed: TestSeed.value)
    let index = SearchIndex<Page>.inMemory()
    try index.writeSync { try $0.put(contentsOf: Self.pages(&random)) }
    let request = SearchRequest(.word("storm")) {
      $0.fieldRankings = ["title": Self.low, "text": Self.high]
    }
    let hit = try #require(try index.searchSync(request).hits.first)
    let explanation = try #require(try index.explainSync(hit.id, request))
    #expect(explanation.value == hit.score)
    #expect("\(explanation)".contains("0.4") && "\(explanation)".contains("2.5"))
  }

  @Test("are no part of the index: opening it again writes nothing")
  func reopening() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("martlet-ranked-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let schema = Page.schema(title: Self.low)
    func written(_ body: (SearchIndex<Page>) throws -> Void) throws -> [String] {
      let index = try SearchIndex<Page>(path: folder, schema: schema)
      try body(index)
      try index.closeSync()
      return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }
    let before = try written { index in
      try index.writeSync { try $0.put(Page(id: 1, title: "sea", text: "storm")) }
    }
    let after = try written { (index: SearchIndex<Page>) throws -> Void in
      #expect(try index.searchSync("sea ").hits.map(\.id) == [1])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == before)
    }
    #expect(after == before)
  }

  @Test("of a field that the schema does not have are an error")
  func unknownField() throws {
    let index = SearchIndex<Page>.inMemory()
    let request = SearchRequest(.word("sea")) { $0.fieldRankings = ["titel": Self.low] }
    let error = #expect(throws: SearchError.self) { try index.searchSync(request) }
    #expect(error?.code == .unknownField)
  }
}
