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
    scan: (UnsafeBufferPointer<UInt8>, inout CallingSink) -> Void
  ) {
    var text = text
    withoutActuallyEscaping(emit) { emit in
      var position = -1
      var sink = CallingSink { word in
        position += word.positionIncrement
        // SAFETY: the word is copied.
        let text = unsafe String(decoding: word.bytes, as: UTF8.self)
        emit(Token(text: text, range: word.range, position: position))
      }
      // SAFETY: the words are copied while they are lent.
      text.withUTF8 { unsafe scan($0, &sink) }
    }
  }
}
