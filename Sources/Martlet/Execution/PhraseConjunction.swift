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
  private let others: [(scorer: TermScorer, places: GrowingArray<PostingPlace>)]
  private let leadPlaces: GrowingArray<PostingPlace>
  private let live: LiveDocuments
  private let base: UInt32
  private let candidates = OriginBuffer()

  /// - Parameters:
  ///   - terms: words that score for themselves.
  ///   - phrases: at least one.
  ///   - base: the number of the segment's first document in the snapshot.
  init(terms: [TermScorer], phrases: [PhraseMatcher], live: LiveDocuments, base: UInt32) {
    precondition(!phrases.isEmpty, "a conjunction without a phrase")
    self.terms = terms.map { NotedList($0) }
    self.phrases = phrases
    self.live = live
    self.base = base
    var lists = phrases.flatMap { $0.words.map { (scorer: $0.scorer, places: $0.places) } }
    let unplaced = self.terms + phrases.flatMap { $0.pairs }
    lists += unplaced.map { (scorer: $0.scorer, places: $0.places) }
    lists.sort { $0.scorer.cursor.documentFrequency < $1.scorer.cursor.documentFrequency }
    lead = lists[0].scorer
    leadPlaces = lists[0].places
    others = Array(lists.dropFirst())
  }

  /// Hands what `collector` needs to it.
  ///
  /// - Throws: `corrupted`, `cancelled`.
  func run(_ collector: Collector) throws(SearchError) {
    guard collector.ranks, lead.cursor.unitCount > 1 else { return try runInOrder(collector) }
    let others = highestScoreOfOthers
    for unit in lead.cursor.unitsByBound() {
      lead.cursor.move(toUnit: Int(unit))
      // The leading list stands for itself, or bounds the one phrase that it is of.
      let most = others + lead.highestScore(bound: lead.cursor.bound)
      if !collector.counts, most <= collector.limit { return }
      try visit(collector)
    }
  }

  /// The most that all can add to a score but the word or phrase that leads.
  private var highestScoreOfOthers: Double {
    var sum = 0.0
    for term in terms where term.scorer !== lead { sum += term.scorer.highestScore }
    for phrase in phrases where !phrase.reads(lead) { sum += phrase.highestScore }
    return sum
  }

  private func runInOrder(_ collector: Collector) throws(SearchError) {
    var unit = 0
    while unit < lead.cursor.unitCount, !collector.isDone {
      lead.cursor.move(toUnit: unit)
      try visit(collector)
      unit += 1
    }
  }

  /// Takes the documents of the leading list's unit.
  private func visit(_ collector: Collector) throws(SearchError) {
    guard let highest = reach() else { return }
    let canWin = collector.ranks && highest > collector.limit
    guard canWin || collector.counts else { return }
    try findCandidates(collector.stop)
    let buffer = candidates.buffer
    var kept = 0
    for index in 0..<buffer.count {
      // SAFETY: `kept` never exceeds the candidate's own index.
      let origin = unsafe Int(clamping: candidates.origins[index])
      let document = unsafe buffer.documents[index]
      let limit = collector.counts ? -Double.infinity : collector.limit
      guard let score = try score(document, origin, above: limit) else { continue }
      unsafe buffer.documents[kept] = document
      unsafe buffer.scores[kept] = score
      kept &+= 1
    }
    buffer.truncate(to: kept)
    collector.take(buffer, areScored: canWin, base: base)
  }

  /// Calls `body` with every document that has the one phrase, and how often.
  ///
  /// - Precondition: there is one phrase and no other word.
  /// - Throws: `corrupted`, `cancelled`.
  func forEachFrequency(
    _ stop: SearchStop, _ body: (DocumentID, UInt32) -> Void
  ) throws(SearchError) {
    precondition(phrases.count == 1 && terms.isEmpty, "frequencies of more than one phrase")
    for unit in 0..<lead.cursor.unitCount {
      lead.cursor.move(toUnit: unit)
      guard reach() != nil else { return }
      try findCandidates(stop)
      for index in 0..<candidates.buffer.count {
        let origin = unsafe Int(clamping: candidates.origins[index])
        let frequency = try phrases[0].frequency(ofOrigin: origin)
        if frequency > 0 { body(unsafe candidates.buffer.documents[index], frequency) }
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
  private func findCandidates(_ stop: SearchStop) throws(SearchError) {
    let cursor = lead.cursor
    // Positions are several times the postings.
    try stop.spend(4 * cursor.count)
    try cursor.loadDocuments()
    let unit = UInt32(truncatingIfNeeded: cursor.unit)
    for index in 0..<cursor.count {
      leadPlaces[index] = PostingPlace(unit: unit, place: UInt32(truncatingIfNeeded: index))
    }
    candidates.fill(cursor, live)
    for list in others {
      guard candidates.buffer.count > 0 else { return }
      try list.scorer.keepCommon(candidates, notingIn: list.places)
    }
  }

  /// The score of a candidate; nil when a phrase does not stand in it, or it is surely not above
  /// `limit`.
  @inline(__always)
  private func score(
    _ document: DocumentID, _ origin: Int, above limit: Double
  ) throws(SearchError) -> Double? {
    var sum = 0.0
    for term in terms { sum += try term.score(document, origin) }
    if limit > -.infinity {
      var highest = sum
      for phrase in phrases {
        let frequency = try phrase.highestFrequency(ofOrigin: origin)
        highest += phrase.words[0].scorer.score(document, frequency: frequency)
      }
      guard highest > limit else { return nil }
    }
    for phrase in phrases {
      let frequency = try phrase.frequency(ofOrigin: origin)
      guard frequency > 0 else { return nil }
      sum += phrase.words[0].scorer.score(document, frequency: frequency)
    }
    return sum
  }
}
