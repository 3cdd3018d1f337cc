/// Answers a query over all segments of a snapshot.
enum Searcher {
  /// How exactly the matching documents are counted.
  enum Counting: Sendable, Hashable {
    case exact
    /// Exactly up to this many, else "at least".
    case upTo(Int)
    case none
  }

  /// What was found.
  struct Answer: Sendable {
    /// The best documents, as numbers of the snapshot's sequence, the best first.
    var top: [TopDocuments.Entry]
    /// Matching documents counted; nil when they were not.
    var count: Int?
    /// Whether ``count`` is all of them.
    var isCountExact: Bool
  }

  /// The best `limit` documents for `query`.
  ///
  /// - Throws: `corrupted`.
  static func search(
    _ query: ResolvedQuery, in segments: SegmentSet, limit: Int, counting: Counting,
    parameters: BM25 = BM25()
  ) throws(SearchError) -> Answer {
    let plan = try QueryPlanner.plan(query, over: segments, parameters: parameters)
    let top = TopDocuments(capacity: limit)
    for index in segments.segments.indices {
      try SegmentSearch(plan, segments, index).collect(into: top)
    }
    var answer = Answer(top: top.sorted(), count: nil, isCountExact: false)
    switch counting {
    case .none: break
    case .exact:
      answer.count = try count(plan, segments, limit: .max)
      answer.isCountExact = true
    case .upTo(let limit):
      let found = try count(plan, segments, limit: limit)
      answer.count = found
      answer.isCountExact = found < limit
    }
    return answer
  }

  /// The number of documents that `query` matches.
  ///
  /// - Throws: `corrupted`.
  static func count(
    _ query: ResolvedQuery, in segments: SegmentSet
  ) throws(SearchError) -> Int {
    let plan = try QueryPlanner.plan(query, over: segments, parameters: BM25())
    return try count(plan, segments, limit: .max)
  }

  private static func count(
    _ plan: QueryPlan, _ segments: SegmentSet, limit: Int
  ) throws(SearchError) -> Int {
    switch plan.root {
    case .nothing: return 0
    case .everything: return segments.documentCount
    case .term(let place): return plan.terms[place].documentFrequency
    default:
      var total = 0
      for index in segments.segments.indices where total < limit {
        total += try SegmentSearch(plan, segments, index).count(limit: limit - total)
      }
      return total
    }
  }
}
