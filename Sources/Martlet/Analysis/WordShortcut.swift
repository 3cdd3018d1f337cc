/// What is known of many words without running the steps of their analyzer.
struct WordShortcut {
  /// Whether a word gives the same terms as the same word with small letters for the capitals of
  /// ASCII.
  let ignoresASCIICase: Bool
  private let unchanged: UnchangedWords

  private enum UnchangedWords {
    case none, all
    case settled(ScalarFolding)
  }

  init(_ analyzer: Analyzer) {
    let folding = (analyzer.filters.first as? FoldingFilter)?.folding
    ignoresASCIICase = folding?.ignoresASCIICase ?? false
    let allowsAll = analyzer.droppedWords.isEmpty && analyzer.limits.allowsAllWords
    if allowsAll, analyzer.filters.isEmpty {
      unchanged = .all
    } else if allowsAll, analyzer.filters.count == 1, let folding {
      unchanged = .settled(ScalarFolding(folding))
    } else {
      unchanged = .none
    }
  }

  /// Whether a quick look tells that `word` is its only term.
  @unsafe
  func leaves(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    guard word.count <= Limits.termByteCount else { return false }
    return switch unchanged {
    case .none: false
    case .all: true
    // SAFETY: the word is only read while the caller lends it.
    case .settled(let folding): unsafe folding.leaves(word)
    }
  }
}
