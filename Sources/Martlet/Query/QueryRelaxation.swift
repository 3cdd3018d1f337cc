/// A query that asks for fewer of the words that a person typed than all.
struct QueryRelaxation: Sendable, Equatable {
  var query: Query
  /// How many of the words that may be missing the query asks for.
  var wordCount: Int
  /// How many words may be missing.
  var allWordCount: Int
}
