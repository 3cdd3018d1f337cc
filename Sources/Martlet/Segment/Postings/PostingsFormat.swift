/// The postings of one term in one field: documents, frequencies, and the means to skip them.
///
/// A term's list is a run of *units* of up to 128 postings; only the last unit of a list, or of a
/// list that was copied in a merge, is shorter. A term in one document has no list: the dictionary
/// holds its posting. All numbers are little-endian; nothing is aligned.
///
/// **A list of fewer than 128 postings** has no skip data:
///
///     gaps          1 + n                    gaps less 1
///     frequencies   1 + n                    each less 1; 1 byte when all are 1
///
/// Each as a byte with the width of the numbers, 0…32, and ShortPacking; or, where that is shorter, as 0x40
/// and a header and payload of SplitPacking.
///
/// **A longer list** of U units, S = ⌈U / 32⌉ superunits:
///
///     unit count             u32
///     superunit documents    u32 × S         last document of every 32 units
///     documents' starts      u32 × S         bytes from the start of the documents' payload
///     frequencies' starts    u32 × S         bytes from the start of the frequencies' payload
///     superunit bounds       u8 × S          the highest bound of every 32 units
///     last documents         u32 × U
///     position starts        u32 × U  *      the term's positions before the unit
///     position offsets       u32 × U  *      bytes to the block with the unit's first position
///     document offsets       u16 × U         bytes from where the superunit's documents start
///     frequency offsets      u16 × U         bytes from where the superunit's frequencies start
///     counts                 u8 × U          postings in the unit, 1…128
///     encodings              u8 × U          how the documents are packed
///     bounds                 u8 × U          the highest impact in the unit; see ImpactBound
///     documents' length      u32             bytes of the documents' payload
///     documents' payload
///     frequencies' payload
///
///     * only in fields that keep positions
///
/// Skip data lie outside the payload, as flat arrays, so that a search compares bounds without
/// touching a posting. A unit's documents are relative to the last document of the unit before it,
/// −1 for the first, which is also outside the payload: units can be copied between lists.
///
/// The *encoding* of a unit's documents:
///
///     0…32        gaps less 1 at that width: BitPacking when 128, ShortPacking when fewer
///     0x40        128 gaps less 1: header and payload of SplitPacking
///     0x80 + n    a bit set of n words of 64 bits; bit i is document `base + 1 + i`
///
/// A unit's frequencies, each less 1: a header byte and its payload as PatchedPacking when 128; a
/// width byte and ShortPacking when fewer.
///
/// The section of all lists of a field ends with 16 zero bytes, because numbers are loaded in words.
///
/// Example, documents 3, 4 and 9 with frequencies 1, 1 and 3, as a short list: gaps less 1 from −1
/// are 3, 0, 4, so width 3; frequencies less 1 are 0, 0, 2, so width 2:
///
///     03                 width of the gaps
///     03 01              3 | 0 << 3 | 4 << 6 = 0x103
///     02                 width of the frequencies
///     20                 2 << 4
enum PostingsFormat {
  /// Bytes behind the last list of a section.
  static let slack = 16

  /// In the place of a width: the numbers are packed by ``SplitPacking``.
  static let splitWidth: UInt8 = 0x40

  /// The flag of a unit that is a bit set.
  static let bitSetFlag: UInt8 = 0x80

  /// The most words of a bit set.
  static let maximumBitSetWords = 127

  /// A full unit becomes a bit set when that takes no more than one bit per posting more than
  /// packing, because sets are counted and probed without decoding.
  static func prefersBitSet(words: Int, overWidth width: Int) -> Bool {
    words <= maximumBitSetWords && words * 8 <= BitPacking.byteCount(width: width + 1)
  }

  /// Bytes of skip data per unit.
  static func unitEntrySize(hasPositions: Bool) -> Int { hasPositions ? 19 : 11 }

  /// Bytes of skip data per superunit.
  static let superunitEntrySize = 13

  /// Bytes of the skip data of `unitCount` units, in 64 bits because a damaged list may claim any
  /// number of them.
  static func skipByteCount(unitCount: UInt32, hasPositions: Bool) -> UInt64 {
    let units = UInt64(unitCount)
    let group = UInt64(Limits.unitsPerSuperunit)
    return (units + group - 1) / group * UInt64(superunitEntrySize)
      + units * UInt64(unitEntrySize(hasPositions: hasPositions))
  }
}
