import StopwordLists

/// Words that are left out of a field because nearly every text has them.
///
/// Leaving words out saves space and loses them for good: `"to be or not to be"` finds nothing.
/// Ranking already gives frequent words little weight, so a list is a choice, never the default.
public struct StopWords: Sendable, Hashable {
  /// The words as given, before folding.
  let words: [String]

  /// A list of your own.
  public init(_ words: some Sequence<String>) {
    self.words = Array(words)
  }

  /// English function words: the 33 words that Lucene's English analyzer drops.
  public static let english = StopWords(list: StopwordLists.english)

  /// The 543 words of MySQL's full-text default list.
  public static let mysql = StopWords(list: StopwordLists.mysql)

  /// One word per line; lines that begin with `#` are notes.
  private init(list: [UInt8]) {
    words = list.split(separator: UInt8(ascii: "\n"))
      .filter { $0.first != UInt8(ascii: "#") }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Drops words as a step of an analyzer.
struct StopWordFilter: TermFilter {
  private let words: Set<[UInt8]>
  let signature: String

  /// Drops the terms in `folded`, which are what the steps before this one make of the words.
  init(_ folded: [AnalyzedTerm]) {
    words = Set(folded.filter { $0.form == .word }.map(\.bytes))
    let sorted = words.sorted { $0.lexicographicallyPrecedes($1) }
    let hash = Checksum.hash64(Array(sorted.joined(separator: [0])))
    signature = "stopWords(\(words.count), \(hash))"
  }

  func apply(_ term: AnalyzedTerm, for use: TokenUse, into terms: inout [AnalyzedTerm]) {
    guard use == .prefix || !words.contains(term.bytes) else { return }
    terms.append(term)
  }
}
