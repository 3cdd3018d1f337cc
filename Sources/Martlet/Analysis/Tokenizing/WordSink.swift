/// A word as the tokenizer found it, before any filter.
///
/// Borrows its bytes, which are valid only while ``WordSink/accept(_:)`` runs.
@safe
struct FoundWord {
  /// The word's bytes, normally a part of the text.
  let bytes: UnsafeBufferPointer<UInt8>
  /// The range of the word in the text, in bytes.
  let range: Range<Int>
  /// The number of positions from the previous word: normally 1; 0 for another reading of the same
  /// word. The first word of a value counts from position -1. A field's length is the number of
  /// words whose increment is not 0.
  let positionIncrement: Int
  /// The number of positions that the word covers: more than 1 if the words that it joins follow.
  let positionCount: Int
  /// The number of bytes that may be read from the first one of ``bytes``: at least the word's own.
  let readableCount: Int
  /// True if it is known that ``JoinedWordSink`` finds nothing in addition to the word.
  let standsAlone: Bool

  /// Creates a word of the bytes from `start` to `end` of `text`.
  @unsafe @inline(__always)
  init(
    in text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, positionIncrement: Int = 1,
    standsAlone: Bool = false
  ) {
    // SAFETY: the tokenizer found `start <= end` within the text.
    let first = unsafe text.baseAddress.unsafelyUnwrapped + start
    unsafe bytes = UnsafeBufferPointer(start: first, count: end &- start)
    range = unsafe Range(uncheckedBounds: (start, end))
    readableCount = text.count &- start
    self.standsAlone = standsAlone
    self.positionIncrement = positionIncrement
    positionCount = 1
  }

  /// Creates a word whose bytes lie outside the text.
  @unsafe
  init(
    bytes: UnsafeBufferPointer<UInt8>, range: Range<Int>, positionIncrement: Int,
    positionCount: Int = 1
  ) {
    unsafe self.bytes = bytes
    self.range = range
    self.positionIncrement = positionIncrement
    self.positionCount = positionCount
    readableCount = bytes.count
    standsAlone = false
  }
}

/// Receives the words of a text, in order.
///
/// Tokenizers are generic over their sink, so that the loop over a text is compiled together with
/// what happens to each word.
protocol WordSink {
  mutating func accept(_ word: FoundWord)
}

/// A sink that calls a closure with each word.
///
/// For everything but indexing, where a call per word does not matter: the loops over a text are
/// compiled for each type of sink, and take much room.
struct CallingSink: WordSink {
  private let body: (FoundWord) -> Void

  init(_ body: @escaping (FoundWord) -> Void) { self.body = body }

  mutating func accept(_ word: FoundWord) { body(word) }
}
