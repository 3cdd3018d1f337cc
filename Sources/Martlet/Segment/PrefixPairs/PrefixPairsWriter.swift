/// Writes the lists of pairs of a word and a beginning; see ``PrefixPairsFormat``.
///
/// Pairs come in the order of their terms, and the postings of each with rising documents. Used by one
/// thread; finished once.
final class PrefixPairsWriter {
  private let postings: SectionBuffer
  private let writer: PostingsWriter
  private let dictionary = TermDictionaryWriter(hasPositions: false)

  /// - Parameters:
  ///   - postings: The buffer for the postings, which is empty.
  ///   - norms: The lengths of the documents, and `lengths` the table for them, from which the bounds
  ///     are computed; nil if the field has none.
  init(into postings: SectionBuffer, norms: ByteView?, lengths: LengthTable?) {
    self.postings = postings
    writer = PostingsWriter(into: postings, positions: nil, norms: norms, lengths: lengths)
  }

  /// Appends a posting of the next pair.
  @inline(__always)
  func append(_ document: DocumentID, _ frequency: UInt32) {
    writer.append(document: document, frequency: frequency)
  }

  /// Ends the postings, of which there is at least one, of the pair with this term.
  ///
  /// - Throws: The error of a failed write.
  func end(term: [UInt8]) throws(SearchError) {
    dictionary.append(term, try writer.finishTerm())
  }

  /// Adds the sections of the field `id` to `image`, if there is any pair.
  ///
  /// - Throws: The error of a failed write.
  func finish(_ id: FieldID, into image: ImageWriter) throws(SearchError) {
    try writer.finish()
    guard dictionary.termCount > 0 else { return }
    try image.add(SectionID(.prefixPairs, id), dictionary.finish())
    try postings.copy(SectionID(.prefixPairPostings, id), into: image)
  }
}
