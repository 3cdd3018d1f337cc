/// Which of the words that a person typed the hits have.
///
/// With ``WordCombination/allThenAny``, a search that finds no document with all the words goes on
/// with fewer.
public enum MatchedWords: Sendable, Hashable {
  /// All of them, as the query says.
  case all
  /// No document has all. These have at least `atLeast` of the `of` words that may be missing, and
  /// no document has more. Stop words that a query of several words does without count as found.
  case most(atLeast: Int, of: Int)
}
