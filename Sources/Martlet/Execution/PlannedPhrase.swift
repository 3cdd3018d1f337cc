/// A phrase of whole words that were looked up.
///
/// An object, because the search of each segment reads it: a copy would take a reference to each of
/// its arrays.
final class PlannedPhrase: Sendable {
  /// The indices in ``QueryPlan/terms`` of the distinct words.
  let terms: [Int]
  /// The words by index in `terms`, each with its offset, in the order that a ``PhraseMatcher``
  /// reads.
  let sequence: [(word: Int, offset: Int)]
  /// The lists of adjacent pairs in each segment; nil if the segment does not have the field.
  let pairs: [PhrasePairs?]
  /// The weight, which is the score of a full impact.
  let weight: Float

  init(
    terms: [Int], sequence: [(word: Int, offset: Int)], pairs: [PhrasePairs?], weight: Float
  ) {
    self.terms = terms
    self.sequence = sequence
    self.pairs = pairs
    self.weight = weight
  }

  /// Returns the same phrase with another weight.
  func withWeight(_ weight: Float) -> PlannedPhrase {
    PlannedPhrase(terms: terms, sequence: sequence, pairs: pairs, weight: weight)
  }
}
