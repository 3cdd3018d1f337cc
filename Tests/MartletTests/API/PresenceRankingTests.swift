import Martlet
import MartletTestSupport
import Testing

/// Scores of queries in which the number of occurrences does not count.
@Suite("Ranking by presence")
struct PresenceRankingTests {
  private struct Page: SearchDocument {
    var searchKey: Int
    var text: String
    var tag = "none"

    static let searchSchema = Schema<Page>(fields: [.text("text", \.text), .keyword("tag", \.tag)])
  }

  private static func index(_ texts: [String]) throws -> SearchIndex<Page> {
    let index = SearchIndex<Page>.inMemory()
    try index.writeSync { batch in
      for (key, text) in texts.enumerated() {
        let tag = text.contains("wave") ? "wave" : "none"
        try batch.put(Page(searchKey: key, text: text, tag: tag))
      }
    }
    return index
  }

  @Test("keeps documents first whose words stand together")
  func proximity() throws {
    let filler = "one two three four five six seven eight nine ten eleven twelve"
    let index = try Self.index(
      (0..<30).map { $0 == 17 ? "a tidal wave \(filler)" : "wave \(filler) tidal \($0)" })
    var request = SearchRequest("tidal wave ")
    request.ranking = BM25(k1: 0)
    request.proximity = .standard
    request.limit = 5
    let hits = try index.searchSync(request).hits
    #expect(hits.first?.id == 17)
    #expect(hits.allSatisfy { $0.score.isFinite })
    let (first, second) = (try #require(hits.first), try #require(hits.last))
    #expect(first.score > second.score)
    for hit in [first, second] {
      let explanation = try #require(try index.snapshot().explainSync(hit.id, request))
      #expect(explanation.value == hit.score)
    }
  }

  @Test("adds nothing for a value boosted by 0")
  func boostedByZero() throws {
    let index = try Self.index(["storm", "storm wave", "wave storm storm"])
    func scores(_ query: Query) throws -> [Double] {
      let hits = try index.searchSync(SearchRequest(query)).hits
      return hits.sorted { $0.id < $1.id }.map(\.score)
    }
    let storm = Query.word("storm")
    let wave = Query.is("tag", "wave")
    let plain = try scores(storm)
    #expect(try scores(storm.preferring(wave.boosted(by: 0))) == plain)
    #expect(try scores((storm || wave.boosted(by: 0)).boosted(by: 2)) == plain.map { 2 * $0 })
    for (query, added) in [(wave, 1.0), (wave.boosted(by: 0.5), 0.5)] {
      let more = try scores(storm.preferring(query))
      #expect(more[0] == plain[0] && abs(more[1] - plain[1] - added) < 1e-6)
    }
    #expect(try scores(wave.boosted(by: 0)).map(\.description) == ["0.0", "0.0"])
  }
}
