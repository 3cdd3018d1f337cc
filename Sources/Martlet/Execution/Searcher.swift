/// Answers a query over all segments of a snapshot: on the calling thread, and on several threads
/// once that has taken long.
///
/// Threads take shares, which are segments or ranges of large ones. The best documents and the
/// number of matches do not depend on the order in which documents come, so the answer is the same.
/// If the search became long within a large segment, the threads take the rest of that segment.
struct Searcher: Sendable {
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

  /// A range of one segment to search.
  private struct Share: Sendable {
    var segment: Int
    var range: SearchRange
  }

  /// The result of one thread.
  private struct Outcome: Sendable {
    var top: [TopDocuments.Entry]
    var failure: SearchStop.Failure?
  }

  /// The number of ranges of a large segment for each thread, so that all threads end at about the
  /// same time.
  private static let rangesPerThread = 4

  private let plan: QueryPlan
  private let segments: SegmentSet

  /// Returns the best `limit` documents for `query`.
  ///
  /// - Parameters:
  ///   - cache: A cache that keeps lists from one search of a request to the next; nil for that of
  ///     the segments.
  ///   - rank: The formula that makes scores of relevances; nil for a search by relevance.
  ///   - pairs: The pairs of words that add to relevances; nil for none.
  /// - Throws: `corrupted`, or `cancelled` unless the reason is that the time was over.
  static func search(
    _ query: ResolvedQuery, in segments: SegmentSet, limit: Int, counting: Counting,
    parameters: FieldRankings = FieldRankings(), stop: SearchStop = SearchStop(),
    cache: ListCache? = nil, rank: RankProgram? = nil, pairs: WordPairs? = nil
  ) throws(SearchError) -> Answer {
    let collector = Collector(limit: limit, countLimit: counting.limit, stop: stop, rank: rank)
    do throws(SearchError) {
      try run(query, pairs, segments, parameters, collector, cache)
    } catch {
      // Nobody waits for the best so far of a task that was cancelled.
      guard stop.isOutOfTime, !stop.isCancelled else { throw error }
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

  // Inlined, it would be 10 kB in each caller of a search.
  @inline(never)
  private static func run(
    _ query: ResolvedQuery, _ pairs: WordPairs?, _ segments: SegmentSet,
    _ parameters: FieldRankings, _ collector: Collector, _ cache: ListCache?
  ) throws(SearchError) {
    try collector.stop.check()
    collector.stop.beginPhase()
    let tracer = collector.stop.questions.tracer
    tracer?.enter(.lookUp)
    let query = collector.ranks ? query : query.unscored
    if !collector.ranks, tracer == nil, let count = try listedCount(query, segments) {
      return collector.setCount(count)
    }
    let plan = try QueryPlanner.plan(
      query, over: segments, parameters: parameters, stop: collector.stop, cache: cache,
      pairs: collector.ranks ? pairs : nil)
    tracer?.enter(.search)
    if let proximity = plan.proximity { collector.begin(proximity) }
    if let count = plan.knownCount(in: segments) { collector.setCount(count) }
    if collector.isDone { return }
    try Searcher(plan, over: segments).run(collector)
  }

  /// Returns the number of documents with the word that is all of `query`, which the dictionaries
  /// know without a plan; nil if a document is deleted or the query is another one.
  private static func listedCount(
    _ query: ResolvedQuery, _ segments: SegmentSet
  ) throws(SearchError) -> Int? {
    guard query.nodes.count == 1, case .term(let clause) = query.nodes[0] else { return nil }
    var count = 0
    for segment in segments.segments {
      guard segment.live.deletedCount == 0 else { return nil }
      guard let field = segment.reader.field(clause.field),
        let info = try field.dictionary.find(clause.term)
      else { continue }
      // What cannot be is reported by whoever opens the list.
      guard info.documentFrequency <= segment.reader.documentCount else { return nil }
      count += info.documentFrequency
    }
    return count
  }

  private init(_ plan: QueryPlan, over segments: SegmentSet) {
    self.plan = plan
    self.segments = segments
  }

  /// Searches all segments and passes what `collector` needs to it.
  private func run(_ collector: Collector) throws(SearchError) {
    let stop = collector.stop
    stop.beginPhase()
    for index in segments.segments.indices where !collector.isDone {
      let range = SearchRange(segments.segments[index].documents)
      let shares = stop.threadCount > 1 ? shares(from: index, range, stop) : []
      if shares.count > 1 { return try run(shares, collector) }
      if let rest = try runAlone(index, range, collector) {
        return try run(self.shares(from: index, rest, stop), collector)
      }
    }
  }

  /// Searches one segment on this thread.
  ///
  /// - Returns: The rest of the segment if it is worth several threads; nil if the segment is done.
  private func runAlone(
    _ index: Int, _ range: SearchRange, _ collector: Collector
  ) throws(SearchError) -> SearchRange? {
    let stop = collector.stop
    stop.endsForThreads = stop.isDivisible(segments.segments[index])
    defer { stop.endsForThreads = false }
    do throws(SearchError) {
      try SegmentSearch(plan, segments, index, in: range).run(collector)
      return nil
    } catch {
      guard stop.hasEndedForThreads else { throw error }
      return collector.rest ?? range
    }
  }

  /// Returns the rest of the segment `start` and all segments after it as shares, with large ones
  /// divided into ranges of about equal size.
  private func shares(from start: Int, _ rest: SearchRange, _ stop: SearchStop) -> [Share] {
    guard let threads = stop.threads else { return [] }
    let behind = segments.segments[(start + 1)...]
    let total = behind.reduce(rest.documents.count) { $0 + $1.reader.documentCount }
    let size = max(threads.leastDocumentCount, total / (stop.threadCount * Self.rangesPerThread))
    var shares = rest.divided(by: size).map { Share(segment: start, range: $0) }
    for (index, segment) in zip(behind.indices, behind) {
      let ranges = SearchRange(segment.documents).divided(by: size)
      shares += ranges.map { Share(segment: index, range: $0) }
    }
    return shares
  }

  private func run(_ shares: [Share], _ collector: Collector) throws(SearchError) {
    guard let threads = collector.stop.threads else { return }
    let progress = SearchProgress(worst: collector.top.worst, count: collector.count)
    let (limit, countLimit) = (collector.top.capacity, collector.counts ? collector.countLimit : 0)
    let (questions, rank) = (collector.stop.questions, collector.ranker?.program)
    let outcomes = Lock<[Outcome]>([])
    threads.run(collector.stop.threadCount, shareCount: shares.count) { queue in
      let own = Collector(
        limit: limit, countLimit: countLimit, stop: SearchStop(questions), progress: progress,
        rank: rank, proximity: plan.proximity)
      let failure = search(shares, queue, own)
      let outcome = Outcome(top: own.top.sorted(), failure: failure)
      outcomes.withLock { $0.append(outcome) }
    }
    let all = outcomes.withLock { $0 }
    for outcome in all { collector.join(outcome.top, count: progress.count) }
    try collector.stop.rethrow(all.compactMap(\.failure))
  }

  /// Searches shares until none is left; returns the failure that ended the search before that.
  private func search(
    _ shares: [Share], _ queue: ShareQueue, _ collector: Collector
  ) -> SearchStop.Failure? {
    do throws(SearchError) {
      while !collector.isDone, let number = queue.take() {
        let share = shares[number]
        try SegmentSearch(plan, segments, share.segment, in: share.range).run(collector)
      }
      return nil
    } catch {
      queue.removeAll()
      return SearchStop.Failure(error, of: collector.stop)
    }
  }
}
