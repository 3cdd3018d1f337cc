/// A tokenizer that splits at white space and changes nothing.
///
/// White space is Unicode's White_Space. For identifiers, codes and log lines, in which every sign
/// counts; for written language, use ``StandardTokenizer``.
public struct WhitespaceTokenizer: Tokenizer {
  /// Creates the tokenizer.
  public init() {}

  public var name: String { "whitespace" }

  public func tokenize(_ text: String, for use: TokenUse, _ emit: (Token) -> Void) {
    unsafe CustomScanner.emit(text, emit) { unsafe Self.scan($0, into: &$1) }
  }

  @unsafe
  static func scan<Sink: WordSink>(_ text: UnsafeBufferPointer<UInt8>, into sink: inout Sink) {
    guard let base = text.baseAddress else { return }
    let count = text.count
    var start = -1
    var index = 0
    while index < count {
      // SAFETY: `index` is below `count`; `DecodedScalar` receives what remains as its limit.
      let byte = unsafe base[index]
      var length = 1
      var isSeparator = byte <= 0x20 && (byte == 0x20 || (byte >= 0x09 && byte <= 0x0D))
      if byte >= 0x80 {
        let scalar = unsafe DecodedScalar(at: base + index, limit: count &- index)
        length = scalar.byteCount
        isSeparator = isSpace(scalar.value)
      }
      if isSeparator {
        if start >= 0 { sink.accept(unsafe FoundWord(in: text, start, index)) }
        start = -1
      } else if start < 0 {
        start = index
      }
      index &+= length
    }
    if start >= 0 { sink.accept(unsafe FoundWord(in: text, start, count)) }
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
