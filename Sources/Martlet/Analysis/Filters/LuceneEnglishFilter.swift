extension Analyzer {
  /// The equivalent of Lucene's EnglishAnalyzer, for comparing rankings with Lucene's.
  ///
  /// Words are found by Unicode Standard Annex 29, lose a possessive `'s`, are converted to lower
  /// case, and are reduced to their stems by the original Porter stemmer; 33 stop words are left
  /// out. The stem replaces the word, so words in quotes and unfinished words do not find what is
  /// written; for searching, use ``language(_:)``. Lower case is Unicode's case folding, which
  /// differs from Lucene's for ß and ς.
  public static let luceneEnglish = Analyzer(
    name: "lucene english", tokenizer: UnicodeWordTokenizer(), filters: [LuceneEnglishFilter()])
}

/// The filters of Lucene's EnglishAnalyzer in their order.
struct LuceneEnglishFilter: TermFilter {
  private let stopWords = Set(StopWords.english.words.map { Array($0.utf8) })
  private let stemmer = PorterStemmer(hasAuthorsChanges: true)

  var signature: String { "lucene english 9" }
  var summary: String { "the filters of Lucene 9 for English" }
  var rewrittenEnd: RewrittenEnd? { RewrittenEnd(ofWords: RewrittenEnd.suffix) }

  func apply(_ term: AnalyzedTerm, for use: TokenUse, into terms: inout [AnalyzedTerm]) {
    var term = term
    term.bytes = Folding.caseOnly.fold(Self.withoutPossessive(term.bytes))
    if use != .prefix {
      guard !stopWords.contains(term.bytes) else { return }
      term.bytes = stemmer.stem(utf8: term.bytes)
    }
    if !term.bytes.isEmpty { terms.append(term) }
  }

  private static func withoutPossessive(_ word: [UInt8]) -> [UInt8] {
    guard let last = word.last, last | 0x20 == UInt8(ascii: "s") else { return word }
    let rest = word.dropLast()
    for apostrophe: [UInt8] in [[0x27], [0xE2, 0x80, 0x99], [0xEF, 0xBC, 0x87]]
    where rest.suffix(apostrophe.count).elementsEqual(apostrophe) {
      return Array(rest.dropLast(apostrophe.count))
    }
    return word
  }
}
