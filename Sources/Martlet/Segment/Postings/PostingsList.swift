/// One list of postings, found in one segment or made for a query, and what its bounds are worth.
///
/// Immutable, so that searches may share it.
final class PostingsList: Sendable {
  /// What the dictionary says of the list.
  let info: TermInfo
  /// Where the postings are.
  let postings: Section
  /// Where the positions are; nil when the list has none.
  let positions: Section?
  /// Documents of the segment.
  let documentCount: Int
  /// One byte per document; nil when lengths do not matter.
  let norms: ByteView?
  /// See ``ImpactBound/growth(stored:asked:)``.
  let boundGrowth: Double
  /// Bytes that were made for a query, and are not the segment's.
  let madeByteCount: Int

  /// The list of a term of `field`.
  ///
  /// - Throws: `corrupted`.
  init(
    _ info: TermInfo, _ field: SegmentReader.Field, _ lengths: LengthTable, documentCount: Int
  ) throws(SearchError) {
    self.info = info
    postings = field.postings
    positions = field.positions
    self.documentCount = documentCount
    norms = try field.norms?.bytes
    boundGrowth = ImpactBound.growth(stored: field.boundLengths, asked: lengths)
    madeByteCount = 0
  }

  /// A list that was made for a query, with bounds for its lengths.
  init(_ info: TermInfo, postings: ByteView, norms: ByteView?, documentCount: Int) {
    self.info = info
    self.postings = Section(postings)
    positions = nil
    self.documentCount = documentCount
    self.norms = norms
    boundGrowth = 1
    madeByteCount = postings.count
  }

  /// A cursor at the start of the list.
  ///
  /// - Throws: `corrupted`.
  func cursor() throws(SearchError) -> PostingsCursor {
    try PostingsCursor(
      info, section: postings, documentCount: documentCount, hasPositions: positions != nil)
  }
}
