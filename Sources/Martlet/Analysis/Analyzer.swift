/// A conversion of text to terms: a tokenizer finds words, then filters turn each word into terms.
///
/// Documents and queries use the same analyzer, so their terms match. Its filters are pure
/// functions of a word's bytes, so an index runs them once per distinct word and not once per
/// occurrence.
///
/// An index stores a fingerprint of each field's analyzer and refuses another analyzer, because
/// terms that were made differently would not be found.
public struct Analyzer: Sendable {
  /// The tokenizers that are compiled together with the loops that use them, and all others.
  private enum Scanner: Sendable {
    case standard, whitespace, keyword
    case custom(any Tokenizer)
  }

  /// The steps of an analyzer.
  private struct Steps: Sendable {
    let name: String
    let scanner: Scanner
    let tokenizerName: String
    var source = TextSource.plain
    var filters: [any TermFilter]
    var joinedParts: WordParts = []
    var droppedWords = StopTerms()
    var queryStopWords = StopTerms()
    var synonymTable = SynonymTable()
    var languageField: String?
    var limits = TokenLimits()

    var keepsAllWords: Bool { droppedWords.isEmpty && limits.allowsAllWords }
  }

  /// The steps in one object, because each word of a query passes its field's analyzer on.
  private final class Shared: Sendable {
    let steps: Steps
    let shortcut: WordShortcut

    @inline(never)
    init(_ steps: Steps) {
      self.steps = steps
      shortcut = WordShortcut(
        steps.filters, allowsAll: steps.keepsAllWords)
    }
  }

  private var shared: Shared

  private var steps: Steps {
    get { shared.steps }
    set { shared = Shared(newValue) }
  }

  @inline(never)
  init(name: String, tokenizer: any Tokenizer, filters: [any TermFilter]) {
    let scanner: Scanner =
      switch tokenizer {
      case is StandardTokenizer: .standard
      case is WhitespaceTokenizer: .whitespace
      case is KeywordTokenizer: .keyword
      default: .custom(tokenizer)
      }
    shared = Shared(
      Steps(name: name, scanner: scanner, tokenizerName: tokenizer.name, filters: filters))
  }

  /// The name given to ``custom(name:_:_:)``, or that of a built-in analyzer.
  public var name: String { shared.steps.name }

  /// The reader of a document's value, which runs before the tokenizer.
  var source: TextSource {
    get { shared.steps.source }
    set { steps.source = newValue }
  }

  /// The properties of words that are known without running the steps.
  var shortcut: WordShortcut { shared.shortcut }

  /// The steps after the tokenizer.
  var filters: [any TermFilter] {
    get { shared.steps.filters }
    set { steps.filters = newValue }
  }

  /// The kinds of parts that ``JoinedWordSink`` finds in addition to the tokenizer's words; with
  /// ``WordParts/camelCase`` if words have such parts, which the words that it joins must not have.
  var joinedParts: WordParts {
    get { shared.steps.joinedParts }
    set { steps.joinedParts = newValue }
  }

  /// The words that are left out of the index.
  var droppedWords: StopTerms {
    get { shared.steps.droppedWords }
    set { steps.droppedWords = newValue }
  }

  /// True if no word is left out of the index because of a list or its length.
  var keepsAllWords: Bool { shared.steps.keepsAllWords }

  /// The words that a query of several words leaves out.
  var queryStopWords: StopTerms {
    get { shared.steps.queryStopWords }
    set { steps.queryStopWords = newValue }
  }

  /// The synonyms that queries find in place of words.
  var synonymTable: SynonymTable {
    get { shared.steps.synonymTable }
    set { steps.synonymTable = newValue }
  }

  /// The field in which a document names its language.
  var languageField: String? {
    get { shared.steps.languageField }
    set { steps.languageField = newValue }
  }

  /// The limits on words and their number.
  var limits: TokenLimits {
    get { shared.steps.limits }
    set { steps.limits = newValue }
  }

  /// An analyzer for words of any script that ignores case and diacritics and drops nothing.
  public static let standard = standard(folding: .full)

  /// Returns an analyzer for words of any script that ignores the differences given by `folding`.
  public static func standard(folding: Folding) -> Analyzer {
    Analyzer(
      name: "standard", tokenizer: StandardTokenizer(),
      filters: [FoldingFilter(folding, splits: true)]
    ).wordParts(.signs)
  }

  /// An analyzer that splits at white space and changes nothing.
  public static let whitespace = Analyzer(
    name: "whitespace", tokenizer: WhitespaceTokenizer(), filters: [])

  /// An analyzer that makes the whole value one term, unchanged.
  public static let keyword = Analyzer(
    name: "keyword", tokenizer: KeywordTokenizer(), filters: [])

  /// Creates an analyzer from a tokenizer and filters of your choice. Nothing is folded unless a
  /// filter does it.
  ///
  /// - Parameters:
  ///   - name: A name that changes whenever the terms change for a reason that the names of the
  ///     tokenizer and the filters do not show.
  ///   - tokenizer: The tokenizer, which finds the words.
  ///   - filters: The filters, which are applied to each word in order.
  public static func custom(
    name: String, _ tokenizer: any Tokenizer, _ filters: [any TokenFilter] = []
  ) -> Analyzer {
    Analyzer(
      name: name, tokenizer: tokenizer,
      filters: filters.map { ($0 as? any TermFilter) ?? CustomFilter($0) })
  }

  /// Returns this analyzer with one more step after the others.
  func adding(_ filter: any TermFilter) -> Analyzer {
    var copy = self
    copy.filters.append(filter)
    return copy
  }

