/// Documents that have all of several words.
///
/// The rarest list leads, a unit at a time. A unit whose bounds cannot reach the threshold is
/// skipped undecoded; its documents are scored first, those that cannot win whatever the other
/// words add are dropped, and only the survivors are looked for in the other lists, rarest first.
/// Block-max pruning as in Ding and Suel, "Faster top-k document retrieval using block-max indexes"
/// (2011), with the score-first order of Lucene 10.
final class Conjunction {
  /// The lists, rarest first.
  private let lists: [TermScorer]
  private let live: LiveDocuments
  private let base: UInt32
  private let candidates = CandidateBuffer()

  /// - Parameters:
  ///   - lists: at least one.
  ///   - base: the number of the segment's first document in the snapshot.
  init(_ lists: [TermScorer], live: LiveDocuments, base: UInt32) {
    precondition(!lists.isEmpty, "a conjunction of nothing")
    self.lists = lists.sorted { $0.cursor.documentFrequency < $1.cursor.documentFrequency }
    self.live = live
    self.base = base
  }

  /// Offers every document that can be among the best to `top`.
  ///
  /// - Throws: `corrupted`.
  func collect(into top: TopDocuments) throws(SearchError) {
    let lead = lists[0]
    while !lead.cursor.isExhausted {
      guard let others = reach(lead.cursor.firstPossibleDocument, lead.cursor.lastDocument) else {
        return
      }
      let threshold = Double(top.threshold)
      if others + lead.highestScore(bound: lead.cursor.bound) > threshold {
        try scoreLead(above: threshold - others)
        try probeOthers(others, threshold)
        candidates.keepLive(live)
        candidates.offer(to: top, base: base)
      }
      lead.cursor.nextUnit()
    }
  }

  /// Counts the documents, until there are `limit`.
  ///
  /// - Throws: `corrupted`.
  func count(limit: Int) throws(SearchError) -> Int {
    let lead = lists[0]
    var total = 0
    while !lead.cursor.isExhausted && total < limit {
      guard reach(lead.cursor.firstPossibleDocument, lead.cursor.lastDocument) != nil else {
        break
      }
      try listLead()
      for list in lists.dropFirst() where candidates.count > 0 { try list.keepCommon(candidates) }
      candidates.keepLive(live)
      total += candidates.count
      lead.cursor.nextUnit()
    }
    return total
  }

  /// Moves all lists but the first to the documents from `first` on; returns the most that they
  /// can add to a score up to `last`, or nil when one of them has no more documents.
  @inline(__always)
  private func reach(_ first: DocumentID, _ last: DocumentID) -> Double? {
    var sum = 0.0
    for index in 1..<max(1, lists.count) {
      let list = lists[index]
      guard list.cursor.seek(first) else { return nil }
      sum += list.highestScore(through: last)
    }
    return sum
  }

  private func listLead() throws(SearchError) {
    let cursor = lists[0].cursor
    try cursor.loadDocuments()
    candidates.removeAll()
    for index in 0..<cursor.count { candidates.append(unsafe cursor.documents[index], 0) }
  }

  private func scoreLead(above limit: Double) throws(SearchError) {
    let lead = lists[0]
    try lead.cursor.loadDocuments()
    try lead.cursor.loadFrequencies()
    candidates.removeAll()
    for index in 0..<lead.cursor.count {
      let document = unsafe lead.cursor.documents[index]
      candidates.append(
        document, lead.score(document, frequency: unsafe lead.cursor.frequencies[index]))
    }
    candidates.keep(above: limit)
  }

  /// Looks for the candidates in all other lists, dropping those that fall behind.
  private func probeOthers(_ others: Double, _ threshold: Double) throws(SearchError) {
    var rest = others
    for index in 1..<max(1, lists.count) where candidates.count > 0 {
      let list = lists[index]
      // SAFETY: there is a last candidate.
      let last = unsafe candidates.documents[candidates.count &- 1]
      rest -= list.highestScore(through: last)
      try list.keepCommonScoring(candidates)
      // Rounding of `rest` must not lose a document at the very edge.
      candidates.keep(above: threshold - max(0, rest) * 1.000_001)
    }
  }
}
