/// Answers a query over all segments of a snapshot.
enum Searcher {
  /// The result of a search.
  struct Answer: Sendable {
    /// The best documents, numbered through all segments of the snapshot, the best first.
    var top: [TopDocuments.Entry]
    /// The number of matching documents.
    var total: MatchCount
    /// True if the search was completed; false if its time was over.
    var isComplete = true

    /// True if nothing was found, and nothing was counted.
    var isEmpty: Bool { top.isEmpty && (total.number ?? 0) == 0 }
  }

  /// Returns the best `limit` documents for `query`.
  ///
  /// - Parameter cache: A cache that keeps lists from one search of a request to the next; nil for
  ///   that of the segments.
  /// - Throws: `corrupted`, or `cancelled` unless the reason is that the time was over.
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
    return Answer(
      top: collector.top.sorted(), total: total(collector, isComplete), isComplete: isComplete)
  }

  /// Returns the number of documents that `query` matches.
  static func count(
    _ query: ResolvedQuery, in segments: SegmentSet, stop: SearchStop = SearchStop()
  ) throws(SearchError) -> Int {
    try search(query, in: segments, limit: 0, counting: .exact, stop: stop).total.number ?? 0
  }

  private static func total(_ collector: Collector, _ isComplete: Bool) -> MatchCount {
    guard collector.countLimit > 0 else { return .notCounted }
    return isComplete && collector.count < collector.countLimit
      ? .exactly(collector.count) : .atLeast(min(collector.count, collector.countLimit))
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
