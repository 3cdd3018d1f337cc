/// Measures a text in the unit of a snippet's length.
///
/// Offsets are in bytes of UTF-8. Offsets that are returned are between characters.
struct PassageRuler {
  let text: String
  let length: SnippetLength
  /// The offset of the first byte of each word; only if words are counted.
  let wordStarts: [Int]
  /// The number of scalars before every ``blockSize`` bytes; only if characters are counted.
  private let scalarCounts: [Int]
  private let lastCharacter = LastCharacter()

  /// The character that was asked for last. One of many words, as of Thai vowels without letters,
  /// is asked for at each of them.
  private final class LastCharacter {
    var range = 0..<0
  }

  private static let blockSize = 64

  init(text: String, length: SnippetLength, wordStarts: [Int]) {
    self.text = text
    self.length = length
    self.wordStarts = wordStarts
    scalarCounts =
      length.unit == .words
      ? []
      : text.withBytes { bytes in
        var (counts, count) = ([Int](), 0)
        counts.reserveCapacity(bytes.count / Self.blockSize + 1)
        for index in bytes.indices {
          if index % Self.blockSize == 0 { counts.append(count) }
          if bytes[index] & 0xC0 != 0x80 { count &+= 1 }
        }
        return counts
      }
  }

  /// Returns the offset `count` units after `offset`, at most `limit`; `offset` itself if it is not
  /// before `limit`.
  func offset(_ count: Int, after offset: Int, limit: Int) -> Int {
    if offset >= limit { return offset }
    let found: Int?
    switch length.unit {
    case .words:
      found = wordStart(firstWord(from: offset) + count, after: offset)
    case .characters:
      found = text.index(index(offset), offsetBy: count, limitedBy: index(limit)).map(self.offset)
    }
    return max(offset, min(found ?? limit, limit))
  }

  /// Returns the start of the word with a number, or of the first one that begins another character
  /// than that at `offset`: a vowel of Thai is a word, and belongs to the character before. Nil if
  /// there is none.
  private func wordStart(_ number: Int, after offset: Int) -> Int? {
    guard number < wordStarts.count else { return nil }
    let start = characterStart(at: wordStarts[number])
    if start > offset { return start }
    let next = firstWord(from: characterEnd(at: wordStarts[number]))
    return next < wordStarts.count ? characterStart(at: wordStarts[next]) : nil
  }

  /// Returns the offset `count` units before `offset`, at least `limit`; `offset` itself if it is
  /// not after `limit`, as when a text begins within a character that a blank before it begins.
  func offset(_ count: Int, before offset: Int, limit: Int) -> Int {
    if count <= 0 || offset <= limit { return offset }
    let found: Int?
    switch length.unit {
    case .words:
      let number = firstWord(from: offset) - count
      found = number > 0 ? characterStart(at: wordStarts[number]) : nil
    case .characters:
      found = text.index(index(offset), offsetBy: -count, limitedBy: index(limit)).map(self.offset)
    }
    return min(offset, max(found ?? limit, limit))
  }

  /// Returns the number of units in `range`, but no more than the length and one.
  func count(_ range: Range<Int>) -> Int {
    switch length.unit {
    case .words: return firstWord(from: range.upperBound) - firstWord(from: range.lowerBound)
    case .characters:
      var count = 0
      var index = index(range.lowerBound)
      let end = self.index(range.upperBound)
      while index < end, count <= length.count {
        index = text.index(after: index)
        count += 1
      }
      return count
    }
  }

  /// Returns the offset of the start of the character at `offset`.
  func characterStart(at offset: Int) -> Int { character(at: offset).lowerBound }

  /// Returns the offset of the end of the character that `offset` lies in; `offset` itself between
  /// two characters.
  func characterEnd(at offset: Int) -> Int { character(at: offset).upperBound }

  /// Returns the character that `offset` lies in; an empty range between two characters.
  private func character(at offset: Int) -> Range<Int> {
    let last = lastCharacter.range
    if last.lowerBound < offset, offset < last.upperBound { return last }
    let index = index(offset)
    let start = text.characterStart(at: index)
    guard start < index else { return offset..<offset }
    lastCharacter.range = self.offset(start)..<self.offset(text.index(after: start))
    return lastCharacter.range
  }

  private func index(_ offset: Int) -> String.Index {
    text.utf8.index(text.startIndex, offsetBy: offset)
  }

  private func offset(_ index: String.Index) -> Int {
    text.utf8.distance(from: text.startIndex, to: index)
  }

  /// Returns the number of words that begin before `offset`.
  private func firstWord(from offset: Int) -> Int {
    var low = 0
    var high = wordStarts.count
    while low < high {
      let middle = low + (high - low) / 2
      if wordStarts[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The scalars or words of `range`, by which windows are compared: a passage has no more
  /// characters than scalars.
  func roughSpan(of range: Range<Int>) -> Range<Int> {
    switch length.unit {
    case .characters:
      return scalarCount(before: range.lowerBound)..<scalarCount(before: range.upperBound)
    case .words:
      let start = firstWord(from: range.lowerBound + 1) - 1
      return start..<max(start + 1, firstWord(from: range.upperBound))
    }
  }

  /// Returns the number of scalars that begin before `offset`.
  @inline(never)
  private func scalarCount(before offset: Int) -> Int {
    let block = min(offset / Self.blockSize, scalarCounts.count - 1)
    guard block >= 0 else { return 0 }
    return text.withBytes { bytes in
      var count = scalarCounts[block]
      for index in block * Self.blockSize..<min(offset, bytes.count)
      where bytes[index] & 0xC0 != 0x80 { count += 1 }
      return count
    }
  }
}
