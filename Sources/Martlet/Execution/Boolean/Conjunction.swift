/// Finds the documents that have all of several words and none of some others; optional words add
/// to the scores.
///
/// The rarest list leads, block by block, with the highest bounds first. A block whose bound cannot
/// reach the limit is skipped without decoding. Otherwise its documents are scored first, and those
/// that cannot win whatever the other words add are dropped. Only the survivors are looked up in
/// the other lists, rarest first. This is block-max pruning as in Ding and Suel, "Faster top-k
/// document retrieval using block-max indexes" (2011), with the score-first order of Lucene 10.
final class Conjunction {
  /// The most lists whose moves are not reported.
  private static let fewLists = 16

  /// The required lists, rarest first.
  private let lists: UnretainedArray<TermScorer>
  /// The first of ``lists``.
  private let lead: TermScorer
  private let optional: OptionalLists?
  private let prohibited: UnretainedArray<TermScorer>
  /// The clauses among which are phrases; nil if there are none.
  private let others: OtherClauses?
  /// The number of all lists.
  private let listCount: Int
  /// The number of conjunctions that come before this one in the same search; nil for a sole one.
  private let leader: Int?
  private let range: SearchRange
  private let live: LiveDocuments
  private let base: UInt32
  private let candidates: CandidateBuffer

  /// - Parameters:
  ///   - lists: The required lists; at least one.
  ///   - others: Clauses that are looked up in what the required lists find; nil for none.
  ///   - leader: The number of conjunctions that come before this one in the same search; nil for a
  ///     sole one.
  ///   - range: The part of the segment to search.
  ///   - base: The number of the segment's first document in the snapshot.
  ///   - candidates: A buffer that is in use until the search of the segment is done.
  init(
    _ lists: [TermScorer], optional: [TermScorer] = [], prohibited: [TermScorer] = [],
    others: OtherClauses? = nil, leader: Int? = nil, in range: SearchRange, live: LiveDocuments,
    base: UInt32, candidates: CandidateBuffer
  ) {
    precondition(!lists.isEmpty, "a conjunction without lists")
    let sorted =
      Self.isSorted(lists)
      ? lists : lists.sorted { $0.cursor.documentFrequency < $1.cursor.documentFrequency }
    self.lists = UnretainedArray(sorted)
    lead = sorted[0]
    self.optional = optional.isEmpty ? nil : OptionalLists(optional)
    self.prohibited = UnretainedArray(prohibited)
    self.others = others
    listCount = lists.count + optional.count + prohibited.count + (others?.listCount ?? 0)
    self.leader = leader
    self.range = range
    self.live = live
    self.base = base
    self.candidates = candidates
  }

  /// Returns true if the rarest list comes first, and so on, as for one list and half of all pairs.
  private static func isSorted(_ lists: [TermScorer]) -> Bool {
    for index in 1..<max(1, lists.count)
    where lists[index].cursor.documentFrequency < lists[index - 1].cursor.documentFrequency {
      return false
    }
    return true
  }

  /// Searches the range and passes what `collector` needs to it.
  func run(_ collector: Collector) throws(SearchError) {
    let blocks = lead.cursor.blocks(endingIn: range.documents)
    guard collector.ranks || leader != nil else { return try runInOrder(blocks, collector) }
    guard !range.isSimple(blocks) else {
      guard let block = blocks.first else { return }
      lead.cursor.move(toBlock: block)
      return try visit(collector, isInOrder: false)
    }
    var others = (optional?.maxScore ?? 0) + (self.others?.maxScore ?? 0)
    for index in 1..<max(1, lists.count) { others += lists.with(index) { $0.maxScore } }
    // Without a block to visit, there is no need to sort them.
    if lead.maxScore + others <= collector.limit, !counts(collector) { return }
    for block in range.blocksByBound(blocks, of: lead.cursor, leader: leader ?? 0) {
      lead.cursor.move(toBlock: Int(block))
      let highest = lead.maxScore(bound: lead.cursor.bound) + others
      if highest <= collector.limit, !counts(collector) { return }
      try visit(collector, isInOrder: false)
    }
  }

  private func runInOrder(
    _ blocks: Range<Int>, _ collector: Collector
  ) throws(SearchError) {
    let cursor = lead.cursor
    cursor.move(toBlock: blocks.lowerBound)
    while cursor.block < blocks.upperBound, !collector.isDone {
      try visit(collector, isInOrder: true)
      cursor.nextBlock()
    }
  }

  /// Returns true if all documents are needed, and not only the best.
  private func counts(_ collector: Collector) -> Bool { collector.counts && !range.isCounted }

