extension Folding {
  /// Returns `word` without the differences that are ignored.
  ///
  /// A pure function of the bytes. Bytes that are not UTF-8 are removed.
  ///
  /// - Complexity: O(`word.count`); marks in a row are sorted by insertion, at most
  ///   ``MarkOrder/limit`` of them.
  func fold(_ word: [UInt8]) -> [UInt8] {
    if keepsASCII(word[...]) { return word }
    guard !word.allSatisfy({ $0 < 0x80 }) else { return foldASCII(word) }
    var scalars = ScalarFolding(self).map(word)
    if !scalars.allSatisfy(isPlain) {
      MarkOrder.sort(&scalars)
      if level == .full { Diacritics.remove(from: &scalars) }
      Composition.compose(&scalars, hangul: level != .full)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(word.count)
    for scalar in scalars { UTF8Writer.append(scalar, to: &bytes) }
    return level == .full ? withoutOuterQuotes(bytes, of: word) : bytes
  }

  /// Returns true for words of ASCII alone that folding leaves as they are: words without capitals,
  /// unless these stay.
  func keepsASCII(_ word: ArraySlice<UInt8>) -> Bool {
    word.allSatisfy { $0 < 0x80 && (level == .exact || $0 &- UInt8(ascii: "A") >= 26) }
  }

  private func foldASCII(_ word: [UInt8]) -> [UInt8] {
    if hasDotlessI, word.contains(UInt8(ascii: "I")) {
      return word.flatMap { $0 == UInt8(ascii: "I") ? [0xC4, 0xB1] : [Self.lower($0)] }
    }
    return word.map(Self.lower)
  }

  @inline(__always)
  private static func lower(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  /// Returns `bytes` without apostrophes at its ends: `ʻokina` is typed `'okina`, whose apostrophe
  /// is not part of the word. Apostrophes that `word` itself has at its ends stay, as they do in a
  /// word of ASCII, but for those after Hebrew letters: `ג'` has one on most keyboards, and `ג׳` a
  /// sign of its own.
  private func withoutOuterQuotes(_ bytes: [UInt8], of word: [UInt8]) -> [UInt8] {
    let quote = UInt8(ascii: "'")
    var result = bytes[...]
    if word.first != quote { result = result.drop { $0 == quote } }
    if word.last != quote || Self.isHebrew(bytes, before: quote) {
      while result.last == quote { result.removeLast() }
    }
    return result.count == bytes.count ? bytes : Array(result)
  }

  /// Returns true if the last scalar before the `sign`s at the end is a letter from `א` to `ת`.
  private static func isHebrew(_ bytes: [UInt8], before sign: UInt8) -> Bool {
    guard let last = bytes.lastIndex(where: { $0 != sign }), last > 0 else { return false }
    return bytes[last - 1] == 0xD7 && 0x90...0xAA ~= bytes[last]
  }
}
