/// A word as the tokenizer found it, before any filter. Its bytes are lent together with it.
struct FoundWord {
  /// The offset of the word's first byte in the text.
  let start: Int
  /// The offset in the text after the word.
  let end: Int
  /// The offset of the word's first byte in what is lent, which normally is the text.
  let firstByte: Int
  /// The number of the word's bytes in what is lent.
  let byteCount: Int
  /// The number of positions from the previous word: normally 1; 0 for another reading of the same
  /// word. The first word of a value counts from position -1. A field's length is the number of
  /// words whose increment is not 0.
  let positionIncrement: Int
  /// The number of positions that the word covers: more than 1 if the words that it joins follow.
  let positionCount: Int
  /// True if it is known that ``JoinedWordSink`` finds nothing in addition to the word.
  let standsAlone: Bool
  /// True for a pair of letters in a query, whose second letter has the next position.
  let isPair: Bool

  /// Creates a word of the text's bytes from `start` to `end`.
  @inline(__always)
  init(
    _ start: Int, _ end: Int, positionIncrement: Int = 1, standsAlone: Bool = false,
    isPair: Bool = false
  ) {
    self.start = start
    self.end = end
    firstByte = start
    byteCount = end &- start
    self.standsAlone = standsAlone
    self.isPair = isPair
    self.positionIncrement = positionIncrement
    positionCount = 1
  }

  /// Creates a word with bytes of its own, `byteCount` of them.
  init(byteCount: Int, range: Range<Int>, positionIncrement: Int, positionCount: Int = 1) {
    start = range.lowerBound
    end = range.upperBound
    firstByte = 0
    self.byteCount = byteCount
    self.positionIncrement = positionIncrement
    self.positionCount = positionCount
    standsAlone = false
    isPair = false
  }

  /// The range of the word in the text, in bytes.
  var range: Range<Int> { start..<end }
  /// The range of the word's bytes in what is lent.
  var bytes: Range<Int> { firstByte..<(firstByte + byteCount) }
}

/// Receives the words of a text, in order.
///
/// Tokenizers are generic over their sink, so that the loop over a text is compiled together with
/// what happens to each word.
protocol WordSink {
  /// Receives `word`, whose bytes are in `text`: the whole text, or the word's own bytes. A sink
  /// may read beyond the word.
  mutating func accept(_ word: FoundWord, in text: Span<UInt8>)
}

/// A sink that calls a closure with each word.
///
/// For everything but indexing, where a call per word does not matter: the loops over a text are
/// compiled for each type of sink, and take much room.
struct CallingSink: WordSink {
  private let body: (FoundWord, Span<UInt8>) -> Void

  init(_ body: @escaping (FoundWord, Span<UInt8>) -> Void) { self.body = body }

  mutating func accept(_ word: FoundWord, in text: Span<UInt8>) { body(word, text) }
}
