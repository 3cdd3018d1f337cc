/// Writes scalars as UTF-8.
enum UTF8Writer {
  /// Appends `scalar`, which is below 0x110000 and no surrogate.
  @inline(__always)
  static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
    if scalar < 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: scalar))
      return
    }
    if scalar < 0x800 {
      bytes.append(UInt8(truncatingIfNeeded: 0xC0 | scalar &>> 6))
    } else {
      if scalar < 0x1_0000 {
        bytes.append(UInt8(truncatingIfNeeded: 0xE0 | scalar &>> 12))
      } else {
        bytes.append(UInt8(truncatingIfNeeded: 0xF0 | scalar &>> 18))
        bytes.append(UInt8(truncatingIfNeeded: 0x80 | (scalar &>> 12 & 0x3F)))
      }
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | (scalar &>> 6 & 0x3F)))
    }
    bytes.append(UInt8(truncatingIfNeeded: 0x80 | (scalar & 0x3F)))
  }
}
