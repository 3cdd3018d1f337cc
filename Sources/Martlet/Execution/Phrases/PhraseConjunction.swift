/// Documents that have all of several words and phrases.
///
/// Documents first, positions last: the rarest list leads, a unit at a time, the units with the highest
/// bounds first; its documents are looked for in every other list, and only of those that all lists
/// have, and whose frequencies could make them one of the best, are positions read.
final class PhraseConjunction {
  /// Words that score for themselves, whatever their positions.
  private let terms: [NotedList]
  private let phrases: [PhraseMatcher]
  private let lead: TermScorer
  /// All other lists, rarest first, each with the places where it notes the candidates.
  private let others: [(scorer: TermScorer, places: PostingPlaces)]
  private let leadPlaces: PostingPlaces
  private let range: SearchRange
  private let live: LiveDocuments
  private let base: UInt32
  private let candidates: OriginBuffer

  /// - Parameters:
  ///   - terms: words that score for themselves.
  ///   - phrases: at least one.
  ///   - range: where to look.
  ///   - base: the number of the segment's first document in the snapshot.
  ///   - candidates: used until the search of the segment is done.
  init(
    terms: [TermScorer], phrases: [PhraseMatcher], in range: SearchRange, live: LiveDocuments,
    base: UInt32, candidates: CandidateBuffer
  ) {
    precondition(!phrases.isEmpty, "a conjunction without a phrase")
    self.candidates = OriginBuffer(candidates)
    self.terms = terms.map { NotedList($0) }
    self.phrases = phrases
    self.range = range
    self.live = live
    self.base = base
    var lists: [(scorer: TermScorer, places: PostingPlaces)] = []
    lists.reserveCapacity(terms.count + phrases.reduce(0) { $0 + $1.words.count + $1.pairs.count })
    for term in self.terms { lists.append((term.scorer, term.places)) }
    for phrase in phrases {
      for word in phrase.words { lists.append((word.scorer, word.places)) }
      for pair in phrase.pairs { lists.append((pair.scorer, pair.places)) }
    }
    lists.sort { $0.scorer.cursor.documentFrequency < $1.scorer.cursor.documentFrequency }
    lead = lists[0].scorer
    leadPlaces = lists[0].places
    others = Array(lists.dropFirst())
  }

  /// Hands what `collector` needs to it.
  ///
  /// - Throws: `corrupted`, `cancelled`.
  func run(_ collector: Collector) throws(SearchError) {
    let units = lead.cursor.units(endingIn: range.documents)
    guard collector.ranks, !range.isSimple(units) else { return try runInOrder(units, collector) }
    let others = highestScoreOfOthers
    for unit in range.unitsByBound(units, of: lead.cursor) {
      lead.cursor.move(toUnit: Int(unit))
      // The leading list stands for itself, or bounds the one phrase that it is of.
      let most = others + lead.highestScore(bound: lead.cursor.bound)
      if !collector.counts, most <= collector.limit { return }
      try visit(collector, isInOrder: false)
    }
  }

  /// The most that all can add to a score but the word or phrase that leads.
  private var highestScoreOfOthers: Double {
    var sum = 0.0
    for term in terms where term.scorer !== lead { sum += term.scorer.highestScore }
    for phrase in phrases where !phrase.reads(lead) { sum += phrase.highestScore }
    return sum
  }

  private func runInOrder(
    _ units: Range<Int>, _ collector: Collector
  ) throws(SearchError) {
    for unit in units where !collector.isDone {
      lead.cursor.move(toUnit: unit)
      try visit(collector, isInOrder: true)
    }
  }

  /// Takes the documents of the leading list's unit.
  ///
  /// - Parameter isInOrder: Whether the units come in the order of their documents.
  private func visit(_ collector: Collector, isInOrder: Bool) throws(SearchError) {
    guard let highest = reach() else { return }
    let canWin = collector.ranks && highest > collector.limit
    guard canWin || collector.counts else { return }
    let cursor = lead.cursor
    // Positions are several times the postings.
    try collector.spend(
      4 * cursor.count,
      leaving: isInOrder
        ? range.rest(from: cursor.firstPossibleDocument) : range.rest(from: cursor))
    try findCandidates()
    for term in terms where canWin { try term.addScores(to: candidates) }
    for phrase in phrases { try phrase.locate(candidates) }
    if !collector.counts { try keep(above: collector.limit) }
    for phrase in phrases { try phrase.keepMatches(candidates, areScored: canWin) }
    collector.take(candidates.buffer, areScored: canWin, base: base)
  }

  /// Keeps the candidates that may score more than `limit` as far as frequencies tell.
  private func keep(above limit: Double) throws(SearchError) {
    guard limit >= 0 else { return }
    candidates.boundByScores()
    for phrase in phrases { try phrase.addHighestScores(to: candidates) }
    candidates.keep(boundAbove: limit)
  }

  /// Calls `body` with every document that has the one phrase, and how often; of documents beyond the
  /// range, with some of them.
  ///
  /// - Precondition: there is one phrase and no other word.
  /// - Throws: `corrupted`, `cancelled`.
  func forEachFrequency(
    _ stop: SearchStop, _ body: (DocumentID, UInt32) -> Void
  ) throws(SearchError) {
    precondition(phrases.count == 1 && terms.isEmpty, "frequencies of more than one phrase")
    for unit in lead.cursor.units(reaching: range.documents) {
      lead.cursor.move(toUnit: unit)
      guard reach() != nil else { return }
      try stop.spend(4 * lead.cursor.count)
      try findCandidates()
      try phrases[0].locate(candidates)
      for index in 0..<candidates.buffer.count {
        let (document, origin) = candidates[index]
        let frequency = try phrases[0].findStarts(inOrigin: origin)
        if frequency > 0 { body(document, frequency) }
      }
    }
  }

  /// Moves all lists to the leading list's unit; returns the most that one of its documents can
  /// score, or nil when none of them can match.
  private func reach() -> Double? {
    let first = lead.cursor.firstPossibleDocument
    let last = lead.cursor.lastDocument
    for list in others where !list.scorer.cursor.jump(first) { return nil }
    var sum = 0.0
    for term in terms { sum += term.scorer.highestScore(through: last) }
    for phrase in phrases { sum += phrase.highestScore(through: last) }
    return sum
  }

  /// Finds the documents of the leading unit that all lists have, and where each list has them.
  private func findCandidates() throws(SearchError) {
    let cursor = lead.cursor
    try cursor.loadDocuments()
    leadPlaces.setOwn(unit: cursor.unit, count: cursor.count)
    candidates.fill(cursor, live)
    for list in others {
      guard candidates.buffer.count > 0 else { return }
      try list.scorer.keepCommon(candidates, notingIn: list.places)
    }
  }
}
