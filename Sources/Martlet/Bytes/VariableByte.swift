/// Variable-length integers in 7-bit groups, least significant first; the high bit says that more
/// groups follow.
///
///     0…127       1 byte     0vvvvvvv
///     …16,383     2 bytes    1vvvvvvv 0vvvvvvv
///     …           up to 10 bytes for 64 bits
enum VariableByte {
  /// The largest byte count of a number.
  static let maximumByteCount = 10

  /// Writes `value` at `start` and returns the number of bytes written.
  @unsafe @inline(__always)
  static func encode(_ value: UInt64, to start: UnsafeMutableRawPointer) -> Int {
    var rest = value
    var length = 0
    while rest >= 0x80 {
      // SAFETY: the caller provides `maximumByteCount` writable bytes.
      unsafe start.storeBytes(
        of: UInt8(truncatingIfNeeded: rest) | 0x80, toByteOffset: length, as: UInt8.self)
      rest &>>= 7
      length &+= 1
    }
    unsafe start.storeBytes(
      of: UInt8(truncatingIfNeeded: rest), toByteOffset: length, as: UInt8.self)
    return length &+ 1
  }

  /// Returns the number of bytes that `value` takes.
  @inline(__always)
  static func byteCount(of value: UInt64) -> Int {
    max(1, IntegerMath.ceilingDivide(64 &- value.leadingZeroBitCount, by: 7))
  }

  /// Reads a number at `cursor` and moves past it; returns nil when it does not end before `end`,
  /// or has more than 64 bits.
  @unsafe @inline(__always)
  static func decode(_ cursor: inout UnsafeRawPointer, end: UnsafeRawPointer) -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while unsafe cursor < end {
      // SAFETY: `cursor` is before `end` (checked above).
      let byte = unsafe cursor.load(as: UInt8.self)
      unsafe cursor = cursor.advanced(by: 1)
      value |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 { return shift == 63 && byte > 1 ? nil : value }
      shift &+= 7
      if shift > 63 { return nil }
    }
    return nil
  }
}
