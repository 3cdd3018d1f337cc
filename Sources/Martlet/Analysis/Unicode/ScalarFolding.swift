/// The folding of each scalar of a word: decomposition, case, letter variants.
///
/// The tables map a scalar to the result of applying all foldings until nothing changes, so one
/// step is sufficient. Marks keep their combining class, so the sorted result is the same for
/// canonically equivalent words.
struct ScalarFolding {
  private let targets: ScalarTable
  private let folding: Folding

  init(_ folding: Folding) {
    self.folding = folding
    targets =
      switch folding.level {
      case .exact: Self.canonicalTargets
      case .caseOnly: Self.caselessTargets
      case .full: Self.fullTargets
      }
  }

  private static let canonicalTargets = ScalarTable(
    index: FoldingTables.canonicalIndex, blocks: FoldingTables.canonicalBlocks, pageBits: 6,
    width: 2)
  private static let caselessTargets = ScalarTable(
    index: FoldingTables.caselessIndex, blocks: FoldingTables.caselessBlocks, pageBits: 6,
    width: 2)
  private static let fullTargets = ScalarTable(
    index: FoldingTables.fullIndex, blocks: FoldingTables.fullBlocks, pageBits: 6, width: 2)
  private static let offsets = PackedNumbers(FoldingTables.targetOffsets, width: 3)
  private static let pool = PackedNumbers(FoldingTables.targetPool, width: 3)
  private static let splitRanges = PackedNumbers(FoldingTables.splitRanges, width: 3)

  /// Returns the scalars of `word`, each replaced.
  func map(_ word: [UInt8]) -> [UInt32] {
    var result: [UInt32] = []
    result.reserveCapacity(word.count)
    Self.forEachScalar(of: word) { append($0, to: &result) }
    if folding.hasDotlessI { removeDots(from: &result) }
    return result
  }

  /// Returns the first letter of what full folding makes of `scalar`, and whether it is the only
  /// one; nil if nothing is left, or a mark, which may belong to another letter.
  ///
  /// Not compiled into its callers, which would each have a copy of the tables.
  ///
  /// - Complexity: O(1), without allocation.
  @inline(never)
  static func firstLetter(of scalar: UInt32) -> (letter: UInt32, isAlone: Bool)? {
    if scalar < 0x80 { return (scalar &- 0x41 < 26 ? scalar | 0x20 : scalar, true) }
    if scalar &- 0xAC00 < 11_172 { return (0x1100 &+ (scalar &- 0xAC00) / 588, false) }
    let target = fullTargets[scalar]
    guard target > 0 else {
      return scalar == DecodedScalar.malformed || isMark(scalar) ? nil : (scalar, true)
    }
    let (start, end) = (offsets[target &- 1], offsets[target])
    guard start < end else { return nil }
    let letter = UInt32(truncatingIfNeeded: pool[start])
    return isMark(letter) ? nil : (letter, end &- start == 1)
  }

  /// Returns the first scalar of the canonical decomposition of `scalar`, small if it is ASCII.
  static func baseLetter(of scalar: UInt32) -> UInt32 {
    let target = scalar < 0x80 ? 0 : canonicalTargets[scalar]
    let letter = target > 0 ? UInt32(truncatingIfNeeded: pool[offsets[target &- 1]]) : scalar
    return letter &- 0x41 < 26 ? letter | 0x20 : letter
  }

  /// Returns true for a mark. Those that enclose letters are not reordered.
  private static func isMark(_ scalar: UInt32) -> Bool {
    MarkOrder.rank(scalar) > 0 || Diacritics.isRemovable(scalar)
  }

  /// Calls `body` with what folding of case alone makes of `scalar`, decomposed.
  static func forEachCaseless(of scalar: UInt32, _ body: (UInt32) -> Void) {
    if scalar < 0x80 { return body(scalar &- 0x41 < 26 ? scalar | 0x20 : scalar) }
    forEachTarget(of: scalar, in: caselessTargets, body)
  }

  /// Returns true if a quick check shows that folding leaves `word` unchanged and a single word.
  func leaves(_ word: Span<UInt8>) -> Bool {
    guard !folding.hasDotlessI, !word.isEmpty else { return false }
    // Full folding removes an apostrophe after Hebrew letters.
    if folding.level == .full, word[word.count &- 1] == UInt8(ascii: "'") { return false }
    var index = 0
    while index < word.count {
      let scalar = DecodedScalar(word, at: index)
      guard folding.isPlain(scalar.value), leaves(scalar.value) else { return false }
      index += scalar.byteCount
    }
    return true
  }

