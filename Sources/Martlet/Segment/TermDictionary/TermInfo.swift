/// What a term leads to: how often it occurs, and where its postings and positions are.
///
/// The byte ranges of a dictionary's terms follow one another in the order of the terms, in the
/// field's postings and in its positions. A range without bytes is read back as `0..<0`, and a
/// number without meaning as 0.
struct TermInfo: Equatable, Sendable {
  /// The number of documents that have the term, at least 1.
  var documentFrequency: Int
  /// The number of occurrences, at least `documentFrequency`. Where `Int` has 32 bits, it may not
  /// hold them: a list without positions takes few bytes for many.
  var totalFrequency: Int64
  /// The document, when `documentFrequency` is 1: such a term has no bytes in the postings.
  var document: DocumentID
  /// Bytes in the field's postings; none when `documentFrequency` is 1.
  var postings: Range<Int>
  /// The position, when `totalFrequency` is 1 and the field has positions.
  var position: UInt32
  /// Bytes in the field's positions; none when `totalFrequency` is 1 or the field has none.
  var positions: Range<Int>

  /// Whether the term occurs once: then the entry in the dictionary says all there is.
  @inline(__always)
  var isSingle: Bool { totalFrequency == 1 }
}
