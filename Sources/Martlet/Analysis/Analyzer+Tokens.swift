extension Analyzer {
  /// Returns the tokens of `text`, in order, as an index or a query receives them. For tests, and
  /// to find out why a search finds too much or too little.
  ///
  /// A stem that differs from its word is a token at the same position.
  public func tokens(in text: String, for use: TokenUse = .indexing) -> [Token] {
    if use == .indexing, !source.isPlain { return tokensOfSource(in: text) }
    var collector = TokenCollector(analyzer: self, use: use)
    text.withBytes { text in
      forEachWord(in: text, for: use) { collector.accept($0, in: $1) }
    }
    return collector.tokens
  }
}

/// Counts positions and makes a token of each term.
private struct TokenCollector {
  let analyzer: Analyzer
  let use: TokenUse
  var tokens: [Token] = []
  private var positions = PositionCounter()

  init(analyzer: Analyzer, use: TokenUse) {
    self.analyzer = analyzer
    self.use = use
  }

  mutating func accept(_ word: FoundWord, in text: Span<UInt8>) {
    let terms = analyzer.terms(of: text.extracting(word.bytes), for: use)
    let start = positions.advance(by: word.positionIncrement, over: terms)
    for (index, term) in terms.enumerated() {
      let isSpelledAlike = terms.enumerated().contains { other, known in
        known.positionOffset == term.positionOffset && known.text == term.text
          && (known.form == .word || other < index)
      }
      if term.form == .stem, isSpelledAlike { continue }
      tokens.append(
        Token(text: term.text, range: word.range, position: start + term.positionOffset))
    }
  }
}
