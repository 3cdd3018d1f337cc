/// Runs a user's tokenizer and corrects its ranges and positions.
enum CustomScanner {
  @unsafe
  static func scan<Sink: WordSink>(
    _ text: UnsafeBufferPointer<UInt8>, with tokenizer: any Tokenizer, for use: TokenUse,
    into sink: inout Sink
  ) {
    var position = -1
    let string = unsafe String(decoding: text, as: UTF8.self)
    tokenizer.tokenize(string, for: use) { token in
      let start = min(max(token.range.lowerBound, 0), text.count)
      let range = start..<max(start, min(token.range.upperBound, text.count))
      let next = min(max(token.position, position, 0), Limits.tokensPerField)
      var word = token.text
      // SAFETY: the sink copies what it keeps of the word.
      word.withUTF8 { bytes in
        sink.accept(
          unsafe FoundWord(bytes: bytes, range: range, positionIncrement: next - position))
      }
      position = next
    }
  }

  /// Calls `emit` for each word that a built-in tokenizer finds in `text`.
  static func emit(
    _ text: String, _ emit: (Token) -> Void,
    scan: (UnsafeBufferPointer<UInt8>, inout EmittingSink) -> Void
  ) {
    var text = text
    withoutActuallyEscaping(emit) { emit in
      var sink = EmittingSink(emit: emit)
      // SAFETY: the sink copies each word into a string.
      text.withUTF8 { unsafe scan($0, &sink) }
    }
  }
}

/// A sink that makes a token of each word, as a ``Tokenizer`` promises.
struct EmittingSink: WordSink {
  fileprivate let emit: (Token) -> Void
  private var position = -1

  fileprivate init(emit: @escaping (Token) -> Void) { self.emit = emit }

  mutating func accept(_ word: FoundWord) {
    position += word.positionIncrement
    emit(
      Token(
        text: unsafe String(decoding: word.bytes, as: UTF8.self), range: word.range,
        position: position))
  }
}
