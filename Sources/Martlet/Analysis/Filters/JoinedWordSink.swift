/// Finds words that extend beyond the words of the tokenizer: `C++`, `.NET`, `e-mail`.
///
/// Wraps the actual sink and receives the words of ``StandardTokenizer``. It examines the bytes
/// before and after each word; more work is needed only if they are relevant.
@safe
struct JoinedWordSink<Sink: WordSink>: WordSink {
  /// The sink that receives the words.
  var sink: Sink
  private let text: UnsafeBufferPointer<UInt8>
  private let parts: WordParts
  private let use: TokenUse

  /// The maximum length in bytes of a chain of words that hyphens join.
  private static var chainLimit: Int { 64 }

  /// `text` must outlive the sink.
  @unsafe
  init(_ sink: Sink, _ text: UnsafeBufferPointer<UInt8>, parts: WordParts, use: TokenUse) {
    self.sink = sink
    unsafe self.text = text
    self.parts = parts
    self.use = use
  }

  @inline(__always)
  mutating func accept(_ word: FoundWord) {
    if word.standsAlone { return sink.accept(word) }
    let next = byte(word.range.upperBound)
    let isOfInterest =
      next == UInt8(ascii: "+") || next == UInt8(ascii: "#") || next == UInt8(ascii: "-")
      || byte(word.range.lowerBound &- 1) == UInt8(ascii: ".")
      || (next == 0xE2 && hyphenLength(at: word.range.upperBound) > 0)
    if isOfInterest { acceptJoined(word) } else { sink.accept(word) }
  }

  @inline(never)
  private mutating func acceptJoined(_ word: FoundWord) {
    let range = parts.contains(.signs) ? withSigns(word.range) : word.range
    if range == word.range || use == .indexing { sink.accept(word) }
    if range != word.range {
      let increment = use == .indexing ? 0 : word.positionIncrement
      sink.accept(
        unsafe FoundWord(
          in: text, range.lowerBound, range.upperBound, positionIncrement: increment))
    }
    guard parts.contains(.hyphens), use == .indexing || use == .query,
      let (joined, partCount, end) = chain(word.range)
    else { return }
    unsafe joined.withUnsafeBufferPointer { bytes in
      sink.accept(
        unsafe FoundWord(
          bytes: bytes, range: word.range.lowerBound..<end, positionIncrement: 0,
          positionCount: partCount))
    }
  }

  /// Returns the range of the word with a `.` before it or a `++` or `#` after it.
  private func withSigns(_ word: Range<Int>) -> Range<Int> {
    var (start, end) = (word.lowerBound, word.upperBound)
    if Self.isLetterOrDigit(byte(end - 1)) {
      if byte(end) == UInt8(ascii: "+"), byte(end + 1) == UInt8(ascii: "+"),
        byte(end + 2) != UInt8(ascii: "+")
      {
        end += 2
      } else if byte(end) == UInt8(ascii: "#"), byte(end + 1) != UInt8(ascii: "#"),
        !Self.isLetterOrDigit(byte(end + 1)), byte(end + 1) < 0x80
      {
        end += 1
      }
    }
    if byte(start - 1) == UInt8(ascii: "."), byte(start) | 0x20 &- UInt8(ascii: "a") < 26,
      Self.mayPrecedePeriod(byte(start - 2))
    {
      start -= 1
    }
    return start..<end
  }

  /// Returns the byte at `index`; 0 beyond the ends of the text.
  @inline(__always)
  private func byte(_ index: Int) -> UInt8 {
    // SAFETY: the index is compared with both ends.
    index >= 0 && index < count ? unsafe base[index] : 0
  }

  private var count: Int { unsafe text.count }

  @unsafe
  private var base: UnsafePointer<UInt8> { unsafe text.baseAddress.unsafelyUnwrapped }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    byte | 0x20 &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
  }

  /// Returns true if a period after this byte is neither the end of a sentence nor part of a
  /// number.
  private static func mayPrecedePeriod(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"),
      UInt8(ascii: "_"), UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "%"):
      false
    default: byte < 0x80 && !isLetterOrDigit(byte)
    }
  }
}

/// Words that are joined by hyphens.
extension JoinedWordSink {
  /// Returns the words that hyphens join to the one at `word`, if it is the first: their joined
  /// letters, their number, and the end of the last one.
  private func chain(_ word: Range<Int>) -> (joined: [UInt8], partCount: Int, end: Int)? {
    guard hyphenLength(at: word.upperBound) > 0, !followsHyphen(word.lowerBound) else {
      return nil
    }
    var joined: [UInt8] = []
    var partCount = 0
    var index = word.lowerBound
    while true {
      let end = lettersEnd(from: index)
      guard end > index, end - word.lowerBound <= Self.chainLimit else { return nil }
      if partCount == 0, end != word.upperBound { return nil }
      for offset in index..<end { joined.append(byte(offset)) }
      partCount += 1
      let length = hyphenLength(at: end)
      guard length > 0, lettersEnd(from: end + length) > end + length else {
        return partCount > 1 ? (joined, partCount, end) : nil
      }
      index = end + length
    }
  }

  private func lettersEnd(from start: Int) -> Int {
    var index = start
    while index < count, index - start <= Self.chainLimit {
      // SAFETY: `index` is below `count`; the limit is what remains.
      let scalar = unsafe DecodedScalar(at: base + index, limit: count - index)
      let kind = WordClass.of(scalar.value)
      guard kind == .letter || kind == .numeric || kind == .extend && index > start else { break }
      index += scalar.byteCount
    }
    return index
  }

  /// Returns the number of bytes of the hyphen at `index`, which is the ASCII one, U+2010 or
  /// U+2011; 0 if there is none.
  private func hyphenLength(at index: Int) -> Int {
    if byte(index) == UInt8(ascii: "-") { return 1 }
    return byte(index) == 0xE2 && byte(index + 1) == 0x80 && byte(index + 2) & 0xFE == 0x90 ? 3 : 0
  }

  private func followsHyphen(_ start: Int) -> Bool {
    let length = hyphenLength(at: start - 1) > 0 ? 1 : hyphenLength(at: start - 3)
    return length > 0
      && (Self.isLetterOrDigit(byte(start - length - 1)) || byte(start - length - 1) >= 0x80)
  }
}
