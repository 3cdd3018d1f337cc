/// Integer arithmetic that several folders need, independent of the search domain.
enum IntegerMath {
  /// Returns the smallest multiple of `alignment` that is not below `value`.
  ///
  /// - Precondition: `alignment` is a power of two and `value` is not negative.
  @inline(__always)
  static func roundUp(_ value: Int, toMultipleOf alignment: Int) -> Int {
    (value &+ alignment &- 1) & ~(alignment &- 1)
  }

  /// Returns `dividend / divisor`, rounded up.
  ///
  /// - Precondition: neither is negative and `divisor` is not zero.
  @inline(__always)
  static func ceilingDivide(_ dividend: Int, by divisor: Int) -> Int {
    (dividend &+ divisor &- 1) / divisor
  }

  /// Returns the number of bits that `value` needs: 0 for 0, 1 for 1, 32 for `UInt32.max`.
  @inline(__always)
  static func bitWidth(of value: UInt32) -> Int {
    32 &- value.leadingZeroBitCount
  }
}
