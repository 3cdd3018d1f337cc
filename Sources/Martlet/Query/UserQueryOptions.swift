/// How a text that a person typed is understood.
public struct UserQueryOptions: Sendable, Hashable {
  /// What a space between two words asks for.
  public var combine: WordCombination

  /// Whether the last word, when no space follows it, also stands for the words that it begins.
  public var lastWordIsUnfinished: Bool

  /// Whether a text without any word finds everything, and not nothing.
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

/// What words that stand side by side ask for.
public enum WordCombination: Sendable, Hashable {
  /// Documents with all the words.
  case all
  /// Documents with any of the words; `+word` must be there, `-word` must not.
  case any
  /// Documents with all the words, and when there is none, documents with as many of them as
  /// any document has.
  case allThenAny
}
