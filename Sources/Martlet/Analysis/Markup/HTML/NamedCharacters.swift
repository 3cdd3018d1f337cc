/// A character that has a name in HTML.
struct NamedCharacter {
  let scalar: UInt32
  /// A second scalar, or 0.
  let second: UInt32
  /// True if the name is valid without its semicolon.
  let needsNoSemicolon: Bool
}

/// The named characters of the HTML Standard, found by name.
///
/// Names of one length are records of one size in ``NamedCharacterTable``, so a name is found by
/// binary search and nothing is built at the start.
///
/// - Complexity: O(log names).
enum NamedCharacters {
  /// The bytes of a record after its name: three digits and one.
  private static let valueWidth = 4

  /// Returns the character whose name is at `range`.
  static func find(_ range: Range<Int>, in bytes: SourceBytes) -> NamedCharacter? {
    guard range.count >= 2, range.count <= NamedCharacterTable.longestName else { return nil }
    let starts = PackedNumbers(NamedCharacterTable.starts, width: 3)
    let start = starts[range.count]
    let size = range.count &+ valueWidth
    var low = 0
    var high = (starts[range.count &+ 1] &- start) / size
    while low < high {
      let middle = (low &+ high) / 2
      let record = start &+ middle &* size
      let order = compare(range, in: bytes, record)
      if order == 0 { return character(at: record &+ range.count) }
      if order < 0 { high = middle } else { low = middle &+ 1 }
    }
    return nil
  }

  /// Compares the name at `range` with that of a record. The result is negative if the name comes
  /// first, and 0 if they are equal.
  private static func compare(_ range: Range<Int>, in bytes: SourceBytes, _ record: Int) -> Int {
    for index in 0..<range.count {
      let expected = NamedCharacterTable.records.byte(at: record &+ index)
      let difference = Int(bytes[range.lowerBound &+ index]) &- Int(expected)
      if difference != 0 { return difference }
    }
    return 0
  }

  private static func character(at offset: Int) -> NamedCharacter {
    let digits = PackedNumbers(NamedCharacterTable.records, width: 1)
    let high = digits[offset] &* 94 &+ digits[offset &+ 1]
    let flags = digits[offset &+ 3]
    let seconds = PackedNumbers(NamedCharacterTable.seconds, width: 3)
    return NamedCharacter(
      scalar: UInt32(high &* 94 &+ digits[offset &+ 2]), second: UInt32(seconds[flags / 2]),
      needsNoSemicolon: flags & 1 != 0)
  }
}
