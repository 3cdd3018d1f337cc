/// The properties of words that are known without running the steps of their analyzer.
struct WordShortcut {
  /// True if a word gives the same terms as the same word with its ASCII capitals in lower case.
  let ignoresASCIICase: Bool
  private let unchanged: UnchangedWords

  private enum UnchangedWords {
    case none, all
    case settled(ScalarFolding)
  }

  /// Determines the properties.
  ///
  /// - Parameters:
  ///   - filters: The steps that are applied to each word.
  ///   - allowsAll: True if words of every length are allowed.
  init(_ filters: [any TermFilter], allowsAll: Bool) {
    let folding = (filters.first as? FoldingFilter)?.folding
    ignoresASCIICase = folding?.ignoresASCIICase ?? false
    if allowsAll, filters.isEmpty {
      unchanged = .all
    } else if allowsAll, filters.count == 1, let folding {
      unchanged = .settled(ScalarFolding(folding))
    } else {
      unchanged = .none
    }
  }

  /// Returns true if a quick check shows that `word` itself is its only term.
  func leaves(_ word: Span<UInt8>) -> Bool {
    guard word.count <= Limits.termByteCount else { return false }
    return switch unchanged {
    case .none: false
    case .all: true
    case .settled(let folding): folding.leaves(word)
    }
  }
}
