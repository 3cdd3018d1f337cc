/// Runs a user's tokenizer and corrects its ranges and positions.
enum CustomScanner {
  static func scan<Sink: WordSink>(
    _ text: Span<UInt8>, with tokenizer: any Tokenizer, for use: TokenUse,
    into sink: inout Sink
  ) {
    var position = -1
    let count = text.count
    tokenizer.tokenize(String(copying: text), for: use) { token in
      let start = min(max(token.range.lowerBound, 0), count)
      let range = start..<max(start, min(token.range.upperBound, count))
      let next = min(max(token.position, position, 0), Limits.tokensPerField)
      token.text.withBytes { bytes in
        let word = FoundWord(
          byteCount: bytes.count, range: range, positionIncrement: next - position)
        sink.accept(word, in: bytes)
      }
      position = next
    }
  }

  /// Calls `emit` for each word that a built-in tokenizer finds in `text`.
  static func emit(
    _ text: String, _ emit: (Token) -> Void,
    scan: (Span<UInt8>, inout CallingSink) -> Void
  ) {
    withoutActuallyEscaping(emit) { emit in
      var position = -1
      var sink = CallingSink { word, text in
        position += word.positionIncrement
        emit(
          Token(
            text: String(copying: text.extracting(word.bytes)), range: word.range,
            position: position))
      }
      text.withBytes { scan($0, &sink) }
    }
  }
}
