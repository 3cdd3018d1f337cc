/// Limits on the texts that the parsers take. Beyond them, the lenient parser cuts the text and the
/// strict one throws.
enum QueryLimits {
  /// UTF-8 bytes of a text that a person typed: some pages more than anyone types.
  static let lenientByteCount = 4_096
  /// Words of a text that a person typed. Each costs a look-up in every segment.
  static let lenientWordCount = 64
  /// Groups within groups, and signs before them, in a text that a person typed.
  static let lenientDepth = 32

  /// UTF-8 bytes of a text in the strict syntax.
  static let strictByteCount = 65_536
  /// Words of a text in the strict syntax, those in phrases included.
  static let strictWordCount = 1_024
  /// Groups within groups, and signs before them, in the strict syntax.
  static let strictDepth = 256

  /// Bytes of a misspelt field name, and fields compared with it, to suggest another one.
  static let suggestionByteCount = 64
  static let suggestionFieldCount = 1_024
  /// Fields that an error names.
  static let expectedFieldCount = 16
}
