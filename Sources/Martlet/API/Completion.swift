/// A way to go on with a text that someone is typing.
public struct Completion: Sendable, Hashable {
  /// The text that was typed, with its last word completed.
  public let text: String
  /// The completed word, as documents spell it.
  public let word: String
  /// The number of documents that have the word and match the text before it.
  public let documentCount: Int
}

/// A value or word of a field.
public struct FieldTerm: Sendable, Hashable {
  /// The word as it is compared, the keyword, the number, or the date in ISO 8601.
  public let text: String
  /// The number of documents that have it.
  public let documentCount: Int
}
