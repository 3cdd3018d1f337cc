/// The words of any script.
public struct StandardTokenizer: Tokenizer {
  /// Makes the tokenizer; all are alike.
  public init() {}

  public var name: String { "standard" }

  public func tokenize(_ text: String, for use: TokenUse, _ emit: (Token) -> Void) {
    unsafe CustomScanner.emit(text, emit) { unsafe Self.scan($0, for: use, into: &$1) }
  }

  @unsafe
  static func scan<Sink: WordSink>(
    _ text: UnsafeBufferPointer<UInt8>, for use: TokenUse, into sink: inout Sink
  ) {
    guard let base = text.baseAddress else { return }
    let count = text.count
    var index = 0
    while index < count {
      // SAFETY: every index is below `count`; `DecodedScalar` is told what remains.
      let first = unsafe kind(at: base + index, limit: count &- index)
      if first.kind == .other || first.kind == .middle || first.kind == .middleOfNumber {
        index &+= first.byteCount
        continue
      }
      let start = index
      var hasContent = first.kind != .connector
      var last = first.kind
      index &+= first.byteCount
      while index < count {
        let next = unsafe kind(at: base + index, limit: count &- index)
        if next.kind == .other { break }
        if next.kind == .middle || next.kind == .middleOfNumber {
          guard index &+ 1 < count else { break }
          let after = unsafe kind(at: base + index + 1, limit: count &- index &- 1)
          let joins = after.kind == last && (last == .digit || last == .letter)
          guard joins, next.kind == .middle || last == .digit else { break }
          index &+= 1
          continue
        }
        hasContent = hasContent || next.kind != .connector
        last = next.kind
        index &+= next.byteCount
      }
      if hasContent { sink.accept(unsafe FoundWord(in: base, start, index)) }
    }
  }

  private enum Kind { case other, letter, digit, connector, middle, middleOfNumber }

  @unsafe @inline(__always)
  private static func kind(
    at bytes: UnsafePointer<UInt8>, limit: Int
  ) -> (kind: Kind, byteCount: Int) {
    let scalar = unsafe DecodedScalar(at: bytes, limit: limit)
    let kind: Kind =
      switch scalar.value {
      case 0x30...0x39: .digit
      case 0x41...0x5A, 0x61...0x7A: .letter
      case 0x5F: .connector
      case 0x27, 0x2E: .middle
      case 0x2C, 0x3B: .middleOfNumber
      case 0x80..<0x11_0000: isLetter(scalar.value) ? .letter : .other
      default: .other
      }
    return (kind, scalar.byteCount)
  }

  private static func isLetter(_ value: UInt32) -> Bool {
    guard let scalar = Unicode.Scalar(value) else { return false }
    return scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
  }
}
