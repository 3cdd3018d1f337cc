import Martlet
import MartletTestSupport
import Testing

/// Signs between words, which ask for nothing: the words are scored as without them.
@Suite("Signs between words")
struct SignsBetweenWordsTests {
  private struct Song: SearchDocument {
    var searchKey: Int
    var title: String
    static let searchSchema = Schema<Song>(fields: [.text("title", \.title)])
  }

  private static func index(_ titles: [String]) throws -> SearchIndex<Song> {
    let index = SearchIndex<Song>.inMemory()
    try index.writeSync { batch in
      for (key, title) in titles.enumerated() { try batch.put(Song(searchKey: key, title: title)) }
    }
    return index
  }

  private static func scores(
    _ index: SearchIndex<Song>, _ text: String, _ change: (inout SearchRequest) -> Void = { _ in }
  ) throws -> [Int: Double] {
    let hits = try index.searchSync(SearchRequest(text, change)).hits
    return Dictionary(uniqueKeysWithValues: hits.map { ($0.id, $0.score) })
  }

  @Test("leave synonyms below the word as typed", arguments: ["/", "–", "&"])
  func synonyms(sign: String) throws {
    let index = try Self.index(["evening northern", "lighthouse northern", "night northern"])
    try index.setSynonyms(
      Synonyms(rules: "night, evening, lighthouse\nstorm sea => tempest"))
    let plain = try Self.scores(index, "lighthouse northern ")
    #expect(plain.count == 3 && plain[1].map { $0 > (plain[0] ?? .infinity) } == true)
    #expect(try Self.scores(index, "lighthouse \(sign) northern ") == plain)
  }

  @Test("part no words that stand near each other", arguments: ["/", "–"])
  func proximity(sign: String) throws {
    let filler = String(repeating: "x ", count: 14)
    let index = try Self.index(["storm \(filler)sea", "storm sea \(filler)", "sea storm"])
    let near: (inout SearchRequest) -> Void = { $0.proximity = .standard }
    let plain = try Self.scores(index, "storm sea ", near)
    #expect(plain[1].map { $0 > (plain[0] ?? .infinity) } == true)
    #expect(try Self.scores(index, "storm \(sign) sea ", near) == plain)
    let ordered: (inout SearchRequest) -> Void = { $0.rules = [.proximity] }
    let first = try index.searchSync(SearchRequest("storm sea ", ordered)).hits.map(\.id)
    let signed = try index.searchSync(SearchRequest("storm \(sign) sea ", ordered)).hits.map(\.id)
    #expect(first == [1, 2, 0] && signed == first)
  }

  @Test("k1 of minus 0 is 0")
  func minusZero() throws {
    let index = try Self.index(["storm sea", "storm", "sea", "sea sea storm storm boat"])
    for text in ["storm ", "storm sea ", "st*", "storm -boat ", "storm OR sea "] {
      let expected = try Self.scores(index, text) { $0.ranking = BM25(k1: 0) }
      #expect(!expected.isEmpty)
      #expect(try Self.scores(index, text) { $0.ranking = BM25(k1: -0.0) } == expected, "\(text)")
    }
  }
}
