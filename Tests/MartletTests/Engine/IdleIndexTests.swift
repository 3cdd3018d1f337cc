import Martlet
import MartletTestSupport
import Testing

/// What an application sees of an index that it leaves alone, with the settings that it gets.
@Suite("An index that is left alone")
struct IdleIndexTests {
  private static func documents(_ keys: Range<Int>, _ version: Int) -> [VictimDocument] {
    keys.map { VictimDocument(key: "\($0)", version: version) }
  }

  private static func waitForOneSegment(_ index: SearchIndex<VictimDocument>) async throws {
    for _ in 0..<1_200 where index.statistics.segments.count != 1 {
      try await Task.sleep(for: .milliseconds(100))
    }
    #expect(index.statistics.segments.count == 1)
  }

  @Test("has one segment after some seconds, with all that was written, and can be written to")
  func merging() async throws {
    let folder = try TemporaryFolder()
    var index = try SearchIndex<VictimDocument>(
      path: folder.path, options: IndexOptions(merging: .manual))
    for file in 0..<6 {
      try await index.write { batch in
        try batch.put(contentsOf: Self.documents(file * 50..<file * 50 + 50, 1))
      }
      try await index.checkpoint()
    }
    #expect(index.statistics.segments.count == 6)
    try await index.close()
    index = try SearchIndex<VictimDocument>(path: folder.path)
    let snapshot = index.snapshot()
    try await Self.waitForOneSegment(index)
    #expect(index.statistics.lastFailure == nil)
    try await index.write { batch in
      try batch.put(contentsOf: Self.documents(0..<10, 2))
      batch.delete("299")
    }
    #expect(index.statistics.documentCount == 299 && snapshot.documentCount == 300)
    #expect(try index.document(forKey: "7")?.version == 2)
    try await index.close()
    index = try SearchIndex<VictimDocument>(path: folder.path)
    #expect(index.statistics.documentCount == 299)
    #expect(try index.document(forKey: "7")?.version == 2)
    #expect(try index.document(forKey: "70")?.version == 1)
    #expect(try await index.verify().problems.isEmpty)
    try await index.close()
  }
}
