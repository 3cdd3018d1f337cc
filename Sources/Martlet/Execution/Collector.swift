/// What a search gathers from one segment after the other: the best documents, how many there are, or
/// both, from one walk.
///
/// A strategy hands over documents a block at a time, in any order. Before each block it asks what is
/// needed: while ``counts`` is true every document that matches, also those that cannot be among the
/// best; else only documents with scores above ``limit``, which may rise between two blocks. Scores
/// are needed while ``ranks`` is true, and nothing at all once ``isDone`` is.
///
/// Used by one thread. Where several work for one search, each has its own, and they tell each other
/// through a ``SearchProgress``.
final class Collector {
  /// The best documents so far.
  let top: TopDocuments
  /// Documents that were counted, at least; also those of the search's other threads.
  private(set) var count = 0
  /// Where counting ends.
  let countLimit: Int
  /// Whether the number of documents was told.
  private var isCounted = false
  /// What of the segment at hand is still to be looked at when the search goes on in several threads; nil
  /// for all that was.
  var rest: SearchRange?
  /// What the search's threads know together; nil for a search in one thread.
  private let progress: SearchProgress?
  /// Where strategies gather documents, one strategy at a time.
  private(set) lazy var candidates = CandidateBuffer()
  /// Asked within every loop over postings whether to give up.
  let stop: SearchStop

  /// - Parameters:
  ///   - limit: how many of the best documents are wanted.
  ///   - countLimit: how many documents to count at most; 0 for no counting.
  ///   - progress: shared with the other threads of the search.
  init(
    limit: Int, countLimit: Int, stop: SearchStop = SearchStop(), progress: SearchProgress? = nil
  ) {
    top = TopDocuments(capacity: limit)
    self.countLimit = countLimit
    self.stop = stop
    self.progress = progress
    guard let progress else { return }
    count = progress.count
    top.raise(to: progress.worst)
  }

  /// Whether all documents that match are to be handed over.
  @inline(__always)
  var counts: Bool { count < countLimit && !isCounted }

  /// Whether scores are needed.
  @inline(__always)
  var ranks: Bool { top.capacity > 0 }

  /// Whether nothing more is needed.
  @inline(__always)
  var isDone: Bool { !ranks && !counts }

  /// Where not all documents are needed, those whose score is at most this one are not.
  @inline(__always)
  var limit: Double { top.limit }

  /// Tells how many documents match, so that nobody counts them.
  func setCount(_ count: Int) {
    self.count = count
    isCounted = true
  }

  /// Leaves `rest` to several threads, if there are and the search may be divided here.
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

  /// Says that about `count` postings are read.
  ///
  /// - Parameter rest: What is still to be looked at, these postings first.
  /// - Throws: `cancelled`, as ``SearchStop/spend(_:)``.
  @inline(__always)
  func spend(_ count: Int, leaving rest: @autoclosure () -> SearchRange) throws(SearchError) {
    do throws(SearchError) {
      try stop.spend(count)
    } catch {
      self.rest = rest()
      throw error
    }
  }

  /// Counts documents that are not handed over.
  @inline(__always)
  func add(count: Int) {
    if let progress { return self.count = progress.add(count: count) }
    let (sum, isTooLarge) = self.count.addingReportingOverflow(count)
    self.count = isTooLarge ? .max : sum
  }

  /// Counts and ranks live documents of the segment whose first document is `base`.
  ///
  /// - Parameter areScored: False when none of them can be among the best.
  @inline(__always)
  func take(_ candidates: CandidateBuffer, areScored: Bool, base: UInt32) {
    if counts { add(count: candidates.count) }
    if areScored { rank(candidates, base: base) }
  }

  /// Ranks live documents that are counted apart from that.
  @inline(__always)
  func rank(_ candidates: CandidateBuffer, base: UInt32) {
    candidates.offer(to: top, base: base)
    if let progress { top.raise(to: progress.raise(to: top.worst)) }
  }

  /// Takes what the other threads of the search have found: documents that nobody else has handed over,
  /// and the number of all that were counted.
  func join(_ entries: [TopDocuments.Entry], count: Int) {
    for entry in entries { top.insert(entry.document, score: entry.score) }
    if counts { self.count = count }
  }
}
