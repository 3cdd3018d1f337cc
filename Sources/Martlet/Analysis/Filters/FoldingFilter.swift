/// A step that only changes the spelling of words, and changes parts of words in the same way.
protocol FoldingStep: TermFilter {
  /// Returns `bytes` in the normalised spelling.
  func fold(_ bytes: [UInt8]) -> [UInt8]
}

/// Folding as a filter, for analyzers created with ``Analyzer/custom(name:_:_:)``.
public struct FoldingFilter: TokenFilter, FoldingStep {
  let folding: Folding
  private let splits: Bool

  /// Creates a filter that removes the differences given by `folding`.
  public init(_ folding: Folding) { self.init(folding, splits: false) }

  /// Creates a filter. With `splits`, a sign that folds to several words (`½`, `㎞²`, `ﷺ`) gives the
  /// words that ``StandardTokenizer`` finds in them.
  init(_ folding: Folding, splits: Bool) {
    self.folding = folding
    self.splits = splits
  }

  public var name: String { signature }

  var signature: String { "folding 17.0.1 (\(folding.signature)\(splits ? ", splits" : ""))" }

  var summary: String { "folding (\(folding.signature))" }

  var rewrittenEnd: RewrittenEnd? { RewrittenEnd() }

  func fold(_ bytes: [UInt8]) -> [UInt8] { folding.fold(bytes) }

  public func apply(_ token: Token, for use: TokenUse, _ emit: (Token) -> Void) {
    var token = token
    token.text = String(decoding: folding.fold(Array(token.text.utf8)), as: UTF8.self)
    emit(token)
  }

  func apply(_ term: AnalyzedTerm, for use: TokenUse, into terms: inout [AnalyzedTerm]) {
    var folded = term
    if term.form == .stem {
      if folding.keepsASCII(term.bytes.dropFirst()) {
        terms.append(term)
        return
      }
      folded.bytes = [AnalyzedTerm.stemMarker] + folding.fold(Array(term.bytes.dropFirst()))
    } else {
      folded.bytes = folding.fold(term.bytes)
      if splits, folding.level == .full, ScalarFolding.mayGiveSeveralWords(term.bytes) {
        appendWords(of: folded, for: use, to: &terms)
        return
      }
    }
    if !folded.bytes.isEmpty { terms.append(folded) }
  }

  private func appendWords(
    of term: AnalyzedTerm, for use: TokenUse, to terms: inout [AnalyzedTerm]
  ) {
    let words = WordCollector(term, for: use)
    terms += words.terms
    // The index has the last letter at a position of its own, at which no pair begins.
    if words.endsWithPair, let letter = WordCollector(term, for: .indexing).terms.last {
      terms.append(letter)
    }
  }
}

/// Makes a term of each word.
private struct WordCollector {
  private(set) var terms: [AnalyzedTerm] = []
  /// True if the last word is a pair of letters without spaces.
  private(set) var endsWithPair = false
  private var position: Int

  init(_ term: AnalyzedTerm, for use: TokenUse) {
    position = term.positionOffset - 1
    var words = self
    term.bytes.withBytes { bytes in
      var sink = CallingSink { words.accept($0, in: $1) }
      StandardTokenizer.scan(bytes, for: use, into: &sink)
    }
    self = words
  }

  private mutating func accept(_ word: FoundWord, in text: Span<UInt8>) {
    position += word.positionIncrement
    endsWithPair = word.isPair
    let bytes = Array(copying: text.extracting(word.bytes))
    terms.append(AnalyzedTerm(bytes: bytes, positionOffset: position))
  }
}
