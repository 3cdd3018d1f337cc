/// What a search gathers from one segment after the other: the best documents, how many there are, or
/// both, from one walk.
///
/// A strategy hands over documents a block at a time, in any order. Before each block it asks what is
/// needed: while ``counts`` is true every document that matches, also those that cannot be among the
/// best; else only documents with scores above ``limit``, which may rise between two blocks. Scores
/// are needed while ``ranks`` is true, and nothing at all once ``isDone`` is.
///
/// Used by one thread.
final class Collector {
  /// The best documents so far.
  let top: TopDocuments
  /// Documents that were counted, at least.
  private(set) var count = 0
  /// Where counting ends.
  let countLimit: Int
  /// Whether the number of documents was told.
  private var isCounted = false
  /// Where strategies gather documents, one strategy at a time.
  let candidates = CandidateBuffer()
  /// Asked within every loop over postings whether to give up.
  let stop: SearchStop

  /// - Parameters:
  ///   - limit: how many of the best documents are wanted.
  ///   - countLimit: how many documents to count at most; 0 for no counting.
  init(limit: Int, countLimit: Int, stop: SearchStop = SearchStop()) {
    top = TopDocuments(capacity: limit)
    self.countLimit = countLimit
    self.stop = stop
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

  /// Counts documents that are not handed over.
  @inline(__always)
  func add(count: Int) {
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
  }
}
