/// A query that requires fewer than all of the words that a person typed.
struct QueryRelaxation: Sendable, Equatable {
  var query: Query
  /// The number of optional words that the query requires.
  var wordCount: Int
  /// The number of words that may be missing.
  var allWordCount: Int
}
