/// The words of a query that the hits have.
///
/// With ``WordCombination/allThenAny``, a search that finds no document with all the words is
/// repeated with fewer.
public enum MatchedWords: Sendable, Hashable {
  /// All of them, as the query requires.
  case all
  /// The most that any document has: no document has all of them.
  ///
  /// The hits have at least `atLeast` of the `of` words that may be missing, and no document has
  /// more. Stop words that a query of several words leaves out count as found.
  case most(atLeast: Int, of: Int)
}
