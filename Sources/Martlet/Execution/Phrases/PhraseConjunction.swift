/// Finds the documents that have all of several words and phrases.
///
/// Documents come first, positions last. The rarest list leads, block by block, with the highest
/// bounds first. Its documents are looked up in every other list. Positions are read only of
/// documents that all lists have and whose frequencies allow a score among the best. The other
/// clauses come after that.
final class PhraseConjunction {
  /// The most lists whose moves are not reported.
  private static let fewLists = 16

  /// The words that score by themselves, whatever their positions.
  private let terms: [NotedList]
  private let phrases: UnretainedArray<PhraseMatcher>
  /// All lists, rarest first, with the locations of the candidates.
  private let lists: UnretainedArray<NotedList>
  /// The first of ``lists``.
  private let lead: TermScorer
  private let others: OtherClauses?
  /// The number of conjunctions that come before this one in the same search; nil for a sole one.
  private let leader: Int?
  private let range: SearchRange
  private let live: LiveDocuments
  private let base: UInt32
  private let candidates: OriginBuffer
  /// The buffer of ``candidates``.
  private let buffer: CandidateBuffer

  /// - Parameters:
  ///   - terms: The words that score by themselves.
  ///   - phrases: The phrases; at least one.
  ///   - others: The clauses that are looked up in what the words and phrases find; nil for none.
  ///   - leader: The number of conjunctions that come before this one in the same search; nil for a
  ///     sole one.
  ///   - range: The part of the segment to search.
  ///   - base: The number of the segment's first document in the snapshot.
  ///   - candidates: A buffer that is in use until the search of the segment is done.
  init(
    terms: [TermScorer], phrases: [PhraseMatcher], others: OtherClauses? = nil, leader: Int? = nil,
    in range: SearchRange, live: LiveDocuments,
    base: UInt32, candidates: CandidateBuffer
  ) {
    precondition(!phrases.isEmpty, "a conjunction without phrases")
    self.candidates = OriginBuffer(candidates)
    buffer = candidates
    self.terms = terms.map { NotedList($0) }
    self.phrases = UnretainedArray(phrases)
    self.others = others
    self.leader = leader
    self.range = range
    self.live = live
    self.base = base
    var lists = self.terms
    lists.reserveCapacity(phrases.reduce(terms.count) { $0 + $1.words.count + $1.pairs.count })
    for phrase in phrases {
      for word in phrase.words { lists.append(word) }
      lists += phrase.pairs
    }
    lists.sort { $0.scorer.cursor.documentFrequency < $1.scorer.cursor.documentFrequency }
    lead = lists[0].scorer
    self.lists = UnretainedArray(lists)
  }

  /// Searches the range and passes what `collector` needs to it.
  func run(_ collector: Collector) throws(SearchError) {
    let blocks = lead.cursor.blocks(endingIn: range.documents)
    // Only a sole one may leave a rest that is told by its first document alone.
    if leader == nil, !collector.ranks || range.isSimple(blocks) {
      return try runInOrder(blocks, collector)
    }
    let others = maxScoreOfOthers
    for block in range.blocksByBound(blocks, of: lead.cursor, leader: leader ?? 0) {
      lead.cursor.move(toBlock: Int(block))
      // The leading list scores for itself, or its bound is one of the phrase that it belongs to.
      let most = others + lead.maxScore(bound: lead.cursor.bound)
      if !collector.counts, most <= collector.limit { return }
      try visit(collector, isInOrder: false)
    }
  }

  /// The maximum score of all words and phrases except the one that leads.
  private var maxScoreOfOthers: Double {
    var sum = others?.maxScore ?? 0
    for term in terms where term.scorer !== lead { sum += term.scorer.maxScore }
    for phrase in phrases.objects where !phrase.reads(lead) { sum += phrase.maxScore }
    return sum
  }

  private func runInOrder(
    _ blocks: Range<Int>, _ collector: Collector
  ) throws(SearchError) {
    for block in blocks where !collector.isDone {
      lead.cursor.move(toBlock: block)
      try visit(collector, isInOrder: true)
    }
  }

