/// The word positions of one term in one field, in the order of its postings.
///
/// Within a document, the first position is stored as it is, and each further one as the difference
/// from the one before. All numbers of a term form one stream; a posting's numbers are found
/// through the frequencies before it. A term that occurs once has no stream: the dictionary has its
/// position.
///
///     headers     u16 × ⌊total / 128⌋    one for each full block; see SplitPacking
///     payloads    full blocks            their lengths follow from the headers
///     header      u16                    of the rest, when total is not a multiple of 128
///     payload     the rest
///
/// The headers are kept together, so that blocks of positions are skipped without reading them. For
/// each block of postings, the skip data of PostingsFormat has the index of its first position, and
/// the offset of the block of positions with it, so a phrase reads only what its candidates need.
///
/// The section of all streams of a field ends with 16 zero bytes, because numbers are loaded in
/// words.
///
/// Example, positions 2 and 7 in one document and 0 in another: the numbers 2, 5, 0 at width 3:
///
///     03 00       header: 3 bits, no high parts
///     2A 00       2 | 5 << 3 | 0 << 6 = 0x02A
enum PositionsFormat {
  /// Numbers in a block.
  static let blockSize = BitPacking.blockSize

  /// Bytes of a block's header.
  static let headerByteCount = 2

  /// Bytes after the last stream of a section.
  static let slack = SplitPacking.slack

  /// Returns header `index` of those that begin at `start`.
  ///
  /// - Precondition: The header lies in the section.
  @inline(__always)
  static func header(_ index: Int, _ section: Section, at start: Int) -> SplitPacking.Header {
    SplitPacking.Header(rawValue: section.bytes.uint16(at: start &+ index &* headerByteCount))
  }

  /// Returns the number of positions of the term that `info` describes.
  ///
  /// - Throws: `limitExceeded` where `Int` has 32 bits and does not hold it.
  static func positionCount(_ info: TermInfo, _ section: Section) throws(SearchError) -> Int {
    guard let count = Int(exactly: info.totalFrequency) else {
      throw SearchError(
        .limitExceeded,
        "one term has \(info.totalFrequency) positions in one segment, and this platform counts "
          + "up to \(Int.max); open the index on a 64-bit platform",
        file: section.file, offset: section.origin + info.positions.lowerBound)
    }
    return count
  }
}
