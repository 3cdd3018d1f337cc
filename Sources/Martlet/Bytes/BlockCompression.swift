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
}
