/// A type that finds the words of a text. Conform to it to write your own tokenizer.
///
/// The built-in tokenizers are ``StandardTokenizer``, ``WhitespaceTokenizer`` and
/// ``KeywordTokenizer``.
public protocol Tokenizer: Sendable {
  /// A stable name that changes whenever the words found change. An index stores it.
  var name: String { get }

  /// Calls `emit` for each word of `text`, in order.
  ///
  /// Ranges are in UTF-8 bytes of `text`; positions do not decrease. Ranges and positions outside
  /// the text or out of order are moved to the nearest possible ones.
  func tokenize(_ text: String, for use: TokenUse, _ emit: (Token) -> Void)
}

/// A type that replaces one token by none, one or several. Conform to it to write your own filter.
///
/// A filter is a pure function of the token's text: an index calls it once for each distinct word,
/// not for each occurrence, so it sees neither the neighbours of a word nor its position in the
/// text. Words with wildcards, and those that may be misspelt, do not pass through it: their
/// letters are compared with the terms that it makes.
public protocol TokenFilter: Sendable {
  /// A stable name that changes whenever the result changes. An index stores it.
  var name: String { get }

  /// Calls `emit` for each token that replaces `token`.
  ///
  /// A token that is emitted at the position of `token` is an alternative for the same word; at the
  /// next position it follows the word. Its range is ignored: it keeps the range of the word.
  func apply(_ token: Token, for use: TokenUse, _ emit: (Token) -> Void)
}