  /// A hash of everything that decides which terms a document gives. Settings that only affect
  /// queries are not included.
  package var fingerprint: UInt64 {
    var parts = [name, scannerName] + filters.map(\.signature)
    if let languageField { parts.append("language by \(languageField)") }
    if !limits.allowsAllWords { parts.append(limits.signature) }
    if !droppedWords.isEmpty { parts.append("stopWords 2(\(droppedWords.signature))") }
    return source.fingerprint(with: Checksum.hash64(Array(parts.joined(separator: "\n").utf8)))
  }

  /// A description of the tokenizer and of the parts found in addition to its words, for
  /// explanations.
  var scannerSummary: String {
    let name = shared.steps.tokenizerName
    return joinedParts.isEmpty ? name : "\(name) with \(joinedParts.intersection(.joined).names)"
  }

  /// The tokenizer's name, and what is found in addition to its words.
  private var scannerName: String {
    let name = shared.steps.tokenizerName
    guard !joinedParts.isEmpty else { return name }
    // Of a word with parts, another reading begins where the word begins since version 3. Since
    // version 4, a sign that stands for several words is joined to none.
    let version = joinedParts.contains(.hyphens) ? 4 : filters.first is WordPartFilter ? 3 : 2
    return "\(name), joined \(version) (\(joinedParts.rawValue))"
  }

  /// Passes the words of `text` to `sink`, in order. Bytes that are not UTF-8 separate words.
  ///
  /// - Complexity: O(`text.count`), without allocation per word for the built-in tokenizers.
  @inline(__always)
  func scan<Sink: WordSink>(_ text: Span<UInt8>, for use: TokenUse, into sink: inout Sink) {
    switch shared.steps.scanner {
    case .standard:
      guard !joinedParts.isEmpty else {
        return StandardTokenizer.scan(text, for: use, into: &sink)
      }
      var joined = JoinedWordSink(sink, parts: joinedParts, use: use)
      StandardTokenizer.scan(text, for: use, into: &joined)
      sink = joined.sink
    case .whitespace: WhitespaceTokenizer.scan(text, into: &sink)
    case .keyword: KeywordTokenizer.scan(text, into: &sink)
    case .custom(let tokenizer):
      CustomScanner.scan(text, with: tokenizer, for: use, into: &sink)
    }
  }

  /// Calls `body` with the words of `text`, in order, as ``scan(_:for:into:)`` finds them.
  @inline(never)
  func forEachWord(
    in text: Span<UInt8>, for use: TokenUse, _ body: (FoundWord, Span<UInt8>) -> Void
  ) {
    withoutActuallyEscaping(body) { body in
      var sink = CallingSink(body)
      scan(text, for: use, into: &sink)
    }
  }

  /// Returns the terms that `word` gives. A pure function of the bytes and the use, so callers may
  /// cache the result.
  ///
  /// The result is empty for a stop word and for a word beyond the limits; ``isSkipped(_:for:)``
  /// tells them apart. In both cases the word keeps its position. A word of several terms ends at
  /// the last position that one of them covers.
  func terms(of word: Span<UInt8>, for use: TokenUse) -> [AnalyzedTerm] {
    guard word.count <= Limits.wordByteCount else { return [] }
    return limited(unlimitedTerms(of: word, for: use), for: use)
  }

  /// Returns the term of a text that is one word of ASCII letters and digits, if a quick check
  /// shows that the word is its only term; otherwise nil.
  func soleTerm(of text: String) -> [UInt8]? {
    // Parts are joined by signs and hyphens, which such a text does not have.
    if case .custom = shared.steps.scanner { return nil }
    return text.withBytes { bytes in
      for index in bytes.indices {
        let byte = bytes[index]
        guard byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 26 else {
          return nil
        }
      }
      return !bytes.isEmpty && shared.shortcut.leaves(bytes) ? Array(copying: bytes) : nil
    }
  }

  /// Returns the terms that are within the limits.
  func limited(_ terms: [AnalyzedTerm], for use: TokenUse) -> [AnalyzedTerm] {
    let terms = limits.limited(terms, for: use)
    let longest = Limits.termByteCount
    guard terms.contains(where: { $0.bytes.count > longest }) else { return terms }
    return terms.filter { $0.bytes.count <= longest }
  }

  /// Returns true if `word`, or a term of it, is left out because of its length.
  ///
  /// - Complexity: That of ``terms(of:for:)``. Intended for the rare word that gave no term.
  func isSkipped(_ word: Span<UInt8>, for use: TokenUse) -> Bool {
    guard word.count <= Limits.wordByteCount else { return true }
    let terms = unlimitedTerms(of: word, for: use)
    return limited(terms, for: use).count < terms.count
  }

  /// Returns a part of a word, folded as this analyzer folds words, for wildcards and fuzzy terms.
  /// Nothing is cut, dropped or stemmed.
  func folded(_ part: String) -> [UInt8] {
    filters.reduce(into: Array(part.utf8)) { bytes, filter in
      if let filter = filter as? any FoldingStep { bytes = filter.fold(bytes) }
    }
  }

  private func unlimitedTerms(of word: Span<UInt8>, for use: TokenUse) -> [AnalyzedTerm] {
    var terms = [AnalyzedTerm(bytes: Array(copying: word))]
    for filter in filters {
      var next: [AnalyzedTerm] = []
      for term in terms { filter.apply(term, for: use, into: &next) }
      terms = next
    }
    return use == .prefix ? terms : droppedWords.dropped(from: terms)
  }
}
