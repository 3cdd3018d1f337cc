/// The header of a term dictionary, which gives the sizes of its areas; see
/// ``TermDictionaryFormat``.
struct TermDictionaryHeader: Equatable {
  var termCount: Int
  var blocksByteCount: Int
  var trieByteCount: Int
  /// The width of a block's offset, in bytes.
  var offsetWidth: Int
  var hasPositions: Bool
  /// True if each block has a filter.
  var hasFilters = false

  /// The number of blocks, each with an offset and a separator.
  var blockCount: Int {
    IntegerMath.ceilingDivide(termCount, by: TermDictionaryFormat.termsPerBlock)
  }

  /// The bytes of the blocks, from the section's start.
  var blocks: Range<Int> {
    let start = TermDictionaryFormat.headerByteCount
    return start..<(start + blocksByteCount)
  }
  var trie: Range<Int> {
    let start = blocks.upperBound + blockCount * offsetWidth
    return start..<(start + trieByteCount)
  }

  /// The filters, one for each block; nil if there are none.
  var filters: Range<Int>? {
    guard hasFilters else { return nil }
    return trie.upperBound..<(trie.upperBound + blockCount * GramFilter.byteCount)
  }

  /// The byte count of the whole dictionary, in 64 bits because a damaged header may claim any
  /// sizes.
  var byteCount: UInt64 {
    let fixed = TermDictionaryFormat.headerByteCount + TermDictionaryFormat.slackByteCount
    return UInt64(fixed) + UInt64(blocksByteCount) + UInt64(blockCount) * UInt64(offsetWidth)
      + UInt64(trieByteCount)
      + (hasFilters ? UInt64(blockCount) * UInt64(GramFilter.byteCount) : 0)
  }

  /// Writes the header over the bytes that were reserved for it at the start of `output`.
  func patch(_ output: ByteWriter) {
    precondition(
      offsetWidth <= TermDictionaryFormat.maximumOffsetWidth && trieByteCount <= UInt32.max,
      "blocks of \(blocksByteCount) bytes or a trie of \(trieByteCount) bytes are too large")
    output.patch(UInt64(termCount), at: 0)
    output.patch(UInt64(blocksByteCount), at: 8)
    output.patch(UInt32(truncatingIfNeeded: trieByteCount), at: 16)
    output.patch(
      UInt32(truncatingIfNeeded: offsetWidth) | (hasPositions ? 1 << 8 : 0)
        | (hasFilters ? UInt32(GramFilter.byteCount) << 16 : 0), at: 20)
  }

  /// Reads the header of `section`, and makes sure that the sizes add up to the section's.
  static func read(_ section: Section) throws(SearchError) -> TermDictionaryHeader {
    try section.verify(0..<TermDictionaryFormat.headerByteCount)
    let bytes = section.bytes
    let (terms, blockBytes) = (bytes.uint64(at: 0), bytes.uint64(at: 8))
    let trieBytes = bytes.uint32(at: 16)
    let (offsetWidth, flags, filterWidth) = (Int(bytes[20]), bytes[21], Int(bytes[22]))
    // Each term takes at least a byte, so that no sum of what is left can overflow.
    guard blockBytes <= UInt64(section.count), terms <= blockBytes, trieBytes <= section.count,
      (1...TermDictionaryFormat.maximumOffsetWidth).contains(offsetWidth),
      flags <= 1, filterWidth == 0 || filterWidth == GramFilter.byteCount, bytes[23] == 0
    else { throw section.corrupted("the term dictionary's header has a value out of range", at: 0) }
    let header = TermDictionaryHeader(
      termCount: Int(terms), blocksByteCount: Int(blockBytes), trieByteCount: Int(trieBytes),
      offsetWidth: offsetWidth, hasPositions: flags == 1, hasFilters: filterWidth > 0)
    guard header.byteCount == UInt64(section.count) else {
      throw section.corrupted(
        "expected a term dictionary of \(header.byteCount) bytes, found \(section.count)", at: 0)
    }
    return header
  }
}
