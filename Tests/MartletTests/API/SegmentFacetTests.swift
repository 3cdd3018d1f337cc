import Martlet
import MartletTestSupport
import Testing

/// Facets and groups over segments that share few or many of their values, against a loop over the
/// documents.
@Suite("Facets over several segments")
struct SegmentFacetTests {
  private struct Work: SearchDocument {
    var id: Int
    var artist: String

    var searchKey: Int { id }

    static let searchSchema = Schema<Work>(fields: [
      .text("title") { "work \($0.id)" }, .keyword("artist", \.artist),
    ])
  }

  /// Returns an index of a segment for each size, and its documents. Every artist is one of
  /// `artistCount`, and those of a segment are from a part of these.
  private static func index(
    _ sizes: [Int], artistCount: Int, _ random: inout SeededRandom
  ) throws -> (index: SearchIndex<Work>, works: [Work]) {
    let index = SearchIndex<Work>.inMemory(options: IndexOptions(merging: .manual))
    var works: [Work] = []
    // Most values have the same count if each is taken in turn.
    let isEach = random.oneIn(3)
    for size in sizes {
      let start = random.int(in: 0..<artistCount)
      let width = random.int(in: 1..<artistCount + 1)
      let segment = (0..<size).map { number in
        let artist = (start + (isEach ? number : random.int(in: 0..<width))) % artistCount
        return Work(id: works.count + number, artist: "artist\(artist)")
      }
      try index.writeSync { try $0.put(contentsOf: segment) }
      works += segment
    }
    return (index, works)
  }

  @Test("count what a loop counts", arguments: 0..<12)
  func counts(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let sizes = [random.int(in: 1..<2_000), 700, random.int(in: 1..<20), 1, 90]
    let (index, works) = try Self.index(
      sizes, artistCount: [3, 40, 1_500][round % 3], &random)
    #expect(index.statistics.segmentCount > 1)
    var counts: [String: Int] = [:]
    for work in works { counts[work.artist, default: 0] += 1 }
    let byValue = counts.sorted { $0.key < $1.key }
    let byCount = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    for limit in [0, 1, 2, 7, 50, 5_000] {
      let request = SearchRequest(.everything) {
        $0.facets = [
          .values("artist", limit: limit), .values("artist", limit: limit, order: .value),
        ]
        $0.collapse = Collapse(by: "artist")
      }
      let results = try index.searchSync(request)
      for (facet, expected) in zip(results.facets, [byCount, byValue]) {
        #expect(facet.valueCount == counts.count, "seed \(seed)")
        #expect(facet.values.map(\.text) == expected.prefix(limit).map(\.key), "seed \(seed)")
        #expect(facet.values.map(\.count) == expected.prefix(limit).map(\.value), "seed \(seed)")
      }
      #expect(results.groupCount == counts.count, "seed \(seed)")
    }
  }
}
