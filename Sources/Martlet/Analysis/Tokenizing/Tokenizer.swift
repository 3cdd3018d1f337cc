/// Finds the words of a text. Conform to it for a tokenizer of your own.
///
/// The built-in ones are ``StandardTokenizer``, ``WhitespaceTokenizer`` and ``KeywordTokenizer``.
public protocol Tokenizer: Sendable {
  /// A stable name that changes whenever the words found change: an index remembers it.
  var name: String { get }

  /// Calls `emit` for each word of `text`, in order.
  ///
  /// Ranges are UTF-8 bytes of `text`; positions never fall. Ranges and positions outside the text
  /// or out of order are moved to the nearest possible ones.
  func tokenize(_ text: String, for use: TokenUse, _ emit: (Token) -> Void)
}

/// Turns one token into none, one or several. Conform to it for a filter of your own.
///
/// A pure function of the token's text: an index calls it once for each distinct word, not for
/// each occurrence, so it sees neither neighbours nor the place in the text.
public protocol TokenFilter: Sendable {
  /// A stable name that changes whenever the result changes: an index remembers it.
  var name: String { get }

  /// Calls `emit` for each token that replaces `token`.
  ///
  /// A token emitted at the position of `token` is an alternative of the same word; at the next
  /// position it follows. Its range is ignored: it keeps the range of the word.
  func apply(_ token: Token, for use: TokenUse, _ emit: (Token) -> Void)
}
