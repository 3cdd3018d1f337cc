import MartletTestSupport
import Testing

@testable import Martlet

/// Marked documents of lists with and without bit sets, against sets of numbers.
@Suite("Document marks")
struct DocumentMarksTests {
  /// A list without positions in memory, and its dictionary entry.
  private struct Written {
    var info: TermInfo
    var postings: [UInt8]

    init(_ documents: [UInt32]) throws {
      let writer = ByteWriter()
      let norms = [UInt8](repeating: 1, count: Int(documents.last ?? 0) + 1)
      let postings = PostingsWriter(
        into: writer, positions: nil, norms: ByteView(copying: norms),
        lengths: LengthTable(parameters: BM25(k1: 1.2, b: 0), averageLength: 1), splitsGaps: false)
      for document in documents { postings.append(document: document, frequency: 1) }
      info = try postings.finishTerm()
      try postings.finish()
      self.postings = writer.finish().array
    }

    func cursor(_ documentCount: Int) throws -> PostingsCursor {
      try PostingsCursor(
        info, section: testSection(postings), documentCount: documentCount, hasPositions: false)
    }
  }

  private static func members(_ marks: DocumentMarks, _ live: LiveDocuments) -> Set<UInt32> {
    let bitmap = DocumentBitmap(documentCount: live.documentCount)
    marks.copyLive(live, to: bitmap)
    var members: Set<UInt32> = []
    bitmap.forEach { members.insert($0) }
    return members
  }

  @Test("are the documents of the lists within a span, less those of others")
  func random() throws {
    var random = SeededRandom(seed: TestSeed.value)
    for round in 0..<60 {
      let documentCount = random.int(in: 200..<6_000)
      func list() -> [UInt32] {
        let oneIn = [1, 2, 3, 9, 40][random.int(in: 0..<5)]
        return (0..<UInt32(documentCount)).filter { _ in random.oneIn(oneIn) }
      }
      let lists = (0..<3).map { _ in list() }.filter { !$0.isEmpty }
      let deleted = round % 2 == 0 ? [] : list()
      let live = LiveDocuments(documentCount: documentCount).deleting(deleted)
      let start = DocumentID(random.int(in: 0..<3) * 64)
      let end = round % 3 == 0 ? DocumentID(documentCount) : start + 128
      let (marks, others) = (
        DocumentMarks(documentCount: documentCount), DocumentMarks(documentCount: documentCount)
      )
      marks.begin(start..<end)
      var expected: Set<UInt32> = []
      for list in lists.dropFirst() {
        try marks.mark(Written(list).cursor(documentCount), SearchStop())
        expected.formUnion(list)
      }
      if let list = lists.first {
        others.begin(start..<end)
        try others.mark(Written(list).cursor(documentCount), SearchStop())
        if round % 4 < 2 {
          marks.formIntersection(others)
          expected.formIntersection(list)
        } else {
          marks.subtract(others)
          expected.subtract(list)
        }
      }
      expected = expected.subtracting(deleted).filter { start..<end ~= $0 }
      #expect(Self.members(marks, live) == expected, "seed \(TestSeed.value), round \(round)")
      #expect(marks.liveCount(live) == expected.count, "seed \(TestSeed.value), round \(round)")
    }
  }

  @Test("have no document behind the last one of the segment, whatever a bit set says")
  func forged() throws {
    let documentCount = 255
    var written = try Written(Array(stride(from: 0, to: 255, by: 2)))
    let last = try #require(written.postings.lastIndex(of: 0x55))
    #expect(written.postings[(last - 31)...last].allSatisfy { $0 == 0x55 })
    written.postings[last] = 0xD5
    let live = LiveDocuments(documentCount: documentCount)
    let marks = DocumentMarks(documentCount: documentCount)
    marks.begin(0..<255)
    try marks.mark(written.cursor(documentCount), SearchStop())
    let isSame = Self.members(marks, live) == Set(stride(from: 0, to: 255, by: 2))
    #expect(isSame)
    #expect(marks.liveCount(live) == 128)
  }
}
