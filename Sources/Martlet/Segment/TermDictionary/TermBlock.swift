/// One block of a term dictionary, with its fields located and checked; see
/// ``TermDictionaryFormat``.
///
/// All offsets count from the section's start. Borrows the section's bytes: the holder keeps the
/// section. The contents of the fields are checked as they are decoded; nil or `damaged` means
/// bytes that no writer makes.
@unsafe
struct TermBlock {
  let base: UnsafeRawPointer
  /// The number of terms.
  let count: Int
  let hasPositions: Bool
  /// A bitmap of the terms that occur once: bit i is term i.
  let singles: UInt16
  let documentWidth: Int
  let positionWidth: Int
  /// The byte counts of the two bases, and the offset of the first.
  private let postingsWidth: Int
  private let positionsWidth: Int
  private let bases: Int
  /// The offsets of the packed documents, the packed positions, the entries and the lengths.
  let documents: Int
  let positions: Int
  let entries: Int
  let lengths: Int
  /// The offset of the first suffix.
  var suffixes: Int { unsafe lengths &+ count }
  /// The end of the block.
  let end: Int

  /// Creates the block of `count` terms in `range`; 15 bytes after any of its bytes are readable.
  @inline(__always)
  init?(base: UnsafeRawPointer, range: Range<Int>, count: Int, hasPositions: Bool) {
    guard range.count > TermDictionaryFormat.blockHeadByteCount else { return nil }
    // SAFETY: the head lies in the block (checked above).
    let head = unsafe base + range.lowerBound
    let baseWidths = unsafe head.load(as: UInt8.self)
    let postingsWidth = Int(baseWidths & 15)
    let positionsWidth = Int(baseWidths &>> 4)
    let documentWidth = unsafe Int(head.load(fromByteOffset: 1, as: UInt8.self))
    let positionWidth = unsafe Int(head.load(fromByteOffset: 2, as: UInt8.self))
    let singles = unsafe UInt16(
      littleEndian: head.loadUnaligned(fromByteOffset: 3, as: UInt16.self))
    let maximumWidth = TermDictionaryFormat.maximumBaseWidth
    guard postingsWidth <= maximumWidth, positionsWidth <= maximumWidth,
      documentWidth <= 32, positionWidth <= 32, UInt32(singles) &>> UInt32(count) == 0
    else { return nil }

    let bases = range.lowerBound &+ TermDictionaryFormat.blockHeadByteCount
    var cursor = bases &+ postingsWidth &+ positionsWidth
    guard cursor < range.upperBound else { return nil }
    guard let entryBytes = unsafe Self.varint(base, &cursor, end: range.upperBound),
      entryBytes <= UInt64(range.upperBound &- cursor)
    else { return nil }

    let singleCount = singles.nonzeroBitCount
    unsafe self.base = base
    unsafe self.count = count
    unsafe self.hasPositions = hasPositions
    unsafe self.singles = singles
    unsafe self.documentWidth = documentWidth
    unsafe self.positionWidth = positionWidth
    unsafe self.postingsWidth = postingsWidth
    unsafe self.positionsWidth = positionsWidth
    unsafe self.bases = bases
    unsafe documents = cursor
    unsafe positions =
      cursor &+ TermDictionaryFormat.packedByteCount(singleCount, bitWidth: documentWidth)
    unsafe entries =
      positions &+ TermDictionaryFormat.packedByteCount(singleCount, bitWidth: positionWidth)
    unsafe lengths = entries &+ Int(truncatingIfNeeded: entryBytes)
    unsafe end = range.upperBound
    guard unsafe lengths &+ count <= end else { return nil }
  }

  /// The offset of the block's first bytes of postings.
  @inline(__always)
  var postingsBase: UInt64 {
    // SAFETY: the base starts in the block, so that 8 bytes are readable.
    unsafe Self.number(base + bases, byteWidth: postingsWidth)
  }

  /// The offset of the block's first bytes of positions.
  @inline(__always)
  var positionsBase: UInt64 {
    // SAFETY: as for postings.
    unsafe Self.number(base + (bases &+ postingsWidth), byteWidth: positionsWidth)
  }

  /// Returns the number of `byteWidth` bytes, 0…7, at `bytes`, where 8 bytes are readable.
  @inline(__always)
  static func number(_ bytes: UnsafeRawPointer, byteWidth: Int) -> UInt64 {
    // SAFETY: the caller ensures that 8 bytes are readable.
    let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    return word & ((1 &<< UInt64(byteWidth &* 8)) &- 1)
  }

  /// Reads the varint at `cursor`, and moves past it; nil when it does not end before `end`.
  @inline(__always)
  static func varint(_ base: UnsafeRawPointer, _ cursor: inout Int, end: Int) -> UInt64? {
    guard cursor < end else { return nil }
    // SAFETY: `cursor` is before `end` (checked above).
    let first = unsafe base.load(fromByteOffset: cursor, as: UInt8.self)
    if first < 0x80 {
      cursor &+= 1
      return UInt64(first)
    }
    let second = cursor &+ 1
    // SAFETY: slack follows the blocks, so that one more byte is readable.
    let byte = unsafe base.load(fromByteOffset: second, as: UInt8.self)
    if byte < 0x80, second < end {
      cursor &+= 2
      return UInt64(first & 0x7F) | UInt64(byte) &<< 7
    }
    return unsafe longVarint(base, &cursor, end: end)
  }

  @inline(never)
  private static func longVarint(
    _ base: UnsafeRawPointer, _ cursor: inout Int, end: Int
  ) -> UInt64? {
    var pointer = unsafe base + cursor
    // SAFETY: decoding stops at `end`.
    let value = unsafe VariableByte.decode(&pointer, end: base + end)
    cursor = unsafe pointer - base
    return value
  }

  /// Returns number `index` of those packed with `bitWidth` bits, 0…32, from `start`.
  @inline(__always)
  func packed(_ start: Int, _ index: Int, bitWidth: Int) -> UInt32 {
    let bit = index &* bitWidth
    // SAFETY: the packed numbers end in the block, and 8 bytes are readable from its last byte.
    let word = unsafe UInt64(
      littleEndian: base.loadUnaligned(fromByteOffset: start &+ bit &>> 3, as: UInt64.self))
    let mask: UInt64 = (1 &<< UInt64(bitWidth)) &- 1
    return UInt32(truncatingIfNeeded: word &>> UInt64(bit & 7) & mask)
  }

  /// Returns the info of single `index` of the block.
  @inline(__always)
  func single(_ index: Int) -> TermInfo {
    unsafe TermInfo(
      documentFrequency: 1,
      totalFrequency: 1,
      document: packed(documents, index, bitWidth: documentWidth),
      postings: 0..<0,
      position: hasPositions ? packed(positions, index, bitWidth: positionWidth) : 0,
      positions: 0..<0)
  }
}
