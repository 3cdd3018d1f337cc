/// A tokenizer for words of any script, without a dictionary.
///
/// A word is a segment of `WordBreaker` (Unicode Standard Annex 29 with the search rules) that
/// has a letter, a digit, a sign made of them, or an emoji: `don't`, `3.14` and `user_id` are one
/// word each, `multi-agent` is two, `C++` is `C`. Everything else only separates.
///
/// Scripts without spaces have no such words. `UnspacedRun` and `HangulRun` describe how their text
/// is found: each letter takes a position, and pairs of letters are words.
///
/// - Complexity: O(bytes), without allocation.
public struct StandardTokenizer: Tokenizer {
  /// Creates the tokenizer.
  public init() {}

  public var name: String { "standard 17.0" }

  public func tokenize(_ text: String, for use: TokenUse, _ emit: (Token) -> Void) {
    CustomScanner.emit(text, emit) { Self.scan($0, for: use, into: &$1) }
  }

  /// Passes the words of `text` to `sink`.
  ///
  /// ASCII words are found 64 bytes at a time, or as many as remain. A word that a block cannot
  /// decide, because it joins or touches another byte, is read byte by byte.
  @inline(__always)
  static func scan<Sink: WordSink>(
    _ text: Span<UInt8>, for use: TokenUse, into sink: inout Sink
  ) {
    var gap = 0
    var index = 0
    while index < text.count {
      let (end, isDecided) = scanBlock(text, from: index, gap: &gap, into: &sink)
      index = end
      if isDecided { continue }
      index = scanWord(text, from: index, for: use, gap: &gap, into: &sink)
    }
  }

  /// Passes on the words of the 64 bytes from `start`, up to a word that continues after them, with
  /// which the next block begins, or a word that must be read byte by byte.
  ///
  /// - Returns: The offset from which to continue, and whether to continue with a block.
  @inline(__always)
  private static func scanBlock<Sink: WordSink>(
    _ text: Span<UInt8>, from start: Int, gap: inout Int, into sink: inout Sink
  ) -> (end: Int, isDecided: Bool) {
    let count = min(text.count &- start, ASCIIBlock.count)
    let block = ASCIIBlock(text, from: start)
    let open = block.beyond.trailingZeroBitCount
    // The byte before the block is not known.
    let near = block.signs | block.signs &<< 1 | 1
    var rest = open == 64 ? block.inside : block.inside & ((1 &<< UInt64(open)) &- 1)
    while rest != 0 {
      // Adding the lowest bit of a run of ones moves it behind the run.
      let sum = rest &+ (rest & (0 &- rest))
      let first = rest.trailingZeroBitCount
      let end = (sum & ~rest).trailingZeroBitCount
      if end >= open { return (start &+ first, first > 0 && open == 64) }
      let isNear = ((near &>> UInt64(first)) | (block.signs &>> UInt64(end))) & 1 != 0
      if isNear, mayJoin(text, start &+ first, start &+ end) {
        return (start &+ first, false)
      }
      let word = FoundWord(
        start &+ first, start &+ end, positionIncrement: 1 &+ gap, standsAlone: !isNear)
      sink.accept(word, in: text)
      gap = 0
      rest &= sum
    }
    return (start &+ min(open, count), open == 64)
  }

  /// Returns true if the run of letters, digits and underscores at `start..<end` might not be a
  /// word by itself, because of how it begins or what follows.
  @inline(__always)
  private static func mayJoin(
    _ text: Span<UInt8>, _ start: Int, _ end: Int
  ) -> Bool {
    if text[start] == UInt8(ascii: "_") { return true }
    guard end &+ 1 < text.count else { return false }
    return ASCIIWord.isJoining(text[end]) && ASCIIWord.isPartOfWord(text[end &+ 1])
  }

  /// Passes on the word at `start`, if there is one, and returns the offset from which to continue.
  @inline(__always)
  private static func scanWord<Sink: WordSink>(
    _ text: Span<UInt8>, from start: Int, for use: TokenUse, gap: inout Int,
    into sink: inout Sink
  ) -> Int {
    guard start < text.count else { return text.count }
    let first = ASCIIWord.kind(text[start])
    if first < ASCIIWord.word { return start &+ 1 }
    if first != ASCIIWord.beyond {
      let word = ASCIIWord(in: text, from: start)
      if word.isComplete {
        if word.hasContent {
          sink.accept(FoundWord(start, word.end, positionIncrement: 1 &+ gap), in: text)
          gap = 0
        }
        return word.end
      }
    }
    return scanUnicode(text, from: start, for: use, gap: &gap, into: &sink)
  }

  /// Continues by the general rules from the boundary at `start` to the first one before an ASCII
  /// byte, and returns it.
  @inline(never)
  private static func scanUnicode<Sink: WordSink>(
    _ text: Span<UInt8>, from start: Int, for use: TokenUse, gap: inout Int,
    into sink: inout Sink
  ) -> Int {
    var breaker = WordBreaker(rules: .search)
    var run = UnspacedRun(isIndexing: use == .indexing)
    var index = start
    repeat {
      let segment = breaker.segment(at: index, in: text)
      index = segment.end
      if segment.classes.contains(.unit) {
        run.append(segment.start, segment.end, of: text, gap: &gap, into: &sink)
        continue
      }
      run.finish(of: text, gap: &gap, into: &sink)
      if segment.classes.contains(.hangul) {
        let word = HangulRun(segment.start, segment.end)
        word.emit(from: text, isIndexing: use == .indexing, gap: &gap, into: &sink)
      } else if segment.classes.intersects(content) {
        sink.accept(
          FoundWord(segment.start, segment.end, positionIncrement: 1 &+ gap), in: text)
        gap = 0
      }
    } while index < text.count && isBesideUnicode(text, index)
    run.finish(of: text, gap: &gap, into: &sink)
    return index
  }

  /// Returns true if the byte at `index` or the next one is not ASCII. Between two words of another
  /// script, the general rules continue.
  @inline(__always)
  private static func isBesideUnicode(_ text: Span<UInt8>, _ index: Int) -> Bool {
    text[index] >= 0x80 || (index &+ 1 < text.count && text[index &+ 1] >= 0x80)
  }

  private static let content: WordClassSet = [
    .letter, .hebrewLetter, .letterPictograph, .numeric, .symbol, .symbolPictograph, .emoji,
  ]
}
