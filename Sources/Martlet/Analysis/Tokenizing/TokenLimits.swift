/// The lengths of words that can be found, and the number of a document's words that are indexed.
///
/// For texts that nobody wrote: keys, dumps, encoded files. A word that is left out keeps its
/// position. What the index leaves out is counted.
public struct TokenLimits: Sendable, Hashable {
  /// Words with fewer letters are left out, of the index and of queries. Unfinished words of a query
  /// are not.
  public var shortestWord: Int
  /// Words with more letters are left out. No term has more than 1,024 bytes, whatever is said here.
  public var longestWord: Int
  /// Further words of the same field of a document are left out.
  public var tokensPerDocument: Int

  /// Limits in letters and words; those not given do not limit.
  public init(shortestWord: Int = 1, longestWord: Int = .max, tokensPerDocument: Int = .max) {
    self.shortestWord = shortestWord
    self.longestWord = longestWord
    self.tokensPerDocument = tokensPerDocument
  }

  /// True when every word is let through.
  var allowsAllWords: Bool { shortestWord <= 1 && longestWord >= Limits.termByteCount }

  /// Equal for limits that let the same words through.
  var signature: String {
    // The same on every platform when there is no limit.
    let longest = longestWord == .max ? Int64.max : Int64(longestWord)
    return "lengths(\(shortestWord), \(longest))"
  }

  /// `terms` without words of another length, each with its stem and what else is at its position.
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
  /// This analyzer with these limits, in place of any that it had.
  public func limits(_ limits: TokenLimits) -> Analyzer {
    var copy = self
    copy.limits = limits
    return copy
  }
}
