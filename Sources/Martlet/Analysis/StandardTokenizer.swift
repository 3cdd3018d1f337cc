/// The words of any script, without a dictionary.
///
/// A word is a segment of ``WordBreaker`` (Unicode Standard Annex 29 with the search rules) that
/// has a letter, a digit, a sign made of them, or an emoji: `don't`, `3.14` and `user_id` are one
/// word each, `multi-agent` is two, `C++` is `C`. Everything else only separates.
///
/// Scripts without spaces have no such words. How their text is found is said at ``UnspacedRun``
/// and ``HangulRun``: each letter takes a position, pairs of letters are words.
///
/// - Complexity: O(bytes), without allocation.
public struct StandardTokenizer: Tokenizer {
  /// Makes the tokenizer; all are alike.
  public init() {}

  public var name: String { "standard 17.0" }

  public func tokenize(_ text: String, for use: TokenUse, _ emit: (Token) -> Void) {
    unsafe CustomScanner.emit(text, emit) { unsafe Self.scan($0, for: use, into: &$1) }
  }

  /// Hands the words of `text` to `sink`.
  ///
  /// The loop is for ASCII, where the annex comes down to one table of bytes. Any other byte that
  /// could touch a word hands the whole segment to the general rules.
  @unsafe @inline(__always)
  static func scan<Sink: WordSink>(
    _ text: UnsafeBufferPointer<UInt8>, for use: TokenUse, into sink: inout Sink
  ) {
    guard let base = text.baseAddress else { return }
    let count = text.count
    var gap = 0
    var index = 0
    while index < count {
      // SAFETY: `index` is below `count` at every load, and so is what `ASCIIWord` returns.
      let first = unsafe ASCIIWord.kind(base[index])
      if first < ASCIIWord.word {
        index &+= 1
        continue
      }
      if first != ASCIIWord.beyond {
        let word = unsafe ASCIIWord(in: base, from: index, count: count)
        if word.isComplete {
          if word.hasContent {
            sink.accept(
              unsafe FoundWord(in: base, index, word.end, positionIncrement: 1 &+ gap))
            gap = 0
          }
          index = word.end
          continue
        }
      }
      index = unsafe scanUnicode(text, from: index, for: use, gap: &gap, into: &sink)
    }
  }

  /// Goes on by the general rules from the boundary at `start` to the first one before an ASCII
  /// byte, and returns it.
  @unsafe @inline(never)
  private static func scanUnicode<Sink: WordSink>(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, for use: TokenUse, gap: inout Int,
    into sink: inout Sink
  ) -> Int {
    guard let base = text.baseAddress else { return text.count }
    let breaker = unsafe WordBreaker(base, count: text.count, rules: .search)
    var run = UnspacedRun(isIndexing: use == .indexing)
    var index = start
    repeat {
      let segment = breaker.segment(at: index)
      index = segment.end
      if segment.classes.contains(.unit) {
        unsafe run.append(segment.start, segment.end, of: base, gap: &gap, into: &sink)
        continue
      }
      unsafe run.finish(of: base, gap: &gap, into: &sink)
      if segment.classes.contains(.hangul) {
        let word = unsafe HangulRun(base, segment.start, segment.end)
        unsafe word.emit(isIndexing: use == .indexing, gap: &gap, into: &sink)
      } else if segment.classes.intersects(content) {
        sink.accept(
          unsafe FoundWord(in: base, segment.start, segment.end, positionIncrement: 1 &+ gap))
        gap = 0
      }
      // SAFETY: `index` is below `count`, compared first.
    } while unsafe index < text.count && base[index] >= 0x80
    unsafe run.finish(of: base, gap: &gap, into: &sink)
    return index
  }

  private static let content: WordClassSet = [
    .letter, .hebrewLetter, .letterPictograph, .numeric, .symbol, .symbolPictograph, .emoji,
  ]
}