  /// Returns true for a common letter that folding leaves unchanged, alone and among other plain
  /// letters.
  @inline(__always)
  private func leaves(_ scalar: UInt32) -> Bool {
    if scalar < 0x80 { return folding.level == .exact || scalar &- 0x41 >= 26 }
    return Self.isOrdinary(scalar) && scalar < 0xAC00 && targets[scalar] == 0
  }

  private func append(_ scalar: UInt32, to result: inout [UInt32]) {
    if scalar < 0x80, folding.level != .exact {
      let isDotless = folding.hasDotlessI && scalar == Self.capitalI
      result.append(scalar &- 0x41 < 26 && !isDotless ? scalar | 0x20 : scalar)
    } else if scalar &- 0xAC00 < 11_172 {
      appendJamo(of: scalar &- 0xAC00, to: &result)
    } else if folding.hasDotlessI {
      Self.forEachTarget(of: scalar, in: Self.canonicalTargets) { part in
        if part == Self.capitalI || part == Self.dotlessI {
          result.append(part)
        } else {
          appendTargets(of: part, to: &result)
        }
      }
    } else {
      appendTargets(of: scalar, to: &result)
    }
  }

  private func appendTargets(of scalar: UInt32, to result: inout [UInt32]) {
    // Plane 14 has tags and variation selectors, which are invisible.
    guard scalar &>> 12 != 0xE0 || folding.level != .full else { return }
    Self.forEachTarget(of: scalar, in: targets) { result.append($0) }
  }

  @inline(__always)
  private static func forEachTarget(
    of scalar: UInt32, in table: ScalarTable, _ body: (UInt32) -> Void
  ) {
    let target = table[scalar]
    guard target > 0 else {
      if scalar != DecodedScalar.malformed { body(scalar) }
      return
    }
    for position in offsets[target &- 1]..<offsets[target] {
      body(UInt32(truncatingIfNeeded: pool[position]))
    }
  }

  /// Appends the letters of a Hangul syllable, by the arithmetic of section 3.12 of the Unicode
  /// Standard.
  private func appendJamo(of syllable: UInt32, to result: inout [UInt32]) {
    result.append(0x1100 &+ syllable / 588)
    result.append(0x1161 &+ syllable % 588 / 28)
    if syllable % 28 > 0 { result.append(0x11A7 &+ syllable % 28) }
  }

  /// The value for a Turkish capital I until it is known whether a dot follows.
  private static let capitalI: UInt32 = 0x49
  private static let dotlessI: UInt32 = 0x131

  /// Replaces capital I: followed by a dot as a second scalar, it is `i`; otherwise it is `ı`.
  private func removeDots(from scalars: inout [UInt32]) {
    var result: [UInt32] = []
    result.reserveCapacity(scalars.count)
    var lastI: Int?
    for scalar in scalars {
      if scalar == 0x307, let index = lastI {
        result[index] = 0x69
        lastI = nil
        continue
      }
      if MarkOrder.rank(scalar) == 0 { lastI = scalar == Self.capitalI ? result.count : nil }
      result.append(scalar == Self.capitalI ? Self.dotlessI : scalar)
    }
    scalars = result
  }

  /// Returns true if full folding may turn `word` into something other than one word: ½, ㍿, ﷺ.
  static func mayGiveSeveralWords(_ word: [UInt8]) -> Bool {
    guard !word.allSatisfy({ $0 < 0x80 }) else { return false }
    var found = false
    forEachScalar(of: word) { scalar in
      if !isOrdinary(scalar), !found { found = isInSplitRanges(scalar) }
    }
    return found
  }

  /// Returns true for letters of common scripts, none of which is in the ranges.
  @inline(__always)
  static func isOrdinary(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<0x80, 0xC0..<0x2D8, 0x386..<0xF0C, 0x3041..<0x309B, 0x30A0..<0x3100, 0x3400..<0xD7A4:
      true
    default: false
    }
  }

  static func isInSplitRanges(_ scalar: UInt32) -> Bool {
    var low = 0
    var high = splitRanges.count / 2
    while low < high {
      let middle = (low + high) / 2
      if splitRanges[2 * middle + 1] < Int(scalar) { low = middle + 1 } else { high = middle }
    }
    return low < splitRanges.count / 2 && splitRanges[2 * low] <= Int(scalar)
  }

  private static func forEachScalar(of word: [UInt8], _ body: (UInt32) -> Void) {
    word.withBytes { bytes in
      var index = 0
      while index < bytes.count {
        let scalar = DecodedScalar(bytes, at: index)
        body(scalar.value)
        index += scalar.byteCount
      }
    }
  }
}
