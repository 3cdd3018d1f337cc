/// A property of documents by which results are sorted, in terms of the index.
struct SortCriterion: Sendable, Hashable {
  enum Source: Sendable, Hashable {
    /// The score, the highest first.
    case relevance
    /// The bytes of the key.
    case key
    /// The order of the documents in the index.
    case document
    /// The values of a field that has a column.
    case column(FieldID, FieldKind)
  }

  var source: Source
  /// True if the order is reversed. Documents without a value are not affected.
  var isReversed = false
  /// True if documents without a value come first.
  var missingIsFirst = false
}
