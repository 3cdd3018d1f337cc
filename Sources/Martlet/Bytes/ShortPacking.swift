/// A packing of fewer than 128 numbers at one width, as one bit stream, least significant bit
/// first.
///
/// Takes exactly the bytes that the bits need, which matters where most lists are short: a third of
/// all bytes of a text index belong to rare words.
///
/// - Complexity: unpacking takes about 0.4 ns per number.
enum ShortPacking {
  /// The number of bytes that must be readable after a stream, because numbers are loaded 8 bytes
  /// at a time.
  static let slack = 8

  /// Returns the byte count of `count` numbers of `width` bits.
  @inline(__always)
  static func byteCount(count: Int, width: Int) -> Int {
    (count &* width &+ 7) &>> 3
  }

  /// Appends `count` numbers from `source`, each below `2^width`, to `writer`.
  @unsafe
  static func pack(
    _ source: UnsafePointer<UInt32>, count: Int, width: Int, to writer: ByteWriter
  ) {
    let byteCount = byteCount(count: count, width: width)
    // SAFETY: the caller provides `count` numbers; there is room for their bytes and a word after
    // them.
    let target = unsafe writer.reserve(byteCount &+ 8)
    var (pending, filled): (UInt64, UInt64) = (0, 0)
    var offset = 0
    for index in 0..<count {
      pending |= unsafe UInt64(source[index]) &<< filled
      filled &+= UInt64(width)
      unsafe target.storeBytes(of: pending.littleEndian, toByteOffset: offset, as: UInt64.self)
      let whole = filled &>> 3
      offset &+= Int(whole)
      pending &>>= whole &* 8
      filled &= 7
    }
    unsafe target.storeBytes(of: pending.littleEndian, toByteOffset: offset, as: UInt64.self)
    writer.advance(by: byteCount)
  }

  /// Writes the `count` numbers of `width` bits at `source` to `target`.
  ///
  /// - Precondition: `width` is at most 32, and ``slack`` bytes after the stream are readable.
  @unsafe @inline(__always)
  static func unpack(
    _ source: UnsafeRawPointer, count: Int, width: Int, to target: UnsafeMutablePointer<UInt32>
  ) {
    let mask: UInt64 = (1 &<< UInt64(width)) &- 1
    var bit = 0
    for index in 0..<count {
      // SAFETY: the number's first byte is in the stream, and 8 bytes from there are readable.
      let word = unsafe UInt64(
        littleEndian: source.loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self))
      unsafe target[index] = UInt32(truncatingIfNeeded: (word &>> UInt64(bit & 7)) & mask)
      bit &+= width
    }
  }
}
