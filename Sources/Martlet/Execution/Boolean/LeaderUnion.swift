/// Documents that have any of a few words, the best ones, one leading list after the other.
///
/// The list that can give the most leads: its documents, those of the units with the highest bounds
/// first, are completed from the other lists, so that their sums are final. Then the next list leads,
/// for the documents that no leader before it has, until what is left cannot reach the limit. Where a
/// window visits all lists side by side, most of this never touches the dense ones: the idea of MAXSCORE
/// (Turtle and Flood, "Query evaluation: strategies and optimizations", 1995) with whole lists in the
/// place of windows. Documents come out of order.
final class LeaderUnion {
  /// Where the documents of all lists are added up side by side, in windows, that is quicker: with more
  /// lists than this, there are too many to complete each document from.
  static let mostLists = 4
  /// The same when few of the best are wanted, so that the limit is soon high.
  static let mostListsForFew = 12
  static let few = 10

  /// The lists, those that can give the most first.
  private let lists: [TermScorer]
  /// The most that a document can get from each list and all behind it; 0 at the end.
  private let most: [Double]
  private let range: SearchRange
  private let live: LiveDocuments
  private let base: UInt32
  private let candidates: CandidateBuffer

  /// - Parameters:
  ///   - lists: at least one.
  ///   - range: where to look.
  ///   - base: the number of the segment's first document in the snapshot.
  ///   - candidates: used until the search of the segment is done.
  init(
    _ lists: [TermScorer], in range: SearchRange, live: LiveDocuments, base: UInt32,
    candidates: CandidateBuffer
  ) {
    let known = lists.map { (list: $0, highest: $0.highestScore) }
      .sorted { $0.highest > $1.highest }
    self.lists = known.map(\.list)
    var most = [Double](repeating: 0, count: known.count + 1)
    for index in known.indices.reversed() { most[index] = most[index + 1] + known[index].highest }
    self.most = most
    self.range = range
    self.live = live
    self.base = base
    self.candidates = candidates
  }

  /// Hands every document that can be among the best to `collector`, which does not count them.
  ///
  /// - Throws: `corrupted`, `cancelled`.
  func run(_ collector: Collector) throws(SearchError) {
    for leader in lists.indices where most[leader] > collector.limit {
      try run(leader, collector)
    }
  }

  private func run(_ leader: Int, _ collector: Collector) throws(SearchError) {
    let lead = lists[leader]
    let others = OptionalLists(Array(lists[(leader + 1)...]))
    let units = lead.cursor.units(endingIn: range.documents)
    guard !range.isSimple(units) else {
      guard let unit = units.first else { return }
      lead.cursor.move(toUnit: unit)
      return try visit(leader, others, collector)
    }
    for unit in range.unitsByBound(units, of: lead.cursor, leader: leader) {
      lead.cursor.move(toUnit: Int(unit))
      let own = lead.highestScore(bound: lead.cursor.bound)
      guard own + most[leader + 1] > collector.limit else { return }
      try visit(leader, others, collector)
    }
  }

  /// Takes the documents of the leader's unit.
  private func visit(
    _ leader: Int, _ others: OptionalLists, _ collector: Collector
  ) throws(SearchError) {
    let lead = lists[leader]
    let limit = collector.limit
    let added = others.reach(lead.cursor.firstPossibleDocument, lead.cursor.lastDocument)
    guard lead.highestScore(bound: lead.cursor.bound) + added > limit else { return }
    try collector.spend(lead.cursor.count, leaving: range.rest(from: lead.cursor, leader: leader))
    try lead.scoreUnit(into: candidates, above: limit - added * ImpactBound.sumFactor)
    try others.score(candidates, added, above: limit)
    for earlier in lists[..<leader] where candidates.count > 0 {
      earlier.cursor.jump(candidates.first)
      try earlier.dropCommon(candidates)
    }
    candidates.keepLive(live)
    collector.rank(candidates, base: base)
  }
}
