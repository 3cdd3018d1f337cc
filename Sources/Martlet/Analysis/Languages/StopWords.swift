import StopwordLists

/// Words that say little because nearly every text has them.
///
/// ``Analyzer/stopWords(_:droppedFrom:)`` decides what happens to them. By default, a query of
/// several words leaves them out and the index keeps them, so that nothing is lost.
public struct StopWords: Sendable, Hashable {
  /// The words as given, before folding.
  let words: [String]

  /// Creates a list of your own.
  public init(_ words: some Sequence<String>) {
    self.words = Array(words)
  }

  /// Creates the list of a language, given by its ISO 639-1 code with or without a region: `de`,
  /// `pt-BR`.
  ///
  /// The result is nil if there is no list for the language; see ``languages``.
  public init?(language: String) {
    guard let list = StopwordLists.list(language: Self.primaryCode(language)) else { return nil }
    self.init(list: list)
  }

  /// Returns the ISO 639-1 code without a region and without the distinction of Norwegian's two
  /// forms.
  static func primaryCode(_ language: String) -> String {
    let primary = language.lowercased().prefix { $0 != "-" && $0 != "_" }
    return primary == "nb" || primary == "nn" ? "no" : String(primary)
  }

  /// The codes of the languages that have a list, in order.
  public static var languages: [String] { StopwordLists.languages }

  /// The 33 words that Lucene's English analyzer drops; `StopWords(language: "en")` has 174.
  public static let english = StopWords(list: StopwordLists.english)

  /// The 543 words of MySQL's full-text default list.
  public static let mysql = StopWords(list: StopwordLists.mysql)

  /// Creates a list from text with one word per line. Lines that begin with `#` are comments.
  private init(list: StaticString) {
    words = list.description.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
  }
}
