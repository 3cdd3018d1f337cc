/// Finds the best documents that have any of a few words, with one leading list after another.
///
/// The list with the highest maximum score leads. Its documents, from the blocks with the highest
/// bounds on, are looked up in the other lists, so that their sums are final. Then the next list
/// leads, for the documents that no earlier leader has, until the remaining lists cannot reach the
/// limit. This reads little of the dense lists, which a search by windows would read side by side
/// with the others. It is the idea of MAXSCORE (Turtle and Flood, "Query evaluation: strategies and
/// optimizations", 1995) with whole lists in place of windows. Documents come out of order.
final class LeaderUnion {
  /// Returns the most lists for which this is used when the best `wanted` documents are wanted.
  ///
  /// With more lists, each document has to be looked up in too many of them, and it is faster to
  /// add up all lists side by side in windows. The fewer are wanted, the earlier the limit rises,
  /// so that few documents are looked up.
  static func mostLists(wanted: Int) -> Int {
    switch wanted {
    case ...32: 7
    case ...320: 5
    default: 3
    }
  }

  /// The lists, in falling order of maximum score.
  private let lists: UnretainedArray<TermScorer>
  /// The maximum score of each list and all after it together; 0 at the end.
  private let most: [Double]
  private let range: SearchRange
  private let live: LiveDocuments
  private let base: UInt32
  private let candidates: CandidateBuffer

  /// - Parameters:
  ///   - lists: The lists; at least one.
  ///   - range: The part of the segment to search.
  ///   - base: The number of the segment's first document in the snapshot.
  ///   - candidates: A buffer that is in use until the search of the segment is done.
  init(
    _ lists: [TermScorer], in range: SearchRange, live: LiveDocuments, base: UInt32,
    candidates: CandidateBuffer
  ) {
    let known = lists.map { (list: $0, highest: $0.maxScore) }
      .sorted { $0.highest > $1.highest }
    self.lists = UnretainedArray(known.map(\.list))
    var most = [Double](repeating: 0, count: known.count + 1)
    for index in known.indices.reversed() { most[index] = most[index + 1] + known[index].highest }
    self.most = most
    self.range = range
    self.live = live
    self.base = base
    self.candidates = candidates
  }

  /// Passes every document that can be among the best to `collector`, without counting.
  func run(_ collector: Collector) throws(SearchError) {
    for leader in 0..<lists.count where most[leader] > collector.limit {
      try run(leader, collector)
    }
  }

  private func run(_ leader: Int, _ collector: Collector) throws(SearchError) {
    let lead = lists.objects[leader]
    let others = OptionalLists(Array(lists.objects[(leader + 1)...]))
    let blocks = lead.cursor.blocks(endingIn: range.documents)
    guard !range.isSimple(blocks) else {
      guard let block = blocks.first else { return }
      lead.cursor.move(toBlock: block)
      return try visit(leader, lead, others, collector)
    }
    for block in range.blocksByBound(blocks, of: lead.cursor, leader: leader) {
      lead.cursor.move(toBlock: Int(block))
      let own = lead.maxScore(bound: lead.cursor.bound)
      guard own + most[leader + 1] > collector.limit else { return }
      try visit(leader, lead, others, collector)
    }
  }

  /// Searches the leader's current block.
  private func visit(
    _ leader: Int, _ lead: TermScorer, _ others: OptionalLists, _ collector: Collector
  ) throws(SearchError) {
    let limit = collector.limit
    let added = others.maxScore(
      from: lead.cursor.firstPossibleDocument, upTo: lead.cursor.lastDocument)
    guard lead.maxScore(bound: lead.cursor.bound) + added > limit else { return }
    try collector.spend(lead.cursor.count, leaving: range.rest(from: lead.cursor, leader: leader))
    try lead.scoreBlock(into: candidates, above: limit - added * ImpactBound.sumFactor)
    try others.score(candidates, added, above: limit)
    for earlier in 0..<leader where candidates.count > 0 {
      try lists.with(earlier) { (list) throws(SearchError) in
        list.cursor.jump(candidates.first)
        try list.dropCommon(candidates)
      }
    }
    candidates.filterLive(live)
    try collector.rank(candidates, base: base)
  }
}
