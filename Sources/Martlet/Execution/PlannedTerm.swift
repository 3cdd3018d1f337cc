/// A word of a query that was looked up, or the union of all words with one prefix.
struct PlannedTerm: Sendable {
  /// The list in each segment; nil if the segment has none.
  var lists: [PostingsList?]
  /// The number of live documents that have the word, over all segments.
  var documentFrequency: Int
  /// The weight, which is the score of a full impact.
  var weight: Float
  /// The length table of the field.
  var lengths: LengthTable
}
