/// Searches the segments of a snapshot for one plan: on the calling thread, and on several threads
/// once that has taken long.
///
/// Threads take parts, which are segments or ranges of large ones. The best documents and the
/// number of matches do not depend on the order in which documents come, so the answer is the same.
/// If the search became long within a large segment, the threads take the rest of that segment.
struct SegmentWalk: Sendable {
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

  let plan: QueryPlan
  /// The plan's words, if it is a group of words and nothing else.
  let clauses: TermClauses?
  let segments: SegmentSet

  init(_ plan: QueryPlan, over segments: SegmentSet) {
    self.plan = plan
    self.segments = segments
    clauses = plan.phrases.isEmpty ? TermClauses(plan.nodes, isList: { _ in true }) : nil
  }

  /// Searches all segments and passes what `collector` needs to it.
  func run(_ collector: Collector) throws(SearchError) {
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
      try SegmentSearch(plan, clauses, segments, index, in: range).run(collector)
      return nil
    } catch {
      guard stop.hasEndedForThreads else { throw error }
      return collector.rest ?? range
    }
  }

  /// Returns the rest of the segment `start` and all segments after it as parts, with large ones
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
    let questions = collector.stop.questions
    let outcomes = Lock<[Outcome]>([])
    threads.run(collector.stop.threadCount, shareCount: shares.count) { queue in
      let own = Collector(
        limit: limit, countLimit: countLimit, stop: SearchStop(questions), progress: progress)
      let failure = search(shares, queue, own)
      let outcome = Outcome(top: own.top.sorted(), failure: failure)
      outcomes.withLock { $0.append(outcome) }
    }
    let all = outcomes.withLock { $0 }
    for outcome in all { collector.join(outcome.top, count: progress.count) }
    try collector.stop.rethrow(all.compactMap(\.failure))
  }

  /// Searches parts until none is left; returns the failure that ended the search before that.
  private func search(
    _ shares: [Share], _ queue: ShareQueue, _ collector: Collector
  ) -> SearchStop.Failure? {
    do throws(SearchError) {
      while !collector.isDone, let number = queue.take() {
        let share = shares[number]
        try SegmentSearch(plan, clauses, segments, share.segment, in: share.range).run(collector)
      }
      return nil
    } catch {
      queue.removeAll()
      return SearchStop.Failure(error, of: collector.stop)
    }
  }
}
