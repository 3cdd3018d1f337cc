/// A dictionary entry: the frequencies of a term, and the ranges of its postings and positions.
///
/// The byte ranges of a dictionary's terms follow one another in the order of the terms, in the
/// field's postings and in its positions. An empty range is read back as `0..<0`, and a number that
/// does not apply as 0.
struct TermInfo: Equatable, Sendable {
  /// The number of documents that have the term, at least 1.
  var documentFrequency: Int
  /// The number of occurrences, at least `documentFrequency`.
  ///
  /// An `Int` of 32 bits may be too small for it: a list without positions takes few bytes for
  /// many occurrences.
  var totalFrequency: Int64
  /// The document, when `documentFrequency` is 1: such a term has no bytes in the postings.
  var document: DocumentID
  /// The range of the field's postings; empty when `documentFrequency` is 1.
  var postings: Range<Int>
  /// The position, when `totalFrequency` is 1 and the field has positions.
  var position: UInt32
  /// The range of the field's positions; empty when `totalFrequency` is 1 or the field has none.
  var positions: Range<Int>

  /// True if the term occurs once: then the dictionary entry has its document and position.
  @inline(__always)
  var isSingle: Bool { totalFrequency == 1 }
}
