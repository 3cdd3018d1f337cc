/// Writes the lists of pairs of neighbouring words; see ``BigramsFormat`` and
/// ``PrefixPairsFormat``.
///
/// Pairs come in the order of their terms, and the postings of each with rising documents. Used by
/// one thread; finished once.
final class PairListsWriter {
  private let postings: SectionBuffer
  private let writer: PostingsWriter
  private let dictionary = TermDictionaryWriter(hasPositions: false)

  /// - Parameters:
  ///   - postings: The buffer for the postings, which is empty.
  ///   - norms: The lengths of the documents, and `lengths` the table for them, from which the
  ///     bounds are computed; nil if the field has none.
  @inline(never)
  init(into postings: SectionBuffer, norms: ByteView?, lengths: LengthTable?) {
    self.postings = postings
    writer = PostingsWriter(into: postings, positions: nil, norms: norms, lengths: lengths)
  }

  /// Appends a posting of the next pair.
  @inline(__always)
  func append(_ document: DocumentID, _ frequency: UInt32) {
    writer.append(document: document, frequency: frequency)
  }

  /// Appends sorted postings of the next pair, with documents in the upper halves, and ends it.
  ///
  /// - Throws: The error of a failed write.
  func append(
    _ sorted: GrowingArray<UInt64>, _ range: Range<Int>, term: [UInt8]
  ) throws(SearchError) {
    guard !range.isEmpty else { return }
    for index in range {
      append(DocumentID(sorted[index] &>> 32), UInt32(truncatingIfNeeded: sorted[index]))
    }
    try end(term: term)
  }

  /// Ends the postings, of which there is at least one, of the pair with this term.
  ///
  /// - Throws: The error of a failed write.
  func end(term: [UInt8]) throws(SearchError) {
    dictionary.append(term, try writer.finishTerm())
  }

  /// Adds the lists of pairs of `words` in the field `id` to `image`. There may be no pair: then
  /// the words are nowhere next to each other.
  ///
  /// - Throws: The error of a failed write.
  func finish(_ id: FieldID, words: [[UInt8]], into image: ImageWriter) throws(SearchError) {
    try image.add(SectionID(.bigramWords, id), BigramsFormat.encode(words))
    try finish(SectionID(.bigrams, id), SectionID(.bigramPostings, id), image)
  }

  /// Adds the lists of pairs of a word and a beginning in the field `id` to `image`, if there is
  /// any.
  ///
  /// - Throws: The error of a failed write.
  func finishPrefixPairs(_ id: FieldID, into image: ImageWriter) throws(SearchError) {
    guard dictionary.termCount > 0 else { return }
    try finish(SectionID(.prefixPairs, id), SectionID(.prefixPairPostings, id), image)
  }

  private func finish(
    _ lists: SectionID, _ listPostings: SectionID, _ image: ImageWriter
  ) throws(SearchError) {
    try writer.finish()
    try image.add(lists, dictionary.finish())
    try postings.copy(listPostings, into: image)
  }
}
