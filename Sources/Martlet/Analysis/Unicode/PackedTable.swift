/// Numbers written as text: digits of base 94, from "!" to "~".
///
/// The generated tables are string literals in this form, because the compiler puts a literal into
/// the program unchanged, but needs seconds for an array of the same size.
@safe
struct PackedNumbers: Sendable {
  // SAFETY: a string literal lives, unchanged, as long as the program.
  nonisolated(unsafe) private let base: UnsafePointer<UInt8>
  /// The number of digits per number.
  let width: Int
  /// The number of numbers.
  let count: Int

  @inline(__always)
  init(_ text: StaticString, width: Int) {
    unsafe base = text.utf8Start
    self.width = width
    count = text.utf8CodeUnitCount / width
  }

  /// The number at index `position`.
  @inline(__always)
  subscript(position: Int) -> Int {
    checkInvariant(
      position >= 0 && position < count, "number \(position) is outside a table of \(count)")
    var value = 0
    for digit in 0..<width {
      // SAFETY: the caller asks for a number of the table (checked above in debug builds; the
      // tables are constants that the tests read in full).
      value = value &* 94 &+ Int(unsafe base[position &* width &+ digit]) &- 0x21
    }
    return value
  }
}

/// A table with a number for every Unicode scalar below 0x40000, and 0 for the others.
///
/// It has two levels: the scalars are divided into pages, and equal pages share a block.
struct ScalarTable: Sendable {
  /// The first scalar without an entry.
  static let limit: UInt32 = 0x4_0000

  private let index: PackedNumbers
  private let blocks: PackedNumbers
  private let pageBits: UInt32

  /// Creates a table as `GenerateTables.py` writes it, with pages of `1 << pageBits` scalars.
  @inline(__always)
  init(index: StaticString, blocks: StaticString, pageBits: UInt32, width: Int) {
    self.index = PackedNumbers(index, width: 2)
    self.blocks = PackedNumbers(blocks, width: width)
    self.pageBits = pageBits
  }

  /// The number of `scalar`.
  ///
  /// - Complexity: O(1), three loads.
  @inline(__always)
  subscript(scalar: UInt32) -> Int {
    guard scalar < Self.limit else { return 0 }
    let block = index[Int(scalar &>> pageBits)]
    return blocks[(block &<< Int(pageBits)) | Int(scalar & ((1 &<< pageBits) &- 1))]
  }
}
