/// Finds the documents that have a word of each of several groups and none of some other words;
/// optional words add to the scores.
///
/// This answers a query of several words, each in any of several fields. The group with the fewest
/// postings leads, one window of documents at a time. Its lists are added up side by side,
/// documents that cannot win whatever the other groups add are dropped, and the rest are looked up
/// in the lists of the other groups.
final class GroupConjunction {
  private let lead: ListGroup
  /// The other groups, those with the fewest postings first.
  private let others: [ListGroup]
  private let optional: OptionalLists
  private let prohibited: [TermScorer]
  private let live: LiveDocuments
  private let base: UInt32
  private let range: SearchRange
  /// The number of lists of all groups.
  private let listCount: Int
  /// The number of postings of the leading group per document of the segment, at least 1.
  private let density: Int
  private let window: ScoreWindow
  private let candidates: CandidateBuffer

  /// - Parameters:
  ///   - groups: The groups; at least one.
  ///   - range: The part of the segment to search.
  ///   - base: The number of the segment's first document in the snapshot.
  ///   - candidates: A buffer that is in use until the search of the segment is done.
  init(
    _ groups: [ListGroup], optional: [TermScorer], prohibited: [TermScorer],
    in range: SearchRange, live: LiveDocuments, base: UInt32,
    candidates: CandidateBuffer
  ) {
    precondition(!groups.isEmpty, "a conjunction without groups")
    let sorted = groups.sorted { $0.documentFrequency < $1.documentFrequency }
    lead = sorted[0]
    others = Array(sorted.dropFirst())
    self.optional = OptionalLists(optional)
    self.prohibited = prohibited
    self.live = live
    self.base = base
    self.candidates = candidates
    window = candidates.window
    self.range = range
    listCount = groups.reduce(0) { $0 + $1.lists.count }
    density = Disjunction.density(of: lead.lists)
  }

  /// Searches the range and passes what `collector` needs to it.
  func run(_ collector: Collector) throws(SearchError) {
    var start = range.documents.lowerBound
    while !collector.isDone, start < range.documents.upperBound,
      let first = lead.firstPossible(from: start), first < range.documents.upperBound
    {
      let end = min(range.documents.upperBound, first &+ DocumentID(ScoreWindow.size))
      var next = end
      var highest = 0.0
      for group in others {
        guard let possible = group.firstPossible(from: first) else { return }
        highest += group.maxScore(first, through: end &- 1)
        // Before the first possible document of any group, nothing can match.
        if possible >= end { next = max(next, possible) }
      }
      try collector.spend(listCount, leaving: range.rest(from: first))
      if next == end { try visit(first, end, highest, collector) }
      start = next
    }
  }

  private func visit(
    _ first: DocumentID, _ end: DocumentID, _ required: Double, _ collector: Collector
  ) throws(SearchError) {
    let added = optional.maxScore(from: first, upTo: end &- 1)
    let highest = required + added + lead.maxScore(first, through: end &- 1)
    let canWin = collector.ranks && highest > collector.limit
    guard canWin || collector.counts else { return }
    try collector.spend(Int(end &- first) * density, leaving: range.rest(from: first))
    let limit = collector.counts ? -Double.infinity : collector.limit
    for list in lead.lists { try list.addScores(from: first, to: end, into: window) }
    candidates.gather(
      window, from: first, above: limit - (required + added) * ImpactBound.sumFactor)
    for group in others where candidates.count > 0 {
      try group.intersectScoring(candidates)
    }
    candidates.filter(above: limit - added * ImpactBound.sumFactor)
    if canWin { try optional.score(candidates, added, above: limit) }
    for list in prohibited where candidates.count > 0 {
      list.cursor.jump(candidates.first)
      try list.dropCommon(candidates)
    }
    candidates.filterLive(live)
    try collector.take(candidates, areScored: canWin, base: base)
  }
}
