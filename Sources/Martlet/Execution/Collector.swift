/// Collects the best documents, the number of matching documents, or both, segment by segment in
/// one pass.
///
/// A search strategy passes documents on in batches, in any order. Before each batch it checks what
/// is needed. While ``counts`` is true, it must pass on every matching document, even one that
/// cannot be among the best. Otherwise only documents with scores above ``limit`` are needed; the
/// limit may rise between two batches. Scores are needed while ``ranks`` is true, and nothing is
/// needed once ``isDone`` is true.
///
/// Used by one thread. When several threads work on one search, each has a collector of its own,
/// and they share their results through a ``SearchProgress``.
final class Collector {
  /// The best documents so far.
  let top: TopDocuments
  /// The number of documents counted so far, a lower bound; it includes those counted by the
  /// search's other threads.
  private(set) var count = 0
  /// The count at which counting stops.
  let countLimit: Int
  /// True if the number of documents was set by ``setCount(_:)``.
  private var isCounted = false
  /// The part of the current segment that is left when the search continues on several threads; nil
  /// for the whole range being searched.
  var rest: SearchRange?
  /// The set that gets every matching document of the segment that is searched; nil for a search
  /// that does not need all of them.
  var matches: DocumentBitmap?
  /// The formula that makes scores of relevances; nil for a search by relevance.
  let ranker: RankScorer?
  /// The scorer of pairs of words, which add to relevances; nil if there are none.
  private(set) var proximity: ProximityScorer?
  /// The state shared by the search's threads; nil for a search on one thread.
  private let progress: SearchProgress?
  /// The buffer in which strategies gather documents, one strategy at a time.
  private(set) lazy var candidates = CandidateBuffer()
  /// The check for cancellation that runs within every loop over postings.
  let stop: SearchStop

  /// - Parameters:
  ///   - limit: The number of best documents wanted.
  ///   - countLimit: The largest number of documents to count; 0 for no counting.
  ///   - progress: The state shared with the other threads of the search.
  ///   - rank: The formula that makes scores of relevances; nil for a search by relevance.
  ///   - proximity: What pairs of words add to relevances; nil for nothing.
  init(
    limit: Int, countLimit: Int, stop: SearchStop = SearchStop(), progress: SearchProgress? = nil,
    rank: RankProgram? = nil, proximity: ProximityProgram? = nil
  ) {
    top = TopDocuments(capacity: limit)
    ranker = rank.map { RankScorer($0) }
    if let rank, limit > 0 { top.limitForScore = { rank.relevanceLimit(score: $0) } }
    self.countLimit = countLimit
    self.stop = stop
    self.progress = progress
    if let proximity { begin(proximity) }
    guard let progress else { return }
    count = progress.count
    top.raise(to: progress.worst)
  }

  /// Adds the scores of pairs to all relevances from now on.
  ///
  /// - Precondition: No document has been passed on.
  func begin(_ program: ProximityProgram) {
    let scorer = ProximityScorer(program)
    proximity = scorer
    guard ranks else { return }
    // The limit of a rank is one for the relevance with the scores of pairs.
    let limitForRank = top.limitForScore
    top.limitForScore = { limit in
      let most = limitForRank?(limit) ?? limit
      scorer.limit = most
      return program.relevanceLimit(score: most)
    }
  }

  /// True if every matching document must be passed on.
  @inline(__always)
  var counts: Bool { count < countLimit && !isCounted || matches != nil }

  /// True if scores are needed.
  @inline(__always)
  var ranks: Bool { top.capacity > 0 }

  /// True if nothing more is needed.
  @inline(__always)
  var isDone: Bool { !ranks && !counts }

  /// The relevance that a document must exceed to be needed, unless all documents are.
  @inline(__always)
  var limit: Double { top.limit }

  /// Sets the number of matching documents, so that they are not counted.
  func setCount(_ count: Int) {
    self.count = count
    isCounted = true
  }

  /// Leaves `rest` to several threads, if there are any and the search may be divided here.
  ///
  /// - Throws: As ``SearchStop/leaveToThreads()``.
  func leaveToThreads(_ rest: SearchRange) throws(SearchError) {
    do throws(SearchError) {
      try stop.leaveToThreads()
    } catch {
      self.rest = rest
      throw error
    }
  }

  /// Reports that about `count` postings are about to be read.
  ///
  /// - Parameter rest: The part that is left if the search ends here; these postings come first in
  ///   it.
  /// - Throws: `cancelled` under the conditions of ``SearchStop/spend(_:)``.
  @inline(__always)
  func spend(_ count: Int, leaving rest: @autoclosure () -> SearchRange) throws(SearchError) {
    do throws(SearchError) {
      try stop.spend(count)
    } catch {
      self.rest = rest()
      throw error
    }
  }

  /// Adds documents that are not passed on to the count.
  @inline(__always)
  func add(count: Int) {
    if let progress { return self.count = progress.add(count: count) }
    let (sum, isTooLarge) = self.count.addingReportingOverflow(count)
    self.count = isTooLarge ? .max : sum
  }

  /// Counts live documents that begin at `start`.
  func take(_ bits: WindowBits, from start: DocumentID) {
    add(count: bits.count)
    guard let matches else { return }
    let first = Int(start) / 64
    for index in 0..<min(WindowBits.wordCount, matches.wordCount - first) {
      matches[first + index] |= bits[index]
    }
  }

  /// Counts and ranks live documents of the segment whose first document is `base`.
  ///
  /// - Parameter areScored: False if none of them can be among the best.
  @inline(__always)
  func take(
    _ candidates: CandidateBuffer, areScored: Bool, base: UInt32
  ) throws(SearchError) {
    if counts { add(count: candidates.count) }
    if let matches { candidates.insert(into: matches) }
    if areScored { try rank(candidates, base: base) }
  }

  /// Ranks live documents, without counting them.
  ///
  /// Pairs and formulas see only those that can be among the best: the others may not have all of
  /// their relevance.
  @inline(__always)
  func rank(_ candidates: CandidateBuffer, base: UInt32) throws(SearchError) {
    if proximity != nil || ranker != nil { candidates.filter(above: limit) }
    if let proximity { try proximity.addScores(to: candidates, base: base, stop) }
    if let ranker {
      let stepCount = candidates.count &* ranker.program.steps.count
      try stop.withoutThreads { () throws(SearchError) in try stop.spend(stepCount) }
      ranker.rescore(candidates, base: base)
    }
    candidates.offer(to: top, base: base)
    if let progress { top.raise(to: progress.raise(to: top.worst)) }
  }

  /// Adds the results of another thread of the search: documents that no other thread has passed
  /// on, and the total count of all threads.
  func join(_ entries: [TopDocuments.Entry], count: Int) {
    for entry in entries { top.insert(entry.document, score: entry.score) }
    if counts { self.count = count }
  }
}
