import MartletTestSupport
import Testing

@testable import Martlet

/// A card in an index whose manifest has room for few segments, because a field has a long name.
private struct CrowdedCard: SearchDocument {
  var id: Int
  var title: String

  var searchKey: Int { id }

  static let searchSchema = Schema<CrowdedCard>(fields: [
    .text("title", \.title),
    .text(FieldRef("a" + String(repeating: "b", count: (1 << 20) - 1_200)), \.title),
  ])
}

@Suite("A full manifest")
struct FullManifestTests {
  @Test("says what to do, and an index that is not merged in the background can be compacted")
  func compacting() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "Index.martlet")
    let options = IndexOptions(merging: .manual)
    var count = 0
    do {
      let index = try SearchIndex<CrowdedCard>(path: path, options: options)
      let error = try #require(
        throws: SearchError.self,
        performing: {
          while count < 200 {
            count += 1
            try index.writeSync { try $0.put(CrowdedCard(id: count, title: "card \(count)")) }
            try index.checkpointSync()
          }
        })
      #expect(error.code == .limitExceeded && error.message.contains("compact()"), "\(error)")
      #expect(count > 3)
      try index.compactSync()
      #expect(index.statistics.segmentCount == 1)
      try index.writeSync { try $0.put(CrowdedCard(id: 0, title: "another card")) }
      try index.closeSync()
    }
    let index = try SearchIndex<CrowdedCard>(path: path, options: options)
    let found = try index.searchSync(SearchRequest("card") { $0.limit = 300 }).hits.map(\.id)
    #expect(found.sorted() == Array(0...count))
    #expect(try index.verifySync().isSound)
  }
}
