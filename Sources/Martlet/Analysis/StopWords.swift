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

  /// The list of a language by its ISO 639-1 code, with or without a region: `de`, `pt-BR`.
  ///
  /// Nil when there is no list; ``languages`` are those that have one.
  public init?(language: String) {
    let primary = language.lowercased().prefix { $0 != "-" && $0 != "_" }
    let code = primary == "nb" || primary == "nn" ? "no" : String(primary)
    guard let list = StopwordLists.list(language: code) else { return nil }
    self.init(list: list)
  }

  /// The codes of the languages that have a list, in order.
  public static var languages: [String] { StopwordLists.languages }

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
