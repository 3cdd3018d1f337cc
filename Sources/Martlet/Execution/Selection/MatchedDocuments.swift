/// The documents that match a query in all segments, with their scores if these are needed.
struct MatchedDocuments {
  /// The documents of each segment.
  private let bitmaps: [DocumentBitmap]
  /// The scores of the documents of each segment, by document; empty without scores.
  private let scores: [[Float]]
  /// The number of documents.
  let count: Int
  /// The check of the search.
  private let stop: SearchStop
  /// The check within loops over the documents.
  private let own: SearchStop

  /// Finds the documents of `query`, without scores.
  init(
    _ query: ResolvedQuery, in segments: SegmentSet, stop: SearchStop, cache: ListCache?
  ) throws(SearchError) {
    self.stop = stop
    own = SearchStop(stop.questions)
    bitmaps = try Searcher.matches(query, in: segments, stop: stop, cache: cache)
    scores = []
    count = bitmaps.reduce(0) { $0 + $1.count }
  }

  /// Keeps documents that were found, with their scores.
  init(_ found: [TopDocuments.Entry], in segments: SegmentSet, stop: SearchStop) {
    self.stop = stop
    own = SearchStop(stop.questions)
    var bitmaps: [DocumentBitmap] = []
    var scores: [[Float]] = []
    for segment in segments.segments {
      bitmaps.append(DocumentBitmap(documentCount: segment.reader.documentCount))
      scores.append(Array(repeating: 0, count: segment.reader.documentCount))
    }
    for entry in found {
      let index = segments.index(of: entry.document)
      let document = entry.document - segments.bases[index]
      bitmaps[index].insert(document)
      scores[index][Int(document)] = entry.score
    }
    self.bitmaps = bitmaps
    self.scores = scores
    count = found.count
  }

  /// Returns the number of documents of the segment `index`.
  func count(in index: Int) -> Int { bitmaps[index].count }

  /// Calls `body` with each document of the segment `index`, in rising order, and its score, which
  /// is 0 without scores.
  ///
  /// If the time is over, the rest is left out, and the check of the search says so.
  ///
  /// - Throws: `cancelled` if the task was cancelled; what `body` throws.
  @inline(__always)
  func forEach(
    in index: Int,
    _ body: (DocumentID, Float) throws(SearchError) -> Void
  ) throws(SearchError) {
    let scores = scores.isEmpty ? nil : scores[index]
    let bitmap = bitmaps[index]
    try untilOutOfTime { (stop) throws(SearchError) in
      // Going through words without documents takes time, too.
      try stop.spend(bitmap.wordCount / 64)
      for word in 0..<bitmap.wordCount {
        var bits = bitmap[word]
        if bits != 0 { try stop.spend(bits.nonzeroBitCount) }
        while bits != 0 {
          let document = word &* 64 &+ bits.trailingZeroBitCount
          bits &= bits &- 1
          try body(DocumentID(truncatingIfNeeded: document), scores?[document] ?? 0)
        }
      }
    }
  }

  /// Runs `body` until the time is over.
  @inline(__always)
  func untilOutOfTime(
    _ body: (SearchStop) throws(SearchError) -> Void
  ) throws(SearchError) {
    do throws(SearchError) {
      try body(own)
    } catch {
      try stop.rethrow([SearchStop.Failure(error, of: own)], unlessOutOfTime: true)
    }
  }
}
