/// Counting numbers before they are packed, and reading some of a packed block.
extension BitPacking {
  /// Counts the numbers that are not below `limit`, among up to 128 numbers, four at a time.
  ///
  /// - Precondition: Each number is below `2^31`, `limit` is not 0, and zeros follow the numbers up
  ///   to the next multiple of four.
  @unsafe @inline(__always)
  static func countAtLeast(
    _ limit: UInt32, _ numbers: UnsafePointer<UInt32>, count: Int = blockSize
  ) -> Int {
    typealias Signed = SIMD4<Int32>
    let rows = unsafe UnsafeRawPointer(numbers)
    let last = Signed(repeating: Int32(truncatingIfNeeded: limit &- 1))
    let none = Signed(repeating: 0)
    // A comparison gives lanes of -1, so the sum is negative.
    var sum = none
    for row in stride(from: 0, to: count &* 4, by: 16) {
      // SAFETY: the rows hold the numbers and up to three more.
      let value = unsafe rows.loadUnaligned(fromByteOffset: row, as: Signed.self)
      sum = sum &+ none.replacing(with: -1, where: value .> last)
    }
    return 0 &- Int(sum.wrappedSum())
  }

  /// Writes the numbers `range` of the block at `source` to `target`, without unpacking the others:
  /// about 1 ns for each.
  @unsafe @inline(__always)
  static func extract(
    _ range: Range<Int>, from source: UnsafeRawPointer, width: Int,
    to target: UnsafeMutablePointer<UInt32>
  ) {
    // SAFETY: the caller provides `byteCount(width:)` readable bytes and 16 more, and room for the
    // numbers. A width of 0 would read 32 bytes.
    guard width > 0 else { return unsafe target.update(repeating: 0, count: range.count) }
    let mask = UInt32(truncatingIfNeeded: (UInt64(1) &<< UInt64(width)) &- 1)
    for number in range {
      // The number is in lane `number % 4` of four streams of 32-bit words.
      let bit = (number &>> 2) &* width
      let word = unsafe source + ((bit &>> 5) &* 16 &+ (number & 3) &* 4)
      let low = unsafe UInt64(UInt32(littleEndian: word.loadUnaligned(as: UInt32.self)))
      let high = unsafe UInt64(
        UInt32(littleEndian: word.loadUnaligned(fromByteOffset: 16, as: UInt32.self)))
      unsafe target[number &- range.lowerBound] =
        UInt32(truncatingIfNeeded: (low | high &<< 32) &>> UInt64(bit & 31)) & mask
    }
  }
}
