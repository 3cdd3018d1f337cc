/// The bytes that all lists of a field are in, as one object for each of them to keep.
final class PostingsSource: Sendable {
  let postings: Section
  /// The section with the positions; nil when the lists have none.
  let positions: Section?
  /// One byte per document, after ``verifyNorms()``; nil when lengths do not matter.
  let norms: ByteView?
  private let normSection: Section?

  /// Creates the source of the lists of a field.
  init(postings: Section, positions: Section?, norms: Norms?) {
    self.postings = postings
    self.positions = positions
    normSection = norms?.section
    self.norms = normSection?.bytes
  }

  /// Creates the source of a list that was made for a query.
  init(postings: ByteView, norms: ByteView?) {
    self.postings = Section(postings)
    self.norms = norms
    positions = nil
    normSection = nil
  }

  /// Makes sure that the norms are as they were written.
  @inline(__always)
  func verifyNorms() throws(SearchError) {
    guard let normSection else { return }
    try normSection.verify(0..<normSection.count)
  }
}

/// A list of postings, either of one segment or made for a query, and the growth of its bounds.
///
/// Immutable, so that searches may share it.
final class PostingsList: Sendable {
  /// The dictionary entry of the list.
  let info: TermInfo
  private let source: PostingsSource
  /// The number of documents in the segment.
  let documentCount: Int
  /// The factor on the stored bounds; see ``ImpactBound/growth(stored:asked:)``.
  let boundGrowth: Double
  /// The byte count of a list that was made for a query; 0 for a list of the segment.
  let madeByteCount: Int

  /// The section with the postings.
  var postings: Section { source.postings }
  /// The section with the positions; nil when the list has none.
  var positions: Section? { source.positions }
  /// One byte per document; nil when lengths do not matter.
  var norms: ByteView? { source.norms }

  fileprivate init(
    _ info: TermInfo, _ source: PostingsSource, documentCount: Int, boundGrowth: Double,
    madeByteCount: Int = 0
  ) {
    self.info = info
    self.source = source
    self.documentCount = documentCount
    self.boundGrowth = boundGrowth
    self.madeByteCount = madeByteCount
  }

  /// Creates a list that was made for a query, with bounds that need no growth.
  convenience init(
    _ info: TermInfo, postings: ByteView, norms: ByteView?, documentCount: Int
  ) {
    self.init(
      info, PostingsSource(postings: postings, norms: norms), documentCount: documentCount,
      boundGrowth: 1, madeByteCount: postings.count)
  }

  /// The same list for scores that are the same for all postings, whatever the stored bounds.
  var withFullImpacts: PostingsList {
    PostingsList(
      info, source, documentCount: documentCount, boundGrowth: ImpactBound.highestGrowth,
      madeByteCount: madeByteCount)
  }

  /// Returns a cursor at the start of the list.
  func cursor() throws(SearchError) -> PostingsCursor {
    try PostingsCursor(
      info, section: postings, documentCount: documentCount, hasPositions: positions != nil)
  }
}

extension SegmentReader.Field {
  /// Returns the list of a term of this field.
  ///
  /// - Parameters:
  ///   - info: The dictionary entry of the term.
  ///   - lengths: The table that scores are computed with.
  // A method, because an initializer would take a reference to each of its arguments.
  @inline(never)
  func list(
    _ info: TermInfo, _ lengths: LengthTable, documentCount: Int
  ) throws(SearchError) -> PostingsList {
    try source.verifyNorms()
    return PostingsList(
      info, source, documentCount: documentCount,
      boundGrowth: ImpactBound.growth(stored: boundLengths, asked: lengths))
  }
}
