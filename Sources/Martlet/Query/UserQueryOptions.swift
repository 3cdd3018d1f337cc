/// Options for interpreting a text that a person typed.
public struct UserQueryOptions: Sendable, Hashable {
  /// The meaning of a space between two words.
  public var combine: WordCombination

  /// True when the last word, if no space follows it, also represents the words that it begins.
  public var lastWordIsUnfinished: Bool

  /// True when a text without any word finds everything rather than nothing.
  public var emptyFindsEverything: Bool

  /// Words that all have to match, the last one perhaps unfinished; an empty text finds nothing.
  public init(
    combine: WordCombination = .all,
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
  /// Documents with any of the words; `+word` must be there, `-word` must not.
  case any
  /// Documents with all the words, and when there is none, documents with as many of them as
  /// any document has.
  case allThenAny
}
