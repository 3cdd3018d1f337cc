/// A tokenizer that makes the whole value one word, unless it is empty.
public struct KeywordTokenizer: Tokenizer {
  /// Creates the tokenizer.
  public init() {}

  public var name: String { "keyword" }

  public func tokenize(_ text: String, for use: TokenUse, _ emit: (Token) -> Void) {
    CustomScanner.emit(text, emit) { Self.scan($0, into: &$1) }
  }

  static func scan<Sink: WordSink>(_ text: Span<UInt8>, into sink: inout Sink) {
    if !text.isEmpty { sink.accept(FoundWord(0, text.count), in: text) }
  }
}
