/// One Unicode scalar, read from UTF-8 bytes that have not been validated.
///
/// A byte that does not begin a well-formed sequence (RFC 3629) is read alone, as ``malformed``, so
/// reading always makes progress and any bytes have exactly one reading.
struct DecodedScalar {
  /// The value for a byte that is not UTF-8, which is above every scalar.
  static let malformed: UInt32 = 0x11_0000

  /// The scalar, or ``malformed``.
  let value: UInt32
  /// The number of bytes of the scalar, at least 1.
  let byteCount: Int

  /// Reads the scalar at `index` of `bytes`.
  ///
  /// - Precondition: `index` lies within the bytes.
  @inline(__always)
  init(_ bytes: Span<UInt8>, at index: Int) {
    let first = UInt32(bytes[index])
    if first < 0x80 {
      (value, byteCount) = (first, 1)
      return
    }
    if first >= 0xC2, first < 0xE0, index &+ 1 < bytes.count {
      let second = UInt32(bytes[index &+ 1])
      if second & 0xC0 == 0x80 {
        (value, byteCount) = ((first & 0x1F) &<< 6 | (second & 0x3F), 2)
        return
      }
    } else if first >= 0xE0, first < 0xF0, index &+ 2 < bytes.count {
      let second = UInt32(bytes[index &+ 1])
      let third = UInt32(bytes[index &+ 2])
      let scalar = (first & 0x0F) &<< 12 | (second & 0x3F) &<< 6 | (third & 0x3F)
      let isFramed = second & 0xC0 == 0x80 && third & 0xC0 == 0x80
      if isFramed, scalar >= 0x800, scalar &- 0xD800 >= 0x800 {
        (value, byteCount) = (scalar, 3)
        return
      }
    } else if first >= 0xF0, first < 0xF5, index &+ 3 < bytes.count {
      let second = UInt32(bytes[index &+ 1])
      let third = UInt32(bytes[index &+ 2])
      let fourth = UInt32(bytes[index &+ 3])
      let high = (first & 0x07) &<< 18 | (second & 0x3F) &<< 12
      let scalar = high | (third & 0x3F) &<< 6 | (fourth & 0x3F)
      let isFramed = second & 0xC0 == 0x80 && third & 0xC0 == 0x80 && fourth & 0xC0 == 0x80
      if isFramed, scalar >= 0x1_0000, scalar < 0x11_0000 {
        (value, byteCount) = (scalar, 4)
        return
      }
    }
    (value, byteCount) = (Self.malformed, 1)
  }
}
