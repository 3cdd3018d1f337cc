/// Encodes numbers as 8 bytes that sort in the order of the numbers, so that numbers can be terms.
///
/// The bits of an IEEE 754 double sort like integers when the sign is flipped and, for negative
/// numbers, all other bits too. −0 becomes 0, and every NaN becomes the one that sorts last.
enum SortableNumber {
  /// Returns the 8 bytes of `number`, most significant first.
  static func encode(_ number: Double) -> [UInt8] {
    let canonical = number.isNaN ? Double.nan : number == 0 ? 0 : number
    let bits = canonical.bitPattern
    let ordered = bits >> 63 == 1 ? ~bits : bits | 1 << 63
    return (0..<8).map { UInt8(truncatingIfNeeded: ordered >> UInt64(56 - 8 * $0)) }
  }

  /// Returns the number with these bytes, or nil if they are not 8.
  static func decode(_ bytes: [UInt8]) -> Double? {
    guard bytes.count == 8 else { return nil }
    let ordered = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Double(bitPattern: ordered >> 63 == 1 ? ordered & ~(1 << 63) : ~ordered)
  }
}
