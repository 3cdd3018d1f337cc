/// Stands in for the analyzer, whose parts an embedded program cannot choose at run time: the
/// scanners of the library, and folding as the only filter.
public struct Analyzer: Sendable {
  private enum Scanner: Sendable {
    case standard, whitespace, keyword
  }

  public let name: String
  var source = TextSource.plain
  var filters: [FoldingFilter]
  var joinedParts: WordParts = []
  var droppedWords = StopTerms()
  var queryStopWords = StopTerms()
  var synonymTable = SynonymTable()
  var languageField: String?
  var limits = TokenLimits()
  private let scanner: Scanner

  public static let standard = Analyzer(
    name: "standard", filters: [FoldingFilter(.full, splits: true)], scanner: .standard)
  public static let whitespace = Analyzer(name: "whitespace", filters: [], scanner: .whitespace)
  public static let keyword = Analyzer(name: "keyword", filters: [], scanner: .keyword)

  private init(name: String, filters: [FoldingFilter], scanner: Scanner) {
    self.name = name
    self.filters = filters
    self.scanner = scanner
  }

  package var fingerprint: UInt64 { source.fingerprint(with: Checksum.hash64(Array(name.utf8))) }
  var scannerSummary: String { name }

  func forEachWord(
    in text: Span<UInt8>, for use: TokenUse, _ body: (FoundWord, Span<UInt8>) -> Void
  ) {
    withoutActuallyEscaping(body) { body in
      var sink = CallingSink(body)
      scan(text, for: use, into: &sink)
    }
  }

  @inline(__always)
  func scan<Sink: WordSink>(_ text: Span<UInt8>, for use: TokenUse, into sink: inout Sink) {
    switch scanner {
    case .standard: StandardTokenizer.scan(text, for: use, into: &sink)
    case .whitespace: WhitespaceTokenizer.scan(text, into: &sink)
    case .keyword: KeywordTokenizer.scan(text, into: &sink)
    }
  }

  func terms(of word: Span<UInt8>, for use: TokenUse) -> [AnalyzedTerm] {
    var terms = [AnalyzedTerm(bytes: Array(copying: word))]
    for filter in filters {
      var next: [AnalyzedTerm] = []
      for term in terms { filter.apply(term, for: use, into: &next) }
      terms = next
    }
    return limits.limited(terms, for: use).filter { $0.bytes.count <= Limits.termByteCount }
  }

  var keepsAllWords: Bool { droppedWords.isEmpty && limits.allowsAllWords }

  var shortcut: WordShortcut {
    WordShortcut(filters, allowsAll: keepsAllWords)
  }
  func soleTerm(of text: String) -> [UInt8]? { nil }
  func isSkipped(_ word: Span<UInt8>, for use: TokenUse) -> Bool { false }
  func isStopWord(_ term: [UInt8]) -> Bool { queryStopWords.contains(term) }
  func folded(_ part: String) -> [UInt8] {
    filters.reduce(Array(part.utf8)) { bytes, filter in filter.fold(bytes) }
  }
  func narrowed(to code: String) -> Analyzer { self }
  func languageChosen(by language: String) -> String { "" }
}

enum CustomScanner {
  static func emit(
    _ text: String, _ emit: (Token) -> Void,
    scan: (Span<UInt8>, inout CallingSink) -> Void
  ) {}
}
