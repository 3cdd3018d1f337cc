/// The layout of a field's column: the terms of each document, by ordinal in the field's
/// dictionary.
///
///     flags         u8                    bit 0: starts, bit 1: ranks, bit 2: numbers
///     width         u8                    bytes of an ordinal: 1, 2 or 4
///     numberWidth   u8                    bytes of a number: 1, 2, 4 or 8; 0 without numbers
///     padding       u8                    0
///     entries       u32                   the number of ordinals
///     base          f64                   what is added to each number of fewer than 8 bytes
///     starts        u32 × (documents + 1) the first entry of each document; only with bit 0
///     ordinals      width × entries       rising within a document
///     ranks         width × terms         the rank of each term in sorting order; only with bit 1
///     numbers       numberWidth × terms   the number of each term; only with bit 2
///
/// Without starts, each document has one entry: the ordinal plus 1, or 0 for a document without a
/// value. Keywords are sorted by their folded form, then by their bytes, so that `Zoo` comes after
/// `apple`; without ranks, this is the order of the terms. Numbers of 8 bytes are IEEE 754 doubles;
/// all others are whole numbers from the base on.
///
/// Example: of three documents, the first has the year 1851, the second none, and the third 1840.
/// The terms are 1840 and 1851, the ordinals `02 00 01`, the base 1840 and the numbers `00 0B`.
enum ColumnFormat {
  static let headerByteCount = 16
  static let startsFlag: UInt8 = 1
  static let ranksFlag: UInt8 = 2
  static let numbersFlag: UInt8 = 4

  /// Returns the smallest of the widths that holds `number`.
  static func width(of number: UInt64) -> Int {
    number <= UInt64(UInt8.max) ? 1 : number <= UInt64(UInt16.max) ? 2 : 4
  }
}
