/// Opens the postings of terms of a field, with their positions.
struct SpanTermReader {
  let field: SegmentReader.Field
  let documentCount: Int
  let lengths: LengthTable

  /// Returns the term; nil if the field has no positions.
  func open(_ info: TermInfo) throws(SearchError) -> PositionedTerm? {
    guard let section = field.positions else { return nil }
    let list = try PostingsList(info, field, lengths, documentCount: documentCount)
    return PositionedTerm(
      try TermScorer(list, weight: 1, lengths), try PositionsReader(info, section: section))
  }
}

/// The positions of many terms of a field in some documents, as one array.
///
/// Every list is read twice: once to count, and once to write the positions where they belong.
///
/// - Complexity: linear in the postings of the terms, and in the positions in these documents.
final class GatheredPositions {
  /// The positions, those of one document side by side.
  private var positions: [UInt32] = []
  /// The index in `positions` of the end of each document's, by its number.
  private var ends: [Int]
  private let isWanted: DocumentBitmap

  init(
    of infos: [TermInfo], _ reader: SpanTermReader, _ candidates: PostingsList, _ stop: SearchStop
  ) throws(SearchError) {
    isWanted = DocumentBitmap(documentCount: reader.documentCount)
    ends = Array(repeating: 0, count: reader.documentCount + 1)
    let cursor = try candidates.cursor()
    while !cursor.isExhausted {
      try cursor.loadDocuments()
      for slot in 0..<cursor.count { isWanted.insert(cursor.document(at: slot)) }
      cursor.nextBlock()
    }
    for info in infos { try count(info, reader, stop) }
    var sum = 0
    for document in ends.indices {
      (ends[document], sum) = (sum, sum + ends[document])
    }
    positions = Array(repeating: 0, count: sum)
    var found: [UInt32] = []
    for info in infos {
      try forEachPosting(info, reader, stop) { word, document, slot throws(SearchError) in
        found.removeAll(keepingCapacity: true)
        try word.appendPositions(to: &found, at: slot)
        for position in found where ends[document] < sum {
          positions[ends[document]] = position
          ends[document] += 1
        }
      }
    }
  }

  /// Counts the positions of a term in each document.
  ///
  /// - Throws: `corrupted` when there are more than the term has in all documents.
  private func count(
    _ info: TermInfo, _ reader: SpanTermReader, _ stop: SearchStop
  ) throws(SearchError) {
    guard let section = reader.field.positions else { return }
    var rest = try PositionsFormat.positionCount(info, section)
    try forEachPosting(info, reader, stop) { word, document, slot throws(SearchError) in
      let frequency = Int(clamping: try word.scorer.cursor.frequency(at: slot))
      guard frequency <= rest else {
        throw section.corrupted(
          "positions: the frequencies of a term add up to more than it has",
          at: info.positions.lowerBound)
      }
      rest -= frequency
      ends[document] += frequency
    }
  }

  /// Calls `body` with each posting of a wanted document: its document and its index in its block.
  private func forEachPosting(
    _ info: TermInfo, _ reader: SpanTermReader, _ stop: SearchStop,
    _ body: (PositionedTerm, Int, Int) throws(SearchError) -> Void
  ) throws(SearchError) {
    guard let word = try reader.open(info) else { return }
    let cursor = word.scorer.cursor
    while !cursor.isExhausted {
      try stop.spend(4 * cursor.count)
      try cursor.loadDocuments()
      for slot in 0..<cursor.count {
        let document = cursor.document(at: slot)
        if isWanted.contains(document) { try body(word, Int(document), slot) }
      }
      cursor.nextBlock()
    }
  }

  /// Appends the positions in `document`, which are in no order.
  func append(to found: inout [UInt32], in document: DocumentID) {
    let end = ends[Int(document)]
    found += positions[(document == 0 ? 0 : ends[Int(document) - 1])..<end]
  }
}
