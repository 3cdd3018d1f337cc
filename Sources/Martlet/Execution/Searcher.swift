/// Answers a query over all segments of a snapshot.
enum Searcher {
  /// How exactly the matching documents are counted.
  enum Counting: Sendable, Hashable {
    case exact
    /// Exactly up to this many, else "at least".
    case upTo(Int)
    case none

    /// Where counting ends.
    fileprivate var limit: Int {
      switch self {
      case .exact: .max
      case .upTo(let limit): limit
      case .none: 0
      }
    }
  }

  /// What was found.
  struct Answer: Sendable {
    /// The best documents, as numbers of the snapshot's sequence, the best first.
    var top: [TopDocuments.Entry]
    /// Matching documents counted; nil when they were not.
    var count: Int?
    /// Whether ``count`` is all of them.
    var isCountExact: Bool
    /// Whether everything was looked at that had to be; false when there was no more time.
    var isComplete = true
  }

  /// The best `limit` documents for `query`.
  ///
  /// - Parameter cache: where lists are kept from one search of a request to the next; nil for the
  ///   segments' own.
  /// - Throws: `corrupted`; `cancelled`, but not when the time was over.
  static func search(
    _ query: ResolvedQuery, in segments: SegmentSet, limit: Int, counting: Counting,
    parameters: BM25 = BM25(), stop: SearchStop = SearchStop(), cache: ListCache? = nil
  ) throws(SearchError) -> Answer {
    let collector = Collector(limit: limit, countLimit: counting.limit, stop: stop)
    do throws(SearchError) {
      try run(query, segments, parameters, collector, cache)
    } catch {
      guard stop.isOutOfTime else { throw error }
    }
    let isComplete = !stop.isOutOfTime
    var answer = Answer(
      top: collector.top.sorted(), count: nil, isCountExact: false, isComplete: isComplete)
    guard collector.countLimit > 0 else { return answer }
    answer.count = min(collector.count, collector.countLimit)
    answer.isCountExact = isComplete && collector.count < collector.countLimit
    return answer
  }

  /// The number of documents that `query` matches.
  ///
  /// - Throws: `corrupted`.
  static func count(
    _ query: ResolvedQuery, in segments: SegmentSet, stop: SearchStop = SearchStop()
  ) throws(SearchError) -> Int {
    try search(query, in: segments, limit: 0, counting: .exact, stop: stop).count ?? 0
  }

  private static func run(
    _ query: ResolvedQuery, _ segments: SegmentSet, _ parameters: BM25, _ collector: Collector,
    _ cache: ListCache?
  ) throws(SearchError) {
    try collector.stop.check()
    collector.stop.beginPhase()
    let plan = try QueryPlanner.plan(
      collector.ranks ? query : query.unscored, over: segments, parameters: parameters,
      stop: collector.stop, cache: cache)
    if let count = plan.knownCount(in: segments) { collector.setCount(count) }
    if collector.isDone { return }
    try SegmentWalk(plan, over: segments).run(collector)
  }
}
