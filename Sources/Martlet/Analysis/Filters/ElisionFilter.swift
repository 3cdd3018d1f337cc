/// Finds the word after an article or a pronoun that has lost its vowel: *avion* in *l'avion*,
/// *arte* in *dell'arte*.
///
/// The index has both, at one position. A plain word of a query asks for the word after the
/// apostrophe; in quotes it asks for what is written.
struct ElisionFilter: TermFilter {
  private let articles: Set<[UInt8]>
  private let language: String

  /// Creates the filter of a language, given by its ISO 639-1 code; nil if the language has no
  /// elided articles.
  init?(language: String) {
    let words: StaticString
    switch language {
    case "fr": words = "c d j jusqu l lorsqu m n puisqu qu quoiqu s t"
    case "it":
      words = "agl all c coll d dagl dall degl dell gl l m negl nell pell s sugl sull t un v"
    case "ca": words = "d l m n s t"
    default: return nil
    }
    self.language = language
    articles = Set("\(words)".utf8.split(separator: UInt8(ascii: " ")).map(Array.init))
  }

  var signature: String { "elision 2 (\(language))" }
  var summary: String { "words without their articles (\(language))" }
  /// Only words with an apostrophe change.
  var rewrittenEnd: RewrittenEnd? { RewrittenEnd() }

  func apply(_ term: AnalyzedTerm, for use: TokenUse, into terms: inout [AnalyzedTerm]) {
    guard term.form == .word, use != .phrase, use != .prefix, let bare = bare(term.bytes) else {
      terms.append(term)
      return
    }
    if use == .indexing { terms.append(term) }
    terms.append(term.with(bare))
  }

  /// Returns the bytes after the first apostrophe if an article precedes it.
  private func bare(_ word: [UInt8]) -> [UInt8]? {
    for sign in Self.apostrophes(in: word)
    where articles.contains(Array(word[..<sign.lowerBound])) {
      return Array(word[sign.upperBound...])
    }
    return nil
  }

  /// Returns the bytes after the first apostrophe of a word; nil if there are none.
  static func rest(of word: [UInt8]) -> [UInt8]? {
    apostrophes(in: word).map(\.upperBound).min().map { Array(word[$0...]) }
  }

  /// Returns the range of the first apostrophe of each kind, if it is not at the end.
  private static func apostrophes(in word: [UInt8]) -> [Range<Int>] {
    // Nearly all words have none, and to look for each of them takes as long as all other filters.
    guard word.contains(where: mayBeginApostrophe) else { return [] }
    return apostrophes.compactMap { word.firstRange(of: $0) }.filter { $0.upperBound < word.count }
  }

  private static func mayBeginApostrophe(_ byte: UInt8) -> Bool {
    byte == 0x27 || byte == 0xE2 || byte == 0xCA || byte == 0xEF
  }

  /// ' ’ ‘ ʼ ＇, which folding makes one sign.
  private static let apostrophes: [[UInt8]] = [
    [0x27], [0xE2, 0x80, 0x99], [0xE2, 0x80, 0x98], [0xCA, 0xBC], [0xEF, 0xBC, 0x87],
  ]
}
