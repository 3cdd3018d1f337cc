/// The detail in which the words of a text field are indexed.
public struct IndexDetail: Sendable, Hashable {
  /// True if the positions of words are kept.
  let hasPositions: Bool

  /// Everything that searches can use: the documents of each word, its frequency in each, and its
  /// positions.
  public static let full = IndexDetail(hasPositions: true)

  /// The documents of each word and its frequency in each, without positions.
  ///
  /// This takes about half the space. A phrase in such a field finds documents that have its words
  /// anywhere.
  public static let frequencies = IndexDetail(hasPositions: false)
}
