extension Analyzer {
  /// Returns the tokens of `text`, in order, as an index or a query receives them. For tests, and
  /// to find out why a search finds too much or too little.
  ///
  /// A stem that differs from its word is a token at the same position.
  public func tokens(in text: String, for use: TokenUse = .indexing) -> [Token] {
    if use == .indexing, !source.isPlain { return tokensOfSource(in: text) }
    return tokens(in: text, TokenCollector(analyzer: self, use: use))
  }

  /// Returns the tokens of a document's value that are words and no stems, as an index receives
  /// them. Ranges are in the text without markup.
  func words(in value: String) -> [Token] {
    let analyzer = source(.plain)
    var collector = TokenCollector(analyzer: analyzer, use: .indexing)
    collector.leavesOutStems = true
    return analyzer.tokens(in: source.text(of: value), collector)
  }

  private func tokens(in text: String, _ collector: consuming TokenCollector) -> [Token] {
    var collector = collector
    text.withBytes { text in
      forEachWord(in: text, for: collector.use) { collector.accept($0, in: $1) }
    }
    return collector.tokens
  }
}

/// Counts positions and makes a token of each term.
private struct TokenCollector {
  let analyzer: Analyzer
  let use: TokenUse
  var leavesOutStems = false
  var tokens: [Token] = []
  private var positions = PositionCounter()

  init(analyzer: Analyzer, use: TokenUse) {
    self.analyzer = analyzer
    self.use = use
  }

  /// A spelling at a position of the word.
  private struct Spelling: Hashable {
    let offset: Int
    let text: String

    init(_ term: AnalyzedTerm) { (offset, text) = (term.positionOffset, term.text) }
  }

  mutating func accept(_ word: FoundWord, in text: Span<UInt8>) {
    let terms = analyzer.terms(of: text.extracting(word.bytes), for: use)
    let start = positions.advance(by: word.positionIncrement, over: terms)
    // A stem that is spelled as a word, or as a stem before it, is no token.
    let hasStems = !leavesOutStems && terms.contains { $0.form == .stem }
    var known = Set(hasStems ? terms.filter { $0.form == .word }.map(Spelling.init) : [])
    for term in terms {
      if term.form == .stem, leavesOutStems || !known.insert(Spelling(term)).inserted { continue }
      tokens.append(
        Token(text: term.text, range: word.range, position: start + term.positionOffset))
    }
  }
}
