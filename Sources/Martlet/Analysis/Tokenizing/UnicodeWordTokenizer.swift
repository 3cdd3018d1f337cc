/// A tokenizer for the words of Unicode Standard Annex 29 without any change, which are those of
/// Lucene's StandardTokenizer.
///
/// For results that can be compared with Lucene's document by document. `level:error` and `KBS뉴스`
/// are one word each, and so is a run of Katakana, or of Thai, Lao, Khmer or Myanmar; each Han or
/// Hiragana letter is a word. For searching, use ``StandardTokenizer``.
struct UnicodeWordTokenizer: Tokenizer {
  /// The maximum number of letters of a word. Longer words are cut into pieces of this length.
  private static let longestWord = 255

  var name: String { "unicode words 17.0" }

  func tokenize(_ text: String, for use: TokenUse, _ emit: (Token) -> Void) {
    unsafe CustomScanner.emit(text, emit) { unsafe Self.scan($0, into: &$1) }
  }

  @unsafe
  private static func scan<Sink: WordSink>(
    _ text: UnsafeBufferPointer<UInt8>, into sink: inout Sink
  ) {
    guard let base = text.baseAddress else { return }
    var breaker = unsafe WordBreaker(base, count: text.count, rules: .standard)
    var runStart: Int?
    var index = 0
    while index < text.count {
      let segment = breaker.segment(at: index)
      // SAFETY: the segment lies within the text.
      let first = unsafe DecodedScalar(at: base + index, limit: text.count - index).value
      let isUnit = WordClass.of(first) == .unit
      if isUnit, isInUnspacedRun(first) {
        runStart = runStart ?? index
      } else {
        if let start = runStart { unsafe emit(text, start, index, into: &sink) }
        runStart = nil
        if isUnit || segment.classes.intersects(content) {
          unsafe emit(text, segment.start, segment.end, into: &sink)
        }
      }
      index = segment.end
    }
    if let start = runStart { unsafe emit(text, start, index, into: &sink) }
  }

  @unsafe
  private static func emit<Sink: WordSink>(
    _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, into sink: inout Sink
  ) {
    guard let base = text.baseAddress else { return }
    var start = start
    var index = start
    var length = 0
    while index < end {
      if length == longestWord {
        sink.accept(unsafe FoundWord(in: text, start, index))
        start = index
        length = 0
      }
      // SAFETY: `index` is below `end`; the limit is what remains.
      index += unsafe DecodedScalar(at: base + index, limit: end - index).byteCount
      length += 1
    }
    sink.accept(unsafe FoundWord(in: text, start, end))
  }

  /// Returns true for Thai, Lao, Myanmar, Khmer, Tai and their extensions: Unicode's Line_Break
  /// class SA.
  private static func isInUnspacedRun(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x1950...0x19FF, 0x1A20...0x1AAF,
      0xA9E0...0xA9FF, 0xAA60...0xAADF:
      true
    default: false
    }
  }

  private static let content: WordClassSet = [
    .letter, .hebrewLetter, .letterPictograph, .numeric, .katakana, .emoji,
  ]
}