  /// Searches the current block of the leading list.
  ///
  /// - Parameter isInOrder: True if the blocks are visited in document order.
  private func visit(_ collector: Collector, isInOrder: Bool) throws(SearchError) {
    let listCount = lists.count + (others?.listCount ?? 0)
    if listCount > Self.fewLists {
      // Moving so many lists takes longer than the block.
      try collector.stop.withoutThreads { () throws(SearchError) in
        try collector.stop.spend(listCount)
      }
    }
    guard let highest = maxScoreOfBlock() else { return }
    let (first, last) = (lead.cursor.firstPossibleDocument, lead.cursor.lastDocument)
    guard let added = others == nil ? 0 : others?.maxScore(from: first, upTo: last) else { return }
    let canWin = collector.ranks && highest + added > collector.limit
    guard canWin || collector.counts else { return }
    // A document has several times as many positions as postings.
    try collector.spend(
      4 * lead.cursor.count,
      leaving: isInOrder
        ? range.rest(from: first) : range.rest(from: lead.cursor, leader: leader ?? 0))
    try findCandidates()
    for term in terms where canWin { try term.addScores(to: candidates) }
    try phrases.forEach { (phrase) throws(SearchError) in try phrase.locate(candidates) }
    let limit = collector.counts ? -.infinity : collector.limit
    try filter(above: limit - added * ImpactBound.sumFactor)
    try phrases.forEach { (phrase) throws(SearchError) in
      try phrase.filterMatches(candidates, areScored: canWin)
    }
    if let others {
      if canWin {
        try others.addScores(to: buffer, above: limit)
      } else {
        try others.intersect(buffer)
      }
      try others.dropProhibited(from: buffer)
    }
    try collector.take(buffer, areScored: canWin, base: base)
  }

  /// Keeps the candidates whose frequencies allow a score above `limit`.
  private func filter(above limit: Double) throws(SearchError) {
    guard limit >= 0 else { return }
    candidates.boundByScores()
    try phrases.forEach { (phrase) throws(SearchError) in
      try phrase.addHighestScores(to: candidates)
    }
    candidates.filter(boundAbove: limit)
  }

  /// Calls `body` with every document of the range that has the phrase, and the phrase's frequency
  /// in it.
  ///
  /// Some documents outside the range may be included.
  ///
  /// - Precondition: There is exactly one phrase; words beside it only select documents.
  func forEachFrequency(
    _ stop: SearchStop, _ body: (DocumentID, UInt32) -> Void
  ) throws(SearchError) {
    precondition(phrases.count == 1, "frequencies need one phrase, found \(phrases.count)")
    let phrase = phrases.objects[0]
    for block in lead.cursor.blocks(overlapping: range.documents) {
      lead.cursor.move(toBlock: block)
      try stop.spend(lists.count)
      guard maxScoreOfBlock() != nil else { return }
      try stop.spend(4 * lead.cursor.count)
      try findCandidates()
      try phrase.locate(candidates)
      for index in 0..<buffer.count {
        let (document, origin) = candidates[index]
        let frequency = try phrase.findStarts(inOrigin: origin)
        if frequency > 0 { body(document, frequency) }
      }
    }
  }

  /// Moves all lists to the leading list's block, and returns the maximum score of its documents,
  /// or nil if none of them can match.
  private func maxScoreOfBlock() -> Double? {
    let first = lead.cursor.firstPossibleDocument
    let last = lead.cursor.lastDocument
    for index in 1..<max(1, lists.count) where !lists.with(index, { $0.scorer.cursor.jump(first) })
    {
      return nil
    }
    var sum = 0.0
    for term in terms { sum += term.scorer.maxScore(upTo: last) }
    phrases.forEach { sum += $0.maxScore(upTo: last) }
    return sum
  }

  /// Finds the documents of the leading block that all lists have, and their locations in each
  /// list.
  private func findCandidates() throws(SearchError) {
    try lead.cursor.loadDocuments()
    lists.with(0) { $0.locations.setOwn(block: lead.cursor.block, count: lead.cursor.count) }
    candidates.fill(lead.cursor, live)
    for index in 1..<max(1, lists.count) where buffer.count > 0 {
      try lists.with(index) { (list) throws(SearchError) in
        try list.scorer.intersect(candidates, notingIn: list.locations)
      }
    }
  }
}
