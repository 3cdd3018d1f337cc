/// The limits on the texts that the parsers accept. Beyond them, the lenient parser cuts the text
/// and the strict one throws an error.
enum QueryLimits {
  /// The most UTF-8 bytes of a text that a person typed: some pages more than anyone types.
  static let lenientByteCount = 4_096
  /// The most words of a text that a person typed. Each costs a lookup in every segment.
  static let lenientWordCount = 64
  /// The deepest nesting of groups, and of signs before them, in a text that a person typed.
  static let lenientDepth = 32

  /// The most UTF-8 bytes of a text in the strict syntax.
  static let strictByteCount = 65_536
  /// The most words of a text in the strict syntax, including those in phrases.
  static let strictWordCount = 1_024
  /// The deepest nesting of groups, and of signs before them, in the strict syntax.
  static let strictDepth = 256

  /// The number of words that may stand between two parts of a query.
  static let distances = 0...99

  /// The longest misspelt field name, in bytes, and the most fields compared with it, to suggest
  /// another one.
  static let suggestionByteCount = 64
  static let suggestionFieldCount = 1_024
  /// The most fields that an error lists.
  static let expectedFieldCount = 16
}
