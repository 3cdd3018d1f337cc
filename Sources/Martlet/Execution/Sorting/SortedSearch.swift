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
    var found: [(entry: SegmentOrder.Entry, segment: Int)] = []
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
      found += try first.drain().map { ($0, index) }
    }
    return try answer(found, orders, limit, matches.count - passed)
  }

  /// Returns the first of the documents that were selected in each segment.
  private func answer(
    _ found: [(entry: SegmentOrder.Entry, segment: Int)], _ orders: [SegmentOrder], _ limit: Int,
    _ followingCount: Int
  ) throws(SearchError) -> Answer {
    var found = found
    var last: SortPosition?
    if let first = found.first, found.contains(where: { $0.segment != first.segment }) {
      var placed: [(position: SortPosition, index: Int)] = []
      for (index, item) in found.enumerated() {
        placed.append((try orders[item.segment].position(item.entry), index))
      }
      placed.sort { $0.position.precedes($1.position, criteria) }
      found = placed.prefix(limit).map { found[$0.index] }
      last = placed.prefix(limit).last?.position
    } else if let item = found.last {
      last = try orders[item.segment].position(item.entry)
    }
    let top = found.map { item in
      TopDocuments.Entry(
        document: segments.bases[item.segment] + item.entry.document, score: item.entry.score)
    }
    return Answer(top: top, followingCount: followingCount, last: last)
  }
}
