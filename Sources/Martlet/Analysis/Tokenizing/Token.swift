/// One occurrence of a term in a text.
public struct Token: Sendable, Hashable {
  /// The term, after every filter.
  public var text: String
  /// The source range of the token, in UTF-8 bytes of the original text.
  public var range: Range<Int>
  /// The position of the token among the words, from 0. Tokens that share a position are
  /// alternatives.
  public var position: Int

  /// Creates a token. A custom tokenizer counts positions itself, normally 0, 1, 2, and so on.
  public init(text: String, range: Range<Int>, position: Int) {
    self.text = text
    self.range = range
    self.position = position
  }
}

/// The purpose for which terms are made. The same text may give fewer terms to a query than to the
/// index.
///
/// In a query, terms at the same position are alternatives, and terms at different positions that
/// come from one run of characters are a phrase, with the gaps that the positions show.
public enum TokenUse: Sendable, Hashable {
  /// The text of a document.
  case indexing
  /// Words of a query.
  case query
  /// Words of a query inside quotes: as written, without stems or synonyms.
  case phrase
  /// Words of a query of which the last is unfinished. That one may become another word, so no
  /// limit on short words and no list of stop words leaves it out.
  case prefix
}
