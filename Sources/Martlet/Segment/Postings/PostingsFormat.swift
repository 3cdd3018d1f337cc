/// The postings of one term in one field: documents, frequencies, and skip data.
///
/// A term's list is a sequence of *blocks* of up to 128 postings; only the last block of a list is
/// shorter. A term in one document has no list: the dictionary has its posting. All numbers are
/// little-endian; nothing is aligned.
///
/// **A list of fewer than 128 postings** has no skip data:
///
///     gaps          1 + n                    gaps less 1
///     frequencies   1 + n                    each less 1; 1 byte when all are 1
///
/// Each is a byte with the width of the numbers, 0…32, and ShortPacking; or, where that is shorter,
/// 0x40 and a header and payload of SplitPacking.
///
/// **A longer list** of U blocks, S = ⌈U / 32⌉ superblocks:
///
///     block count            u32
///     superblock documents   u32 × S         last document of every 32 blocks
///     document starts        u32 × S         bytes from the start of the documents' payload
///     frequency starts       u32 × S         bytes from the start of the frequencies' payload
///     superblock bounds      u8 × S          the highest bound of every 32 blocks
///     last documents         u32 × U
///     position starts        u32 × U  *      the term's positions before the block
///     position offsets       u32 × U  *      bytes to the block with the first position
///     document offsets       u16 × U         bytes from the start of the superblock's documents
///     frequency offsets      u16 × U         bytes from the start of the superblock's frequencies
///     counts                 u8 × U          postings in the block, 1…128
///     encodings              u8 × U          packing of the documents
///     bounds                 u8 × U          the highest impact in the block; see ImpactBound
///     documents' length      u32             bytes of the documents' payload
///     documents' payload
///     frequencies' payload
///
///     * only in fields that keep positions
///
/// Skip data lies outside the payload, as flat arrays, so that a search compares bounds without
/// reading a posting. A block's documents are relative to the last document of the block before it,
/// −1 for the first, which is also outside the payload.
///
/// The *encoding* of a block's documents:
///
///     0…32        gaps less 1 at that width: BitPacking when 128, ShortPacking when fewer
///     0x40        128 gaps less 1: header and payload of SplitPacking
///     0x80 + n    a bit set of n words of 64 bits; bit i is document `base + 1 + i`
///
/// A block's frequencies, each less 1: a header byte and its payload as PatchedPacking when 128; a
/// width byte and ShortPacking when fewer.
///
/// The section of a field's lists ends with 16 zero bytes, because numbers are loaded in words.
///
/// Example, documents 3, 4 and 9 with frequencies 1, 1 and 3, as a short list: gaps less 1 from −1
/// are 3, 0, 4, so width 3; frequencies less 1 are 0, 0, 2, so width 2:
///
///     03                 width of the gaps
///     03 01              3 | 0 << 3 | 4 << 6 = 0x103
///     02                 width of the frequencies
///     20                 2 << 4
enum PostingsFormat {
  /// Bytes after the last list of a section.
  static let slack = 16

  /// The value of a width byte that says that the numbers are packed by ``SplitPacking``.
  static let splitWidth: UInt8 = 0x40

  /// The flag of a block that is a bit set.
  static let bitSetFlag: UInt8 = 0x80

  /// The largest number of words of a bit set.
  static let maximumBitSetWords = 127

  /// Returns true if a full block is stored as a bit set: when that takes at most one bit per
  /// posting more than packing, because sets are counted and probed without decoding.
  static func prefersBitSet(words: Int, overWidth width: Int) -> Bool {
    words <= maximumBitSetWords && words * 8 <= BitPacking.byteCount(width: width + 1)
  }

  /// Returns the bytes of skip data per block.
  static func blockEntrySize(hasPositions: Bool) -> Int { hasPositions ? 19 : 11 }

  /// The bytes of skip data per superblock.
  static let superblockEntrySize = 13

  /// Returns the byte count of the skip data of `blockCount` blocks, in 64 bits because a damaged
  /// list may claim any number of them.
  static func skipByteCount(blockCount: UInt32, hasPositions: Bool) -> UInt64 {
    let blocks = UInt64(blockCount)
    let group = UInt64(Limits.blocksPerSuperblock)
    return (blocks + group - 1) / group * UInt64(superblockEntrySize)
      + blocks * UInt64(blockEntrySize(hasPositions: hasPositions))
  }
}
