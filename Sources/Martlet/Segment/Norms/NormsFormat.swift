/// The layout of a text field's lengths, in two sections.
///
///     norms      1 byte per document           ``NormCode`` of its length; 0 without the field
///     lengths    1, 2 or 4 per document        the exact length, the same width for all
///
/// The width is the section's byte count divided by the number of documents. It is the smallest
/// that holds the largest length. Where every code stands for its exact length, as in fields of up
/// to 40 tokens, there is no section of lengths. Ranking reads the norms; the lengths are for
/// results that must be exact, such as the token count after documents were deleted.
///
/// Example: lengths 3, 0, 300 give the norms `03 00 48` and the lengths `03 00 00 00 2C 01`.
enum NormsFormat {
  /// Returns the smallest of the widths that holds `length`.
  static func width(ofLength length: UInt32) -> Int {
    length <= UInt32(UInt8.max) ? 1 : length <= UInt32(UInt16.max) ? 2 : 4
  }
}
