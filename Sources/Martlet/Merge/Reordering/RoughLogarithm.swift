/// A table of logarithms to base 2, in multiples of 1/4,096. For numbers above 4,096 only the first
/// 12 bits count.
///
/// They are integers, so sums are the same on every platform and in any order.
struct RoughLogarithm {
  /// The logarithm of 2.
  static let one: Int32 = 4_096
  private static let bits = 12
  private let table = GrowingArray<Int32>()

  init() {
    let scale = Double(Self.one) / NaturalLogarithm.of(2)
    table.append(0)
    for number in 1..<(1 << Self.bits) {
      table.append(Int32(NaturalLogarithm.of(Double(number)) * scale))
    }
  }

  /// Returns the logarithm of `number`, which is not 0.
  @inline(__always)
  func of(_ number: UInt32) -> Int32 {
    let shift = max(0, UInt32.bitWidth - Self.bits - number.leadingZeroBitCount)
    return table[Int(number &>> UInt32(shift))] &+ Int32(shift) &* Self.one
  }
}
