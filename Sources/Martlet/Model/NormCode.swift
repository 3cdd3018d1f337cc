/// The encoding of a field's length in one byte.
///
/// Lengths up to 40 are exact. Above, the code keeps the four leading bits of `length - 24`, so it
/// is never more than 1/16 below the true length. The same code as that of Lucene
/// (`SmallFloat.intToByte4`, since version 7) and of Tantivy, so that scores can be compared
/// document by document.
enum NormCode {
  /// The number of lengths from 0 that are their own code.
  private static let exactCount = 24

  /// Returns the code of a field of `length` tokens. The code never decreases as the length grows.
  ///
  /// - Precondition: `length` is not negative.
  static func encode(length: Int) -> UInt8 {
    guard length >= exactCount else { return UInt8(truncatingIfNeeded: length) }
    let rest = UInt32(clamping: length &- exactCount)
    let bits = IntegerMath.bitWidth(of: rest)
    guard bits > 4 else { return UInt8(truncatingIfNeeded: exactCount &+ Int(rest)) }
    let shift = UInt32(bits &- 4)
    let leading = (rest &>> shift) & 0x07
    return UInt8(truncatingIfNeeded: exactCount &+ Int(leading | ((shift &+ 1) &<< 3)))
  }

  /// Returns the smallest length that has this code.
  static func decode(_ code: UInt8) -> Int {
    guard Int(code) >= exactCount else { return Int(code) }
    let rest = Int(code) &- exactCount
    let shift = (rest &>> 3) &- 1
    guard shift >= 0 else { return exactCount &+ (rest & 0x07) }
    return exactCount &+ (((rest & 0x07) | 0x08) &<< shift)
  }
}
