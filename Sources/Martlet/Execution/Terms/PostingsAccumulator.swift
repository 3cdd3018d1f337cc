/// Adds up frequencies over lists, and returns the sums as one list.
final class PostingsAccumulator {
  private let documentCount: Int
  private let sums: FrequencySums

  init(documentCount: Int) {
    self.documentCount = documentCount
    sums = FrequencySums(documentCount: documentCount)
  }

  /// Adds the postings of one term.
  func add(
    _ info: TermInfo, _ field: SegmentReader.Field, _ stop: SearchStop
  ) throws(SearchError) {
    try sums.add(
      info, field.postings, hasPositions: field.positions != nil, willRead: stop.spend)
  }

  /// Adds `frequency` to the sum of `document`.
  @inline(__always)
  func add(_ document: DocumentID, _ frequency: UInt32) { sums.add(document, frequency) }

  /// Returns the sums as a list; nil if there are none.
  ///
  /// - Throws: No error when writing to memory; the writer's signature requires it.
  // Inlined, it would be 2 kB in each of its callers.
  @inline(never)
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
