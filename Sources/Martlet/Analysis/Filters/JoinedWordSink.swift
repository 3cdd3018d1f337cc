/// Finds words that extend beyond the words of the tokenizer: `C++`, `.NET`, `e-mail`.
///
/// Wraps the actual sink and receives the words of ``StandardTokenizer``, with the whole text. It
/// examines the bytes before and after each word; more work is needed only if they are relevant.
struct JoinedWordSink<Sink: WordSink>: WordSink {
  /// The sink that receives the words.
  var sink: Sink
  private let parts: WordParts
  private let use: TokenUse

  /// The maximum length in bytes of a chain of words that hyphens join.
  private static var chainLimit: Int { 64 }

  /// The length in bytes of the longest word that a `#` belongs to: `C#`, `VB#`. After a longer
  /// one, it is the end of an address.
  private static var longestWithHash: Int { 2 }

  init(_ sink: Sink, parts: WordParts, use: TokenUse) {
    self.sink = sink
    self.parts = parts
    self.use = use
  }

  @inline(__always)
  mutating func accept(_ word: FoundWord, in text: Span<UInt8>) {
    if word.standsAlone { return sink.accept(word, in: text) }
    let next = Self.byte(word.end, text)
    let isOfInterest =
      next == UInt8(ascii: "+") || next == UInt8(ascii: "#") || next == UInt8(ascii: "-")
      || Self.byte(word.start &- 1, text) == UInt8(ascii: ".")
      || (next == 0xE2 && Self.hyphenLength(at: word.end, text) > 0)
    if isOfInterest { acceptJoined(word, text) } else { sink.accept(word, in: text) }
  }

  @inline(never)
  private mutating func acceptJoined(_ word: FoundWord, _ text: Span<UInt8>) {
    let range = parts.contains(.signs) ? Self.withSigns(word.range, text) : word.range
    if range == word.range || use == .indexing { sink.accept(word, in: text) }
    if range != word.range {
      let increment = use == .indexing ? 0 : word.positionIncrement
      sink.accept(
        FoundWord(range.lowerBound, range.upperBound, positionIncrement: increment), in: text)
    }
    guard parts.contains(.hyphens), use == .indexing || use == .query,
      let (letters, partCount, end) = Self.chain(word.range, text)
    else { return }
    // A capital that begins one of the words begins no part of the joined one.
    let joined = parts.contains(.camelCase) ? Folding.caseOnly.fold(letters) : letters
    let whole = FoundWord(
      byteCount: joined.count, range: word.range.lowerBound..<end, positionIncrement: 0,
      positionCount: partCount)
    joined.withBytes { sink.accept(whole, in: $0) }
  }

  /// Returns the range of the word with a `.` before it or a `++` or `#` after it.
  private static func withSigns(_ word: Range<Int>, _ text: Span<UInt8>) -> Range<Int> {
    var (start, end) = (word.lowerBound, word.upperBound)
    if isLetterOrDigit(byte(end - 1, text)) {
      if byte(end, text) == UInt8(ascii: "+"), byte(end + 1, text) == UInt8(ascii: "+"),
        byte(end + 2, text) != UInt8(ascii: "+")
      {
        end += 2
      } else if byte(end, text) == UInt8(ascii: "#"), word.count <= longestWithHash,
        byte(end + 1, text) != UInt8(ascii: "#"), !beginsPart(at: end + 1, text)
      {
        end += 1
      }
    }
    if byte(start - 1, text) == UInt8(ascii: "."),
      byte(start, text) | 0x20 &- UInt8(ascii: "a") < 26,
      mayPrecedePeriod(at: start - 2, text)
    {
      start -= 1
    }
    return start..<end
  }

  /// Returns the byte at `index`; 0 beyond the ends of the text.
  @inline(__always)
  private static func byte(_ index: Int, _ text: Span<UInt8>) -> UInt8 {
    index >= 0 && index < text.count ? text[index] : 0
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    byte | 0x20 &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
  }

  /// Returns true if the character at `index` goes on with a word of a script with spaces.
  private static func beginsPart(at index: Int, _ text: Span<UInt8>) -> Bool {
    guard index < text.count else { return false }
    switch WordClass.of(DecodedScalar(text, at: index).value) {
    case .letter, .hebrewLetter, .letterPictograph, .numeric, .extend: return true
    default: return false
    }
  }

  /// Returns true if a period after the character that ends at `index` is neither the end of a
  /// sentence nor part of a number.
  private static func mayPrecedePeriod(at index: Int, _ text: Span<UInt8>) -> Bool {
    var start = index
    while start > 0, byte(start, text) & 0xC0 == 0x80 { start -= 1 }
    guard start >= 0 else { return true }
    switch DecodedScalar(text, at: start).value {
    case 0x2E, 0x29, 0x5D, 0x7D, 0x5F, 0x21, 0x3F, 0x25: return false
    // Closing quotes and brackets, and marks that end sentences: » ’ ” … 。 」 』 ！ ） ？
    case 0xBB, 0x2019, 0x201D, 0x2026, 0x3002, 0x300D, 0x300F, 0xFF01, 0xFF09, 0xFF1F: return false
    default: return !beginsPart(at: start, text)
    }
  }
}

/// Words that are joined by hyphens.
extension JoinedWordSink {
  /// Returns the words that hyphens join to the one at `word`, if it is the first: their joined
  /// letters, their number, and the end of the last one.
  private static func chain(_ word: Range<Int>, _ text: Span<UInt8>) -> (
    joined: [UInt8], partCount: Int, end: Int
  )? {
    guard hyphenLength(at: word.upperBound, text) > 0, !followsHyphen(word.lowerBound, text) else {
      return nil
    }
    var joined: [UInt8] = []
    var partCount = 0
    var index = word.lowerBound
    while true {
      let end = lettersEnd(from: index, text)
      guard end > index, end - word.lowerBound <= chainLimit else { return nil }
      if partCount == 0, end != word.upperBound { return nil }
      for offset in index..<end { joined.append(byte(offset, text)) }
      partCount += 1
      let length = hyphenLength(at: end, text)
      guard length > 0, lettersEnd(from: end + length, text) > end + length else {
        // A sign that stands for several words has their positions, and is part of no other word.
        let isWhole = partCount > 1 && !ScalarFolding.mayGiveSeveralWords(joined)
        return isWhole ? (joined, partCount, end) : nil
      }
      index = end + length
    }
  }

  private static func lettersEnd(from start: Int, _ text: Span<UInt8>) -> Int {
    var index = start
    while index < text.count, index - start <= chainLimit {
      let scalar = DecodedScalar(text, at: index)
      let kind = WordClass.of(scalar.value)
      guard kind == .letter || kind == .numeric || kind == .extend && index > start else { break }
      index += scalar.byteCount
    }
    return index
  }

  /// Returns the number of bytes of the hyphen at `index`, which is the ASCII one, U+2010 or
  /// U+2011; 0 if there is none.
  private static func hyphenLength(at index: Int, _ text: Span<UInt8>) -> Int {
    if byte(index, text) == UInt8(ascii: "-") { return 1 }
    return byte(index, text) == 0xE2 && byte(index + 1, text) == 0x80
      && byte(index + 2, text) & 0xFE == 0x90 ? 3 : 0
  }

  private static func followsHyphen(_ start: Int, _ text: Span<UInt8>) -> Bool {
    let length = hyphenLength(at: start - 1, text) > 0 ? 1 : hyphenLength(at: start - 3, text)
    return length > 0
      && (isLetterOrDigit(byte(start - length - 1, text)) || byte(start - length - 1, text) >= 0x80)
  }
}
