import MartletTestSupport
import Testing

@testable import Martlet

@Suite("DocumentMapping")
struct DocumentMappingTests {
  @Test("live documents are numbered through, segment by segment")
  func numbers() throws {
    let mapping = try DocumentMapping([
      LiveDocuments(documentCount: 3),
      LiveDocuments(documentCount: 0),
      LiveDocuments(documentCount: 5).deleting([0, 3]),
      LiveDocuments(documentCount: 2),
    ])
    #expect(mapping.documentCount == 8)
    #expect((0..<3).map { mapping.document($0, inSegment: 0) } == [0, 1, 2])
    #expect((0..<5).map { mapping.document($0, inSegment: 2) } == [nil, 3, 4, nil, 5])
    #expect((0..<2).map { mapping.document($0, inSegment: 3) } == [6, 7])
  }

  @Test("deletions that came during the merge are found in the result")
  func laterDeletions() throws {
    var random = SeededRandom(seed: TestSeed.value)
    let before = [100, 64, 1, 300].map { count in
      let gone = (0..<count).filter { _ in random.oneIn(6) }.map { DocumentID($0) }
      return LiveDocuments(documentCount: count).deleting(count == 64 ? [] : gone)
    }
    let after = before.map { live in
      live.deleting((0..<live.documentCount).filter { _ in random.oneIn(4) }.map { DocumentID($0) })
    }
    let mapping = try DocumentMapping(before)
    #expect(mapping.deletions(in: before) == [])
    var expected: [DocumentID] = []
    var next: DocumentID = 0
    for (old, new) in zip(before, after) {
      for document in 0..<DocumentID(old.documentCount) where old.isLive(document) {
        if !new.isLive(document) { expected.append(next) }
        next += 1
      }
    }
    #expect(mapping.deletions(in: after) == expected, "seed \(TestSeed.value)")
    #expect(!expected.isEmpty)
  }

  @Test("more documents than one segment can have are refused")
  func limit() throws {
    let half = LiveDocuments(documentCount: Limits.documentsPerSegment / 2)
    #expect(try DocumentMapping([half, half]).documentCount == Limits.documentsPerSegment)
    #expect {
      try DocumentMapping([half, half, LiveDocuments(documentCount: 1)])
    } throws: { ($0 as? SearchError)?.code == .limitExceeded }
  }
}
