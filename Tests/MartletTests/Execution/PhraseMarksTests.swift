import Testing

@testable import Martlet

@Suite("Positions that several threads find")
struct PhraseMarksTests {
  /// Marks the positions of one document.
  private func mark(_ marks: PhraseMarks, _ document: UInt32, _ differences: [UInt32]) {
    var (documents, offsets, counts) = (document, UInt32(0), UInt32(differences.count))
    unsafe differences.withUnsafeBufferPointer { numbers in
      guard let base = numbers.baseAddress else { return }
      unsafe marks.take(
        PostingPositions(
          count: 1, documents: &documents, offsets: &offsets, counts: &counts, numbers: base))
    }
  }

  @Test("count once, whoever finds them")
  func sums() throws {
    let starts = PhraseStarts(documentCount: 3)
    // Expected at 3, 5 and 9 in document 0; far apart, at 1 and 1,000,001, in document 2.
    unsafe ([2, 2, 4] as [UInt32]).withUnsafeBufferPointer {
      unsafe starts.append(0, $0, offset: 1)
    }
    unsafe ([0, 200_000_000] as [UInt32]).withUnsafeBufferPointer {
      unsafe starts.append(2, $0, offset: 1)
    }
    starts.finish()
    defer { starts.giveBack() }
    let one = PhraseMarks(starts, isOnly: false)
    let other = PhraseMarks(starts, isOnly: false)
    mark(one, 0, [3, 1])
    mark(other, 0, [3, 2, 4])
    mark(one, 1, [7])
    mark(other, 2, [200_000_001])
    let list = try #require(
      try [one, other].sums(of: starts, SearchStop()).list(norms: nil, Self.lengths))
    let cursor = try list.cursor()
    try cursor.loadDocuments()
    try cursor.loadFrequencies()
    #expect(cursor.count == 2 && cursor.document(at: 0) == 0 && cursor.document(at: 1) == 2)
    #expect(unsafe cursor.frequencies[0] == 3 && cursor.frequencies[1] == 1)
  }

  @Test("count once where a word stands twice at a position", arguments: [4, 100_000_000])
  func repeated(distance: UInt32) throws {
    let starts = PhraseStarts(documentCount: 1)
    // Expected at 3, twice, and far or near at another position, twice.
    unsafe ([2, 0, distance, 0] as [UInt32]).withUnsafeBufferPointer {
      unsafe starts.append(0, $0, offset: 1)
    }
    starts.finish()
    defer { starts.giveBack() }
    let marks = PhraseMarks(starts, isOnly: true)
    mark(marks, 0, [3, 0, 1])
    let list = try #require(
      try [marks].sums(of: starts, SearchStop()).list(norms: nil, Self.lengths))
    let cursor = try list.cursor()
    try cursor.loadDocuments()
    try cursor.loadFrequencies()
    #expect(unsafe cursor.count == 1 && cursor.frequencies[0] == 1)
  }

  private static let lengths = LengthTable(parameters: BM25(), averageLength: 1)
}
