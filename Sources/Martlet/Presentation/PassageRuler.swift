/// Measures a text in the unit of a snippet's length.
///
/// Offsets are in bytes of UTF-8. Offsets that are returned are between characters.
struct PassageRuler {
  let text: String
  let length: SnippetLength
  /// The offset of the first byte of each word; only if words are counted.
  let wordStarts: [Int]

  /// Returns the offset `count` units after `offset`, at most `limit`; `offset` itself if it is not
  /// before `limit`.
  func offset(_ count: Int, after offset: Int, limit: Int) -> Int {
    if offset >= limit { return offset }
    let found: Int?
    switch length.unit {
    case .words:
      let number = firstWord(from: offset) + count
      // A vowel of Thai is a word, and belongs to the character before.
      found = number < wordStarts.count ? characterStart(at: wordStarts[number]) : nil
    case .characters:
      found = text.index(index(offset), offsetBy: count, limitedBy: index(limit)).map(self.offset)
    }
    return max(offset, min(found ?? limit, limit))
  }

  /// Returns the offset `count` units before `offset`, at least `limit`; `offset` itself if it is not
  /// after `limit`, as when a text begins within a character that a blank before it begins.
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
  func characterStart(at offset: Int) -> Int { self.offset(text.characterStart(at: index(offset))) }

  /// Returns the offset of the end of the character at `offset`.
  func characterEnd(at offset: Int) -> Int { self.offset(text.characterEnd(at: index(offset))) }

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

  /// The numbers of bytes or words by which windows are compared: a place for each occurrence, and
  /// the length in the same measure.
  func roughSpan(of range: Range<Int>) -> Range<Int> {
    switch length.unit {
    case .characters: return range
    case .words:
      let start = firstWord(from: range.lowerBound + 1) - 1
      return start..<max(start + 1, firstWord(from: range.upperBound))
    }
  }

  /// The length in the measure of ``roughSpan(of:)``: for characters, the bytes that as many of
  /// them take on the average of this text.
  var roughLength: Int {
    guard length.unit == .characters else { return length.count }
    var (byteCount, scalarCount) = (0, 0)
    text.withBytes { bytes in
      byteCount = bytes.count
      for index in bytes.indices where bytes[index] & 0xC0 != 0x80 { scalarCount &+= 1 }
    }
    guard scalarCount > 0 else { return length.count }
    let bytesPerScalar = Double(byteCount) / Double(scalarCount)
    return Int(Double(length.count) * bytesPerScalar)
  }
}
