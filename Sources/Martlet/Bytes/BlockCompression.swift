/// A compression that replaces bytes by references to earlier bytes: the LZ4 block format (Collet,
/// 2011; public description of the block format, 2015), without its frames and a dictionary.
///
///     sequence *
///         token            u8          literals in the high 4 bits, match length - 4 in the low
///         more literals    u8 *        when the token says 15: added up, to the first below 255
///         literals                     bytes to copy as they are
///         match offset     u16         distance back to the match, little-endian, not 0
///         more match       u8 *        as for the literals
///
/// The last sequence ends after its literals. For the sake of other decoders, the last 5 bytes are
/// literals and no match starts in the last 12. A match may overlap its own copy, which repeats.
///
/// Example: 20 times "a" gives `1A 61 01 00  50 61 61 61 61 61`: one literal and a match of 14 that
/// starts 1 back, then 5 literals.
///
/// The byte counts before and after compression are stored elsewhere.
enum BlockCompression {
  static let minimumMatch = 4
  /// The number of bytes at the end that are literals.
  static let lastLiterals = 5
  /// The number of bytes at the end in which no match starts.
  static let matchFreeTail = 12
  static let largestOffset = 65_535

  /// Returns the largest byte count that `byteCount` bytes can become.
  static func largestByteCount(of byteCount: Int) -> Int {
    byteCount + byteCount / 255 + 16
  }

  /// Returns the largest byte count that `byteCount` compressed bytes can give. A byte count that a
  /// file claims is compared with it before memory is allocated.
  static func largestOriginalByteCount(of byteCount: Int) -> Int {
    byteCount.multipliedReportingOverflow(by: 255).overflow ? .max : byteCount * 255
  }

  /// Decompresses `source` into `target`.
  ///
  /// - Returns: True if `source` is well formed and gives exactly as many bytes as `target` has. If
  ///   not, the bytes of `target` are undefined; nothing outside of it was read or written.
  /// - Complexity: linear in the bytes of `target`, about 3 GB/s for text.
  @unsafe
  static func decompress(
    _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
  ) -> Bool {
    guard let sourceStart = source.baseAddress else { return false }
    guard let targetStart = target.baseAddress else {
      // SAFETY: the only byte is read after its presence is checked.
      return unsafe source.count == 1 && sourceStart.load(as: UInt8.self) == 0
    }
    // SAFETY: both buffers are lent for the call, and their ends are handed on with them.
    var decoder = unsafe BlockDecompressor(
      source: sourceStart, sourceEnd: sourceStart + source.count, target: targetStart,
      targetEnd: targetStart + target.count)
    return decoder.run()
  }

  /// Returns the `byteCount` bytes that `source` gives, or nil when it gives another number.
  static func decompress(_ source: ByteView, byteCount: Int) -> ByteView? {
    guard byteCount >= 0, byteCount <= largestOriginalByteCount(of: source.count) else {
      return nil
    }
    let writer = ByteWriter(capacity: byteCount)
    // SAFETY: `reserve` made room for `byteCount` bytes, and all are written when the source is
    // well formed; otherwise they are not used.
    let room = unsafe UnsafeMutableRawBufferPointer(
      start: writer.reserve(byteCount), count: byteCount)
    guard unsafe source.withUnsafeBytes({ unsafe decompress($0, into: room) }) else { return nil }
    writer.advance(by: byteCount)
    return writer.finish()
  }
}
