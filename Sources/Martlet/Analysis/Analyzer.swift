/// How text becomes terms: a tokenizer finds words, then filters turn each word into terms.
///
/// The same analyzer serves documents and queries, which is why they meet. Its filters are pure
/// functions of a word's bytes, so an index runs them once per distinct word and not once per
/// occurrence.
///
/// An index remembers the ``fingerprint`` of each field's analyzer and refuses another one,
/// because terms that were made differently would not be found.
public struct Analyzer: Sendable {
  /// What reads a document's value before the tokenizer does.
  var source = TextSource.plain

  /// The tokenizers that are compiled together with the loops that use them, and the others.
  private enum Scanner: Sendable {
    case standard, whitespace, keyword
    case custom(any Tokenizer)
  }

  /// The name given to ``custom(name:_:_:)``, or that of a built-in analyzer.
  public let name: String
  private let scanner: Scanner
  private let filters: [any TermFilter]
  private let signature: String
  /// What all filters together do to a word of ASCII bytes.
  let asciiRule: ASCIIRule

  /// What filters do to a word of ASCII bytes, when it can be said shortly.
  enum ASCIIRule: Sendable {
    /// The word is its only term, unless it is too long.
    case unchanged
    /// The word in lower case is its only term, unless it is too long.
    case lowercased
    /// Only ``Analyzer/terms(of:for:)`` knows.
    case filtered
  }

  private init(name: String, tokenizer: any Tokenizer, filters: [any TermFilter]) {
    self.name = name
    self.filters = filters
    scanner =
      switch tokenizer {
      case is StandardTokenizer: .standard
      case is WhitespaceTokenizer: .whitespace
      case is KeywordTokenizer: .keyword
      default: .custom(tokenizer)
      }
    asciiRule =
      if filters.isEmpty {
        .unchanged
      } else if filters.count == 1, let folding = filters[0] as? FoldingFilter {
        folding.asciiRule
      } else {
        .filtered
      }
    signature = ([name, tokenizer.name] + filters.map(\.signature)).joined(separator: "\n")
  }

  /// The words of any script, without differences of case or diacritics; nothing is dropped.
  public static let standard = standard(folding: .full)

  /// The words of any script, with the differences removed that `folding` says.
  public static func standard(folding: Folding) -> Analyzer {
    Analyzer(
      name: "standard", tokenizer: StandardTokenizer(),
      filters: [FoldingFilter(folding, splits: true)])
  }

  /// Runs of anything but white space, unchanged.
  public static let whitespace = Analyzer(
    name: "whitespace", tokenizer: WhitespaceTokenizer(), filters: [])

  /// The whole value as one term, unchanged.
  public static let keyword = Analyzer(
    name: "keyword", tokenizer: KeywordTokenizer(), filters: [])

  /// A tokenizer and filters of your choice. Nothing is folded unless a filter does it.
  ///
  /// - Parameter name: changes whenever the terms change for a reason that the names of the
  ///   tokenizer and the filters do not show.
  public static func custom(
    name: String, _ tokenizer: any Tokenizer, _ filters: [any TokenFilter] = []
  ) -> Analyzer {
    Analyzer(
      name: name, tokenizer: tokenizer,
      filters: filters.map { ($0 as? any TermFilter) ?? CustomFilter($0) })
  }

  /// This analyzer without `words`, which are folded as this analyzer does it. Entries that are not
  /// one word for it are ignored.
  ///
  /// The other words keep their positions, so a phrase still knows how far apart they stand.
  public func stopWords(_ words: StopWords) -> Analyzer {
    var folded: [AnalyzedTerm] = []
    for word in words.words {
      var collector = TermCollector(analyzer: self)
      var word = word
      // SAFETY: the collector copies the terms.
      word.withUTF8 { unsafe scan($0, for: .phrase, into: &collector) }
      if collector.wordCount == 1 { folded += collector.terms }
    }
    return adding(StopWordFilter(folded))
  }

  /// This analyzer with one more step after the others.
  func adding(_ filter: any TermFilter) -> Analyzer {
    let tokenizer: any Tokenizer =
      switch scanner {
      case .standard: StandardTokenizer()
      case .whitespace: WhitespaceTokenizer()
      case .keyword: KeywordTokenizer()
      case .custom(let tokenizer): tokenizer
      }
    return Analyzer(name: name, tokenizer: tokenizer, filters: filters + [filter]).source(source)
  }

