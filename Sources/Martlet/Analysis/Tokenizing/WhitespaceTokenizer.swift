/// A tokenizer that splits at white space and changes nothing.
///
/// White space is Unicode's White_Space. For identifiers, codes and log lines, in which every sign
/// counts; for written language, use ``StandardTokenizer``.
public struct WhitespaceTokenizer: Tokenizer {
  /// Creates the tokenizer.
  public init() {}

  public var name: String { "whitespace" }

  public func tokenize(_ text: String, for use: TokenUse, _ emit: (Token) -> Void) {
    CustomScanner.emit(text, emit) { Self.scan($0, into: &$1) }
  }

  static func scan<Sink: WordSink>(_ text: Span<UInt8>, into sink: inout Sink) {
    let count = text.count
    var start = -1
    var index = 0
    while index < count {
      let byte = text[index]
      if byte > 0x20, byte < 0x80 {
        if start < 0 { start = index }
        index += 1
        continue
      }
      var length = 1
      var isSeparator = byte == 0x20 || (byte >= 0x09 && byte <= 0x0D)
      if byte >= 0x80 {
        let scalar = DecodedScalar(text, at: index)
        length = scalar.byteCount
        isSeparator = isSpace(scalar.value)
      }
      if isSeparator {
        if start >= 0 { sink.accept(FoundWord(start, index), in: text) }
        start = -1
      } else if start < 0 {
        start = index
      }
      index += length
    }
    if start >= 0 { sink.accept(FoundWord(start, count), in: text) }
  }

  /// Returns true for White_Space beyond ASCII (no scalar has been added since Unicode 6.3) and for
  /// malformed bytes.
  @inline(__always)
  private static func isSpace(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
    case DecodedScalar.malformed: true
    default: false
    }
  }
}