  /// Searches the current block of the leading list.
  ///
  /// - Parameter isInOrder: True if the blocks are visited in document order.
  private func visit(_ collector: Collector, isInOrder: Bool) throws(SearchError) {
    let (first, last) = (lead.cursor.firstPossibleDocument, lead.cursor.lastDocument)
    if listCount > Self.fewLists {
      // Moving so many lists takes longer than the block.
      try collector.stop.withoutThreads { () throws(SearchError) in
        try collector.stop.spend(listCount)
      }
    }
    guard let required = maxScore(from: first, upTo: last) else { return }
    var added = optional?.maxScore(from: first, upTo: last) ?? 0
    if let others {
      guard let most = others.maxScore(from: first, upTo: last) else { return }
      added += most
    }
    let highest = required + added + lead.maxScore(bound: lead.cursor.bound)
    let canWin = collector.ranks && highest > collector.limit
    let counts = counts(collector)
    guard canWin || counts else { return }
    try collector.spend(
      lead.cursor.count,
      leaving: isInOrder
        ? range.rest(from: first)
        : range.rest(from: lead.cursor, leader: leader ?? 0))
    guard canWin else {
      try list()
      return try pass(to: collector, areScored: false)
    }
    let likely = try likelyLimit(collector, counts: counts)
    try score(
      required, added, above: likely ?? collector.limit, keepsAll: counts)
    try pass(to: collector, areScored: true)
    guard let likely, collector.limit < likely else { return }
    // Too few are left of them, so the others of the block follow.
    try score(required, added, above: collector.limit, keepsAll: false)
    candidates.filter(upTo: likely)
    try pass(to: collector, areScored: true)
  }

  /// Returns a score that the block's documents have to exceed to be among the best, unless many of
  /// those that do have a prohibited word; nil if enough documents are known to have a limit. So
  /// only few are looked up in the prohibited lists.
  @inline(__always)
  private func likelyLimit(
    _ collector: Collector, counts: Bool
  ) throws(SearchError) -> Double? {
    guard lists.count == 1, optional == nil, others == nil, !counts, collector.top.worst == 0 else {
      return nil
    }
    return try lead.score(ofBest: collector.top.capacity)
  }

  /// Passes the candidates that no prohibited list has to `collector`.
  private func pass(to collector: Collector, areScored: Bool) throws(SearchError) {
    for index in 0..<prohibited.count where candidates.count > 0 {
      try prohibited.with(index) { (list) throws(SearchError) in
        list.cursor.jump(candidates.first)
        try list.dropCommon(candidates)
      }
    }
    try others?.dropProhibited(from: candidates)
    candidates.filterLive(live)
    if range.isCounted {
      try collector.rank(candidates, base: base)
    } else {
      try collector.take(candidates, areScored: areScored, base: base)
    }
  }

  /// Moves all lists but the first to the documents from `first` on, and returns the maximum score
  /// that they can add up to `last`, or nil if one of them has no more documents.
  @inline(__always)
  private func maxScore(from first: DocumentID, upTo last: DocumentID) -> Double? {
    var sum = 0.0
    for index in 1..<max(1, lists.count) {
      let most = lists.with(index) { $0.cursor.jump(first) ? $0.maxScore(upTo: last) : nil }
      guard let most else { return nil }
      sum += most
    }
    return sum
  }

  /// Replaces the candidates with the documents of the leading block that all lists have.
  private func list() throws(SearchError) {
    let cursor = lead.cursor
    try cursor.loadDocuments()
    unsafe candidates.fill(cursor.documents, count: cursor.count)
    for index in 1..<max(1, lists.count) where candidates.count > 0 {
      try lists.with(index) { (list) throws(SearchError) in try list.intersect(candidates) }
    }
    try others?.intersect(candidates)
  }

  /// Replaces the candidates with the documents of the leading block that all lists have and whose
  /// scores exceed the limit; or with all of them, of which those within the limit may lack a part
  /// of their score.
  ///
  /// - Parameters:
  ///   - required: The maximum score that the other required lists add.
  ///   - added: The maximum score that the optional lists add.
  ///   - keepsAll: True to keep documents whose scores do not exceed the limit.
  private func score(
    _ required: Double, _ added: Double, above limit: Double, keepsAll: Bool
  ) throws(SearchError) {
    var least = limit - (required + added) * ImpactBound.sumFactor
    try lead.scoreBlock(into: candidates, above: keepsAll ? -.infinity : least)
    var rest = required
    for index in 1..<max(1, lists.count) where candidates.count > 0 {
      try lists.with(index) { (list) throws(SearchError) in
        // SAFETY: there is a last candidate.
        let last = unsafe candidates.documents[candidates.count &- 1]
        rest -= list.maxScore(upTo: last)
        if keepsAll {
          try list.intersect(candidates, scoringAbove: least)
        } else {
          try list.intersectScoring(candidates)
        }
      }
      least = limit - (max(0, rest) + added) * ImpactBound.sumFactor
      if !keepsAll { candidates.filter(above: least) }
    }
    try optional?.score(candidates, added, above: keepsAll ? -.infinity : limit)
    try others?.addScores(to: candidates, above: keepsAll ? -.infinity : limit)
  }
}
