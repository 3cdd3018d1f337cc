/// A fixed set of letters, such as the vowels of a language.
///
/// Intended for the alphabets of the stemmers, all of which lie below U+0600; other letters cost
/// memory in proportion to their code point.
///
/// - Complexity: `contains` is O(1).
struct LetterSet: Sendable, ExpressibleByStringLiteral {
  /// Bit `n` of word `w` stands for the scalar `64 * w + n`.
  private var bits: [UInt64] = []

  /// Creates the set of the Unicode scalars of `letters`.
  init(_ letters: String) {
    for letter in letters.unicodeScalars {
      let word = Int(letter.value >> 6)
      while bits.count <= word { bits.append(0) }
      bits[word] |= 1 << UInt64(letter.value & 63)
    }
  }

  init(stringLiteral letters: String) { self.init(letters) }

  func contains(_ letter: Unicode.Scalar) -> Bool {
    let word = Int(letter.value >> 6)
    return word < bits.count && bits[word] & (1 << UInt64(letter.value & 63)) != 0
  }
}
