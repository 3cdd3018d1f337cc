/// Options for interpreting a text that a person typed.
public struct UserQueryOptions: Sendable, Hashable {
  /// The meaning of a space between two words.
  public var combine: WordCombination

  /// True if the last word, when no space follows it, also represents the words that begin with it.
  public var lastWordIsUnfinished: Bool

  /// True if a text without any word, such as an empty one or a `$`, finds everything rather than
  /// nothing.
  public var emptyFindsEverything: Bool

  /// Creates options. By default all words have to match, or most of them if no document has all;
  /// the last one may be unfinished; and an empty text finds nothing.
  public init(
    combine: WordCombination = .allThenAny,
    lastWordIsUnfinished: Bool = true,
    emptyFindsEverything: Bool = false
  ) {
    self.combine = combine
    self.lastWordIsUnfinished = lastWordIsUnfinished
    self.emptyFindsEverything = emptyFindsEverything
  }
}

/// The meaning of words side by side.
public enum WordCombination: Sendable, Hashable {
  /// Documents with all the words.
  case all
  /// Documents with any of the words; `+word` is required, `-word` is excluded.
  case any
  /// Documents with all the words; if there are none, documents with as many of the words as any
  /// document has.
  case allThenAny
}
