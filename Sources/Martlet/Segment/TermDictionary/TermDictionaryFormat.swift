/// The sorted terms of one field of one segment, each with the location of its postings.
/// Little-endian.
///
/// Terms are ordered by their bytes and stored in blocks, each term as its difference from the one
/// before it (front coding). A byte trie finds the block, which is then read from its start. Half
/// of the terms of a text occur once. Such a term has only a bit in a bitmap, and its document and
/// position at a fixed width.
///
///     header       terms                u64   8
///                  bytes of blocks      u64   8
///                  bytes of trie        u32   4
///                  offset width         u8    1   1…6, bytes of one offset
///                  has positions        u8    1   0 or 1
///                  filter width         u8    1   32, bytes of one filter; 0 for no filters
///                  zero                 u8    1
///     blocks       block * terms/16, rounded up; the last may have fewer terms
///     offsets      of each block, from the first; `offset width` bytes each
///     trie         node *, see below
///     filters      of each block, see ``GramFilter``
///     slack        zero                 16        so that 16 bytes from any byte are readable
///
/// A block:
///
///     base widths          u8    1    low half: bytes of the postings base, 0…7;
///                                     high half: bytes of the positions base, 0…7
///     document width       u8    1    bits of one document, 0…32
///     position width       u8    1    bits of one position, 0…32
///     singles              u16   2    bit i: term i occurs once
///     postings base        offset of the block's first bytes of postings
///     positions base       offset of its first bytes of positions
///     bytes of entries     varint
///     documents            of the singles, bit-packed from the lowest bit, padded to a byte
///     positions            of the singles, the same
///     entries              of the others: varint 2·(df − 1) + (total > df), then if total > df
///                          varint total − df − 1, then varint document if df = 1, else varint
///                          bytes of postings, then varint bytes of positions if the field has any
///     lengths              u8 per term: high half bytes shared with the term before, low half
///                          bytes of the suffix; 15 says that a varint of what exceeds 15 starts
///                          the suffix (that of the shared bytes first)
///     suffixes             one after the other; a block's first term shares nothing
///
/// The trie holds one separator per block: the shortest prefix of the block's first term that is
/// greater than the last term of the block before; for the first block the empty prefix.
/// Separators, and with them blocks, are numbered in order, and a term's block is that of the
/// greatest separator that does not exceed it. A node and everything below it are one run of bytes
/// (preorder), so the first child starts at the end of the node:
///
///     head                 u8    1    bit 7: a separator ends here; bits 5–6: 0 for no children,
///                                     1, 2, 3 for numbers of 1, 2, 4 bytes; bits 0–4: bytes of
///                                     path
///     children − 1         u8    1    this and the next two only with children
///     labels               u8 per child, rising: the byte of its edge
///     (offset, number)     per child: bytes from the node's end to the child, and separators,
///                          counted from the node's first, that come before the child's
///     path                 bytes that come next, after the edge into the node, in all separators
///                          below
///
/// An example without positions, with the terms a, ab and b, where a and b occur once in the
/// documents 5 and 6, and ab twice each in two documents with 9 bytes of postings from byte 0:
///
///     03 00 00 00 00 00 00 00   3 terms
///     10 00 00 00 00 00 00 00   16 bytes of blocks
///     01 00 00 00               1 byte of trie
///     01 00 00 00               offsets of 1 byte, no positions
///     00 03 00 05 00            bases of no bytes (0), 3 bits, 0 bits, singles 0 and 2
///     03 35                     3 bytes of entries; 5 | 6 << 3
///     03 01 09                  df 2, total more: 4; 9 bytes
///     01 11 01                  "a" whole; 1 shared and 1 new; "b" whole
///     61 62 62                  the suffixes
///     00                        the block's offset
///     80                        the root: the separator of block 0 ends here, no children
///     00 * 16                   slack
///
/// A dictionary of words has filters if it has many blocks. A pattern such as `*berry` is then
/// compared with the terms of a few blocks. Without filters, it is compared with all of them.
///
/// Blocks of 32 terms would take 8 % less space, and a look-up of a frequent term 24 % longer
/// (140,000 terms of English text); the dictionary is too small a share of an index for that.
enum TermDictionaryFormat {
  /// The number of terms in a block.
  static let termsPerBlock = 16
  /// Bytes before the first block.
  static let headerByteCount = 24
  /// Zeros at the end, so that 16 bytes may be loaded wherever one byte may.
  static let slackByteCount = 16
  /// Bytes of a block before its bases.
  static let blockHeadByteCount = 5
  /// The widest offset of a block, in bytes.
  static let maximumOffsetWidth = 6
  /// The widest base of a block, in bytes.
  static let maximumBaseWidth = 7
  /// The value of half of a length byte that says that a varint follows.
  static let lengthEscape = 15
  /// The fewest blocks for which filters are worth their bytes: fewer are read in microseconds.
  static let leastFilterCount = 64
  /// The head bit of a trie node where a separator ends.
  static let separatorBit: UInt8 = 0x80
  /// The longest path of one trie node; longer ones are cut into nodes with one child.
  static let maximumPathByteCount = 31
  /// The limit of the byte count of one entry's postings or positions.
  static let maximumRangeByteCount: UInt64 = 1 << 48
  /// The limit of a term's occurrences beyond the first in each document.
  static let maximumExtraFrequency: UInt64 = 1 << 60

  /// Returns the number of bytes that `value` needs: 0 for 0.
  static func byteWidth(of value: Int) -> Int {
    IntegerMath.ceilingDivide(Int.bitWidth - value.leadingZeroBitCount, by: 8)
  }

  /// Returns the byte count of `count` numbers of `bitWidth` bits.
  @inline(__always)
  static func packedByteCount(_ count: Int, bitWidth: Int) -> Int {
    (count &* bitWidth &+ 7) &>> 3
  }
}
