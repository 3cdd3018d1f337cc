/// A list of postings, either of one segment or made for a query, and the growth of its bounds.
///
/// Immutable, so that searches may share it.
final class PostingsList: Sendable {
  /// The dictionary entry of the list.
  let info: TermInfo
  /// The section with the postings.
  let postings: Section
  /// The section with the positions; nil when the list has none.
  let positions: Section?
  /// The number of documents in the segment.
  let documentCount: Int
  /// One byte per document; nil when lengths do not matter.
  let norms: ByteView?
  /// The factor on the stored bounds; see ``ImpactBound/growth(stored:asked:)``.
  let boundGrowth: Double
  /// The byte count of a list that was made for a query; 0 for a list of the segment.
  let madeByteCount: Int

  /// Creates the list of a term of `field`.
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

  /// Creates a list that was made for a query, with bounds that need no growth.
  init(_ info: TermInfo, postings: ByteView, norms: ByteView?, documentCount: Int) {
    self.info = info
    self.postings = Section(postings)
    positions = nil
    self.documentCount = documentCount
    self.norms = norms
    boundGrowth = 1
    madeByteCount = postings.count
  }

  private init(_ list: PostingsList, boundGrowth: Double) {
    info = list.info
    postings = list.postings
    positions = list.positions
    documentCount = list.documentCount
    norms = list.norms
    madeByteCount = list.madeByteCount
    self.boundGrowth = boundGrowth
  }

  /// The same list for scores that are the same for all postings, whatever the stored bounds.
  var withFullImpacts: PostingsList {
    PostingsList(self, boundGrowth: ImpactBound.highestGrowth)
  }

  /// Returns a cursor at the start of the list.
  func cursor() throws(SearchError) -> PostingsCursor {
    try PostingsCursor(
      info, section: postings, documentCount: documentCount, hasPositions: positions != nil)
  }
}
