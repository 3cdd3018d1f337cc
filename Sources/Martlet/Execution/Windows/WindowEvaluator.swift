/// Evaluates any query over one segment, one window of documents at a time.
///
/// Each node marks the documents that it matches in a bit set, and the sets are combined word by
/// word. Only then are scores added, for the documents that match. A window whose bounds cannot
/// reach the limit is skipped, or only counted. The strategies for plain queries are faster; this
/// one handles every query.
final class WindowEvaluator {
  private let tree: WindowTree
  private let range: SearchRange
  private let live: LiveDocuments
  private let base: UInt32
  private let window: ScoreWindow
  private let candidates: CandidateBuffer

  /// - Parameters:
  ///   - range: The part of the segment to search.
  ///   - base: The number of the segment's first document in the snapshot.
  init(
    _ tree: WindowTree, in range: SearchRange, live: LiveDocuments, base: UInt32,
    candidates: CandidateBuffer
  ) {
    self.tree = tree
    self.range = range
    self.live = live
    self.base = base
    self.candidates = candidates
    window = candidates.window
  }

  /// Searches the range and passes what `collector` needs to it.
  func run(_ collector: Collector) throws(SearchError) {
    var start = range.documents.lowerBound
    while start < range.documents.upperBound, !collector.isDone {
      let end = min(range.documents.upperBound, start &+ DocumentID(ScoreWindow.size))
      try collector.spend(tree.nodeCount, leaving: range.rest(from: start))
      if let highest = tree.maxScore(from: start, to: end) {
        try visit(from: start, to: end, highest, collector)
      }
      start = end
    }
  }

  private func visit(
    from start: DocumentID, to end: DocumentID, _ highest: Double, _ collector: Collector
  ) throws(SearchError) {
    let canWin = collector.ranks && highest > collector.limit
    guard canWin || collector.counts else { return }
    // Some lists have most of the documents, and others few.
    let postings = Int(end &- start) * max(1, tree.nodeCount / 4)
    try collector.spend(postings, leaving: range.rest(from: start))
    try tree.match(from: start, to: end)
    tree.bits.filterLive(live, from: start)
    guard canWin else { return collector.take(tree.bits, from: start) }
    try tree.addScores(of: tree.bits, from: start, to: end, into: window)
    candidates.removeAll()
    tree.bits.drain { offset in
      candidates.append(
        start &+ DocumentID(truncatingIfNeeded: offset), window.take(at: offset))
    }
    try collector.take(candidates, areScored: true, base: base)
  }
}

extension WindowBits {
  /// Removes the deleted documents; the window begins at document `start`, a multiple of 64.
  func filterLive(_ live: LiveDocuments, from start: DocumentID) {
    guard let words = live.words else { return }
    let first = Int(start) / 64
    // Beyond the end of the bitmap there is no document, and no bit is set.
    for index in 0..<min(Self.wordCount, words.count / 8 - first) {
      self[index] &= words.uint64(at: (first + index) * 8)
    }
  }
}
