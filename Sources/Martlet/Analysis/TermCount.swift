extension Analyzer {
  /// Returns the number of terms in `text`. For measurements: nothing is kept.
  ///
  /// - Complexity: O(`text`), the cost of indexing without the index.
  package func termCount(of text: String, for use: TokenUse = .indexing) -> Int {
    var text = text
    var counter = TermCounter(analyzer: self, use: use)
    // SAFETY: the counter keeps nothing of the text.
    text.withUTF8 { unsafe scan($0, for: use, into: &counter) }
    return counter.count
  }
}

/// A sink that counts the terms of its words.
private struct TermCounter: WordSink {
  let analyzer: Analyzer
  let use: TokenUse
  var count = 0

  mutating func accept(_ word: FoundWord) {
    count &+= unsafe analyzer.terms(of: word.bytes, for: use).count
  }
}
