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
    CustomScanner.emit(text, emit) { Self.scan($0, into: &$1) }
  }

  private static func scan<Sink: WordSink>(_ text: Span<UInt8>, into sink: inout Sink) {
    var breaker = WordBreaker(rules: .standard)
    var runStart: Int?
    var index = 0
    while index < text.count {
      let segment = breaker.segment(at: index, in: text)
      let first = DecodedScalar(text, at: index).value
      let isUnit = WordClass.of(first) == .unit
      if isUnit, isInUnspacedRun(first) {
        runStart = runStart ?? index
      } else {
        if let start = runStart { emit(text, start, index, into: &sink) }
        runStart = nil
        if isUnit || segment.classes.intersects(content) {
          emit(text, segment.start, segment.end, into: &sink)
        }
      }
      index = segment.end
    }
    if let start = runStart { emit(text, start, index, into: &sink) }
  }

  private static func emit<Sink: WordSink>(
    _ text: Span<UInt8>, _ start: Int, _ end: Int, into sink: inout Sink
  ) {
    var start = start
    var index = start
    var length = 0
    while index < end {
      if length == longestWord {
        sink.accept(FoundWord(start, index), in: text)
        start = index
        length = 0
      }
      index += DecodedScalar(text, at: index).byteCount
      length += 1
    }
    sink.accept(FoundWord(start, end), in: text)
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
