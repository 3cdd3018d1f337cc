/// Limits on the length of words, and on the number of words of a document that are indexed.
///
/// Intended for texts that were not written by people: keys, dumps, encoded files. A word that is
/// left out keeps its position. The index counts the words that it leaves out.
public struct TokenLimits: Sendable, Hashable {
  /// The minimum length of a word in letters. Shorter words are left out of the index and of
  /// queries, except unfinished words of a query.
  public var shortestWord: Int
  /// The maximum length of a word in letters. Longer words are left out. In any case, no term has
  /// more than 1,024 bytes, and no word more than 8,192 before the filters.
  public var longestWord: Int
  /// The maximum number of words of one field of a document. Further words are left out.
  public var tokensPerDocument: Int

  /// Creates limits in letters and words. A limit that is not given has no effect.
  public init(shortestWord: Int = 1, longestWord: Int = .max, tokensPerDocument: Int = .max) {
    self.shortestWord = shortestWord
    self.longestWord = longestWord
    self.tokensPerDocument = tokensPerDocument
  }

  /// True if every word is within the limits.
  var allowsAllWords: Bool { shortestWord <= 1 && longestWord >= Limits.termByteCount }

  /// A signature that is equal for limits that allow the same words.
  var signature: String {
    // The same on every platform if there is no limit.
    let longest = longestWord == .max ? Int64.max : Int64(longestWord)
    return "lengths(\(shortestWord), \(longest))"
  }

  /// Returns `terms` without words of other lengths. A word's stem, and everything else at its
  /// position, is removed with it.
  func limited(_ terms: [AnalyzedTerm], for use: TokenUse) -> [AnalyzedTerm] {
    guard !allowsAllWords else { return terms }
    let allowed = terms.filter { $0.form == .word && allows($0.bytes, for: use) }
      .map(\.positionOffset)
    return terms.filter { term in
      term.form == .word
        ? allows(term.bytes, for: use) : allowed.contains(term.positionOffset)
    }
  }

  private func allows(_ word: [UInt8], for use: TokenUse) -> Bool {
    let length = word.count { $0 & 0xC0 != 0x80 }
    return length <= longestWord && (length >= shortestWord || use == .prefix)
  }
}

extension Analyzer {
  /// Returns this analyzer with these limits, in place of any that it had.
  public func limits(_ limits: TokenLimits) -> Analyzer {
    var copy = self
    copy.limits = limits
    return copy
  }
}
