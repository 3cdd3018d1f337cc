/// A query that asks for fewer of the words that a person typed than all.
struct QueryRelaxation: Sendable, Equatable {
  var query: Query
  /// The number of optional words that the query asks for.
  var wordCount: Int
  /// The number of words that may be missing.
  var allWordCount: Int
}
