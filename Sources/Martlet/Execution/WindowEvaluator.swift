/// Any query over one segment, a window of documents at a time.
///
/// Each node marks the documents that it matches in a bit set; the sets are combined word by word,
/// and only then are scores added, of the documents that matched. A window whose bounds cannot
/// reach the threshold is skipped. The strategies for plain queries are faster; this one takes
/// every query.
final class WindowEvaluator {
  private let tree: WindowTree
  private let live: LiveDocuments
  private let base: UInt32
  private let window = ScoreWindow()

  /// - Parameter base: the number of the segment's first document in the snapshot.
  init(_ tree: WindowTree, live: LiveDocuments, base: UInt32) {
    self.tree = tree
    self.live = live
    self.base = base
  }

  /// Offers every document that can be among the best to `top`.
  ///
  /// - Throws: `corrupted`.
  func collect(into top: TopDocuments) throws(SearchError) {
    try forEachWindow { start, end throws(SearchError) in
      guard let highest = tree.highestScore(from: start, to: end),
        highest > Double(top.threshold)
      else { return true }
      try tree.match(from: start, to: end)
      tree.bits.keepLive(live, from: start)
      try tree.addScores(of: tree.bits, from: start, to: end, into: window)
      tree.bits.drain { offset in
        let document = base &+ start &+ DocumentID(truncatingIfNeeded: offset)
        top.insert(document, score: Float(window.take(at: offset)))
      }
      return true
    }
  }

  /// Counts the documents, until there are `limit`.
  ///
  /// - Throws: `corrupted`.
  func count(limit: Int) throws(SearchError) -> Int {
    var total = 0
    try forEachWindow { start, end throws(SearchError) in
      guard tree.highestScore(from: start, to: end) != nil else { return true }
      try tree.match(from: start, to: end)
      tree.bits.keepLive(live, from: start)
      total += tree.bits.count
      return total < limit
    }
    return total
  }

  /// Calls `body` with every window, until it returns false.
  private func forEachWindow(
    _ body: (DocumentID, DocumentID) throws(SearchError) -> Bool
  ) throws(SearchError) {
    let documentCount = DocumentID(live.documentCount)
    var start: DocumentID = 0
    while start < documentCount {
      let end = min(documentCount, start &+ DocumentID(ScoreWindow.size))
      guard try body(start, end) else { return }
      start = end
    }
  }
}

extension WindowBits {
  /// Removes what is deleted; the window begins at document `start`, a multiple of its size.
  func keepLive(_ live: LiveDocuments, from start: DocumentID) {
    guard let words = live.words else { return }
    let first = Int(start) / 64
    for index in 0..<Self.wordCount { self[index] &= words.uint64(at: (first + index) * 8) }
  }
}