  /// A hash of everything that decides which terms a text gives.
  package var fingerprint: UInt64 {
    source.fingerprint(with: Checksum.hash64(Array(signature.utf8)))
  }

  /// Whether ``terms(of:for:)`` gives every word back unchanged (unless the word is too long), so
  /// that a caller can leave it out.
  var isIdentity: Bool { filters.isEmpty }

  /// Hands the words of `text` to `sink`, in order. Bytes that are not UTF-8 separate words.
  ///
  /// - Complexity: O(`text.count`), without allocation per word for the built-in tokenizers.
  @unsafe @inline(__always)
  func scan<Sink: WordSink>(
    _ text: UnsafeBufferPointer<UInt8>, for use: TokenUse, into sink: inout Sink
  ) {
    switch scanner {
    case .standard: unsafe StandardTokenizer.scan(text, for: use, into: &sink)
    case .whitespace: unsafe WhitespaceTokenizer.scan(text, into: &sink)
    case .keyword: unsafe KeywordTokenizer.scan(text, into: &sink)
    case .custom(let tokenizer):
      unsafe CustomScanner.scan(text, with: tokenizer, for: use, into: &sink)
    }
  }

  /// The terms that `word` gives. A pure function of the bytes and the use: callers remember it.
  ///
  /// Empty for a stop word and for a word that is too long (``isTooLong(_:for:)`` tells which);
  /// either way the word keeps its position. The word of several terms ends at the largest
  /// position offset.
  @unsafe
  func terms(of word: UnsafeBufferPointer<UInt8>, for use: TokenUse) -> [AnalyzedTerm] {
    let longest = Limits.termByteCount
    if asciiRule == .lowercased, word.count <= longest, let term = unsafe Self.lowercased(word) {
      return [term]
    }
    let all = unsafe unlimitedTerms(of: word, for: use)
    guard all.contains(where: { $0.bytes.count > longest }) else { return all }
    return all.filter { $0.bytes.count <= longest }
  }

  /// The lower case of a word of ASCII bytes, nil for another word.
  @unsafe
  private static func lowercased(_ word: UnsafeBufferPointer<UInt8>) -> AnalyzedTerm? {
    var seen: UInt8 = 0
    // SAFETY: the array has room for the word, and each byte is written once.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: word.count) { bytes, count in
      for index in 0..<word.count {
        let byte = unsafe word[index]
        seen |= byte
        unsafe bytes[index] = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
      }
      count = word.count
    }
    return seen < 0x80 ? AnalyzedTerm(bytes: bytes) : nil
  }

  /// Whether a term of `word` is left out because it has more than `Limits.termByteCount` bytes.
  ///
  /// - Complexity: that of ``terms(of:for:)``; meant for the rare word that gave no term.
  @unsafe
  func isTooLong(_ word: UnsafeBufferPointer<UInt8>, for use: TokenUse) -> Bool {
    unsafe unlimitedTerms(of: word, for: use).contains { $0.bytes.count > Limits.termByteCount }
  }

  /// A part of a word, for wildcards and for terms that differ by a few letters, folded as this
  /// analyzer folds words; nothing is cut, dropped or reduced to a stem.
  func folded(_ part: String) -> [UInt8] {
    filters.reduce(into: Array(part.utf8)) { bytes, filter in
      if let filter = filter as? FoldingFilter { bytes = filter.folding.fold(bytes) }
    }
  }

  @unsafe
  private func unlimitedTerms(
    of word: UnsafeBufferPointer<UInt8>, for use: TokenUse
  ) -> [AnalyzedTerm] {
    var terms: [AnalyzedTerm] = []
    let whole = AnalyzedTerm(bytes: unsafe Array(word))
    guard let first = filters.first else { return [whole] }
    first.apply(whole, for: use, into: &terms)
    for index in filters.indices.dropFirst() {
      var next: [AnalyzedTerm] = []
      for term in terms { filters[index].apply(term, for: use, into: &next) }
      terms = next
    }
    return terms
  }
}

/// The terms of all words.
private struct TermCollector: WordSink {
  let analyzer: Analyzer
  var terms: [AnalyzedTerm] = []
  var wordCount = 0

  init(analyzer: Analyzer) { self.analyzer = analyzer }

  mutating func accept(_ word: FoundWord) {
    wordCount += 1
    terms += unsafe analyzer.terms(of: word.bytes, for: .phrase)
  }
}
