/// A tokenizer that makes the whole value one word, unless it is empty.
public struct KeywordTokenizer: Tokenizer {
  /// Creates the tokenizer.
  public init() {}

  public var name: String { "keyword" }

  public func tokenize(_ text: String, for use: TokenUse, _ emit: (Token) -> Void) {
    unsafe CustomScanner.emit(text, emit) { unsafe Self.scan($0, into: &$1) }
  }

  @unsafe
  static func scan<Sink: WordSink>(_ text: UnsafeBufferPointer<UInt8>, into sink: inout Sink) {
    guard text.count > 0 else { return }
    // SAFETY: the word is the whole text.
    sink.accept(unsafe FoundWord(in: text, 0, text.count))
  }
}
