/// The order of a search whose documents are sorted by their values.
///
/// The first documents of each segment are selected by numbers that stand for their values in that
/// segment; only these are compared across segments, by the values themselves.
///
/// - Complexity: linear in the matching documents, some nanoseconds for each.
struct SortedSearch {
  /// The documents found, and the position of the last of them.
  struct Answer {
    /// The first documents, numbered through all segments.
    var top: [TopDocuments.Entry]
    /// The number of documents after the cursor.
    var followingCount: Int
    /// The position of the last of `top`; nil if there is none.
    var last: SortPosition?
  }

  let segments: SegmentSet
  let criteria: [SortCriterion]

  /// True if the scores of documents are needed.
  var isScored: Bool { criteria.contains { $0.source == .relevance } }

  /// Returns the first `limit` documents of `matches`, or of those after `start`.
  func first(
    _ limit: Int, of matches: MatchedDocuments, after start: SortPosition?
  ) throws(SearchError) -> Answer {
    var found: [[SegmentOrder.Entry]] = []
    var orders: [SegmentOrder] = []
    var passed = 0
    for (index, segment) in segments.segments.enumerated() {
      let order = try SegmentOrder(criteria, segment, base: segments.bases[index])
      orders.append(order)
      guard limit > 0 else { continue }
      let first = FirstEntries(order, capacity: limit)
      let start = try start.map { (start) throws(SearchError) in try order.bound(start) }
      try matches.forEach(in: index) { (document, score) throws(SearchError) in
        let entry = try order.entry(document, score)
        if let start, try !order.follows(entry, start) { return passed += 1 }
        try first.insert(entry)
      }
      found.append(try first.drain())
    }
    return try answer(found, orders, limit, matches, matches.count - passed)
  }

  /// Returns the first of the documents that were selected in each segment. If the time is over,
  /// the last of them are missing.
  private func answer(
    _ found: [[SegmentOrder.Entry]], _ orders: [SegmentOrder], _ limit: Int,
    _ matches: MatchedDocuments, _ followingCount: Int
  ) throws(SearchError) -> Answer {
    var answer = Answer(top: [], followingCount: followingCount, last: nil)
    let selecting = found.indices.filter { !found[$0].isEmpty }
    if let index = selecting.first, selecting.count == 1 {
      answer.top = found[index].map { entry($0, index) }
      answer.last = try found[index].last.map { (last) throws(SearchError) in
        try orders[index].position(last)
      }
      return answer
    }
    var runs = try OrderedRuns(found, criteria) { (entry, index) throws(SearchError) in
      try orders[index].position(entry)
    }
    try matches.untilOutOfTime { (stop) throws(SearchError) in
      while answer.top.count < limit, let next = try runs.next(stop) {
        answer.top.append(entry(next.item, next.run))
        answer.last = next.position
      }
    }
    return answer
  }

  /// Returns the entry of a document of the segment `index`, numbered through all segments.
  func entry(_ entry: SegmentOrder.Entry, _ index: Int) -> TopDocuments.Entry {
    TopDocuments.Entry(document: segments.bases[index] + entry.document, score: entry.score)
  }
}
