/// One list of postings, found in one segment or made for one query, and how to score it.
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
  /// See ``ImpactBound/scale(stored:asked:)``.
  let boundScale: Double

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
    boundScale = ImpactBound.scale(stored: field.boundLengths, asked: lengths)
  }

  /// A list that was made for a query, with bounds for its lengths.
  init(_ info: TermInfo, postings: ByteView, norms: ByteView?, documentCount: Int) {
    self.info = info
    self.postings = Section(postings)
    positions = nil
    self.documentCount = documentCount
    self.norms = norms
    boundScale = 1
  }

  /// A cursor at the start of the list.
  ///
  /// - Throws: `corrupted`.
  func cursor() throws(SearchError) -> PostingsCursor {
    try PostingsCursor(
      info, section: postings, documentCount: documentCount, hasPositions: positions != nil)
  }

  /// A scorer at the start of the list.
  ///
  /// - Throws: `corrupted`.
  func scorer(weight: Float, _ lengths: LengthTable) throws(SearchError) -> TermScorer {
    TermScorer(
      cursor: try cursor(), weight: weight, lengths: lengths, norms: norms,
      boundScale: boundScale)
  }

  /// How many of the list's documents are live.
  ///
  /// Looks for the deleted documents in the list when they are few, else reads the list.
  ///
  /// - Throws: `corrupted`, `cancelled`.
  func liveCount(_ live: LiveDocuments, _ stop: SearchStop) throws(SearchError) -> Int {
    guard live.words != nil else { return info.documentFrequency }
    let cursor = try cursor()
    guard live.deletedCount > cursor.unitCount * 8 else {
      return try info.documentFrequency - deletedCount(live, cursor, stop)
    }
    var count = 0
    while !cursor.isExhausted {
      try stop.spend(cursor.count)
      try cursor.loadDocuments()
      for index in 0..<cursor.count where live.isLive(unsafe cursor.documents[index]) {
        count += 1
      }
      cursor.nextUnit()
    }
    return count
  }

  private func deletedCount(
    _ live: LiveDocuments, _ cursor: PostingsCursor, _ stop: SearchStop
  ) throws(SearchError) -> Int {
    var count = 0
    for document in live.deletedDocuments {
      try stop.spend(8)
      guard cursor.seek(document) else { break }
      guard cursor.firstPossibleDocument <= document else { continue }
      try cursor.loadDocuments()
      // SAFETY: the unit's documents are loaded and live until the cursor moves.
      let documents = unsafe UnsafeBufferPointer(start: cursor.documents, count: cursor.count)
      if unsafe documents.contains(document) { count += 1 }
    }
    return count
  }
}
