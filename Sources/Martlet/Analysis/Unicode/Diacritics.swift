/// The marks that full folding removes.
///
/// A mark is removed if people leave it out and still write the same word. It stays if it carries a
/// vowel or makes another letter, and on the Cyrillic letters that alphabets count as letters.
enum Diacritics {
  /// Removes marks from scalars that are decomposed and in canonical order.
  static func remove(from scalars: inout [UInt32]) {
    guard scalars.contains(where: isRemovable) else { return }
    var result: [UInt32] = []
    result.reserveCapacity(scalars.count)
    var base: UInt32 = 0
    var hasMarkAbove = false
    for scalar in scalars {
      let rank = MarkOrder.rank(scalar)
      if rank == 0, !isRemovable(scalar) {
        base = scalar
        hasMarkAbove = false
      } else {
        let isFirstAbove = rank == FoldingTables.orderAbove && !hasMarkAbove
        hasMarkAbove = hasMarkAbove || rank == FoldingTables.orderAbove
        if isRemovable(scalar), !(isFirstAbove && isLetter(base, scalar)) { continue }
      }
      result.append(scalar)
    }
    scalars = result
  }

  /// Returns true if `base` and `mark` together are a letter of a Cyrillic alphabet: й ў ї ѓ ќ.
  private static func isLetter(_ base: UInt32, _ mark: UInt32) -> Bool {
    switch (base, mark) {
    case (0x438, 0x306), (0x443, 0x306), (0x456, 0x308), (0x433, 0x301), (0x43A, 0x301): true
    default: false
    }
  }

  static func isRemovable(_ scalar: UInt32) -> Bool {
    guard scalar >= 0x300 else { return false }
    switch scalar {
    // Accents of all scripts.
    case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F:
      return true
    // Cyrillic titlo, breathings, number signs, and letters written above.
    case 0x483...0x489, 0x2DE0...0x2DFF, 0xA66F...0xA672, 0xA674...0xA67D, 0xA69E...0xA69F:
      return true
    // Hebrew accents and points.
    case 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7, 0xFB1E: return true
    // Arabic vowel signs, hamza and madda, Koranic signs.
    case 0x610...0x61A, 0x64B...0x65F, 0x670, 0x6D6...0x6DC, 0x6DF...0x6E4, 0x6E7...0x6E8,
      0x6EA...0x6ED, 0x897...0x89F, 0x8CA...0x8E1, 0x8E3...0x8FF, 0x10EFA...0x10EFF:
      return true
    // Syriac points, N'Ko tones, the Devanagari nukta, Vedic tones.
    case 0x711, 0x730...0x74A, 0x7EB...0x7F3, 0x93C, 0x951...0x954, 0x1CD0...0x1CE8, 0x1CED,
      0x1CF4, 0x1CF8...0x1CF9, 0xA8E0...0xA8F1:
      return true
    default: return false
    }
  }
}
