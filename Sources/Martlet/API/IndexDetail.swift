/// How much an index keeps of each word of a text field.
public struct IndexDetail: Sendable, Hashable {
  /// Whether the places of the words are kept.
  let hasPositions: Bool

  /// Everything that searches can use: which documents, how often, and where.
  public static let full = IndexDetail(hasPositions: true)

  /// Which documents and how often, but not where. About half the size; a phrase in this field
  /// finds documents that have its words anywhere.
  public static let frequencies = IndexDetail(hasPositions: false)
}
