/// Adds up frequencies over lists, and gives the sums as one list.
final class PostingsAccumulator {
  private let documentCount: Int
  private let sums: FrequencySums

  init(documentCount: Int) {
    self.documentCount = documentCount
    sums = FrequencySums(documentCount: documentCount)
  }

  /// Adds the postings of one term.
  ///
  /// - Throws: `corrupted`, `cancelled`.
  func add(
    _ info: TermInfo, _ field: SegmentReader.Field, _ stop: SearchStop
  ) throws(SearchError) {
    try sums.add(
      info, field.postings, hasPositions: field.positions != nil, willRead: stop.spend)
  }

  /// Adds to the frequency of one document.
  @inline(__always)
  func add(_ document: DocumentID, _ frequency: UInt32) { sums.add(document, frequency) }

  /// The sums as a list; nil when there is none.
  ///
  /// - Throws: nothing that memory can cause, but the writer's signature.
  func list(norms: ByteView?, _ lengths: LengthTable) throws(SearchError) -> PostingsList? {
    let section = ByteWriter()
    let writer = PostingsWriter(into: section, positions: nil, norms: norms, lengths: lengths)
    guard sums.write(to: writer) > 0 else { return nil }
    let info = try writer.finishTerm()
    try writer.finish()
    return PostingsList(
      info, postings: section.finish(), norms: norms, documentCount: documentCount)
  }
}
