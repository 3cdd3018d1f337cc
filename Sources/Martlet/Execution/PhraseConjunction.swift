/// Documents that have all of several words and phrases.
///
/// Documents first, positions last: the rarest list leads, a unit at a time; its documents are
/// looked for in every other list, and only of those that all lists have are positions read. A
/// unit of the leading list whose bounds cannot reach the threshold is skipped.
final class PhraseConjunction {
  private let terms: [PositionlessTerm]
  private let phrases: [PhraseMatcher]
  private let lead: TermScorer
  /// All other lists, rarest first, each with the places where it notes the candidates.
  private let others: [(scorer: TermScorer, places: GrowingArray<PostingPlace>)]
  private let leadPlaces: GrowingArray<PostingPlace>
  private let live: LiveDocuments
  private let base: UInt32
  private let candidates = OriginBuffer()

  /// A word that scores for itself, whatever its positions.
  private struct PositionlessTerm {
    let scorer: TermScorer
    let places = GrowingArray<PostingPlace>(capacity: Limits.unitSize)

    init(_ scorer: TermScorer) {
      self.scorer = scorer
      places.setCountOfUninitialized(Limits.unitSize)
    }
  }

  /// - Parameters:
  ///   - terms: words that score for themselves.
  ///   - phrases: at least one.
  ///   - base: the number of the segment's first document in the snapshot.
  init(terms: [TermScorer], phrases: [PhraseMatcher], live: LiveDocuments, base: UInt32) {
    precondition(!phrases.isEmpty, "a conjunction without a phrase")
    self.terms = terms.map { PositionlessTerm($0) }
    self.phrases = phrases
    self.live = live
    self.base = base
    var lists = phrases.flatMap { $0.words.map { (scorer: $0.scorer, places: $0.places) } }
    lists += self.terms.map { (scorer: $0.scorer, places: $0.places) }
    lists.sort { $0.scorer.cursor.documentFrequency < $1.scorer.cursor.documentFrequency }
    lead = lists[0].scorer
    leadPlaces = lists[0].places
    others = Array(lists.dropFirst())
  }

  /// Offers every document that can be among the best to `top`.
  ///
  /// - Throws: `corrupted`.
  func collect(into top: TopDocuments) throws(SearchError) {
    while let highest = nextUnit() {
      if highest > Double(top.threshold) {
        try findCandidates()
        for index in 0..<candidates.buffer.count {
          // SAFETY: below the number of candidates.
          let origin = unsafe Int(candidates.origins[index])
          let document = unsafe candidates.buffer.documents[index]
          guard let score = try score(document, origin) else { continue }
          top.insert(base &+ document, score: Float(score))
        }
      }
      leave()
    }
  }

  /// Counts the documents, until there are `limit`.
  ///
  /// - Throws: `corrupted`.
  func count(limit: Int) throws(SearchError) -> Int {
    var total = 0
    while total < limit, nextUnit() != nil {
      try findCandidates()
      for index in 0..<candidates.buffer.count {
        let origin = unsafe Int(candidates.origins[index])
        if try hasPhrases(origin) { total += 1 }
      }
      leave()
    }
    return total
  }

  /// Calls `body` with every document that has the one phrase, and how often.
  ///
  /// - Precondition: there is one phrase and no other word.
  /// - Throws: `corrupted`.
  func forEachFrequency(_ body: (DocumentID, UInt32) -> Void) throws(SearchError) {
    precondition(phrases.count == 1 && terms.isEmpty, "frequencies of more than one phrase")
    while nextUnit() != nil {
      try findCandidates()
      for index in 0..<candidates.buffer.count {
        let frequency = try phrases[0].frequency(ofOrigin: unsafe Int(candidates.origins[index]))
        if frequency > 0 { body(unsafe candidates.buffer.documents[index], frequency) }
      }
      leave()
    }
  }

  /// The unit of the leading list that the search stands on, while cursors move within it.
  private var leadUnit = 0

  /// Moves all lists to the leading list's unit; returns the most that one of its documents can
  /// score, or nil when no further document can match.
  private func nextUnit() -> Double? {
    let cursor = lead.cursor
    guard !cursor.isExhausted else { return nil }
    leadUnit = cursor.unit
    let first = cursor.firstPossibleDocument
    let last = cursor.lastDocument
    for list in others where !list.scorer.cursor.seek(first) { return nil }
    var sum = 0.0
    for term in terms { sum += term.scorer.highestScore(through: last) }
    for phrase in phrases { sum += phrase.highestScore(through: last) }
    return sum
  }

  /// Leaves the unit for the next one.
  private func leave() {
    lead.cursor.move(toUnit: leadUnit + 1)
  }

  /// Finds the documents of the leading unit that all lists have, and where each list has them.
  private func findCandidates() throws(SearchError) {
    try lead.cursor.loadDocuments()
    for index in 0..<lead.cursor.count {
      leadPlaces[index] = PostingPlace(
        unit: UInt32(truncatingIfNeeded: leadUnit), place: UInt32(truncatingIfNeeded: index))
    }
    candidates.fill(lead.cursor, live)
    for list in others {
      guard candidates.buffer.count > 0 else { return }
      try list.scorer.keepCommon(candidates, notingIn: list.places)
    }
  }

  private func hasPhrases(_ origin: Int) throws(SearchError) -> Bool {
    for phrase in phrases {
      guard try phrase.frequency(ofOrigin: origin) > 0 else { return false }
    }
    return true
  }

  /// The score of a candidate, nil when a phrase does not stand in it.
  private func score(_ document: DocumentID, _ origin: Int) throws(SearchError) -> Double? {
    var sum = 0.0
    for phrase in phrases {
      let frequency = try phrase.frequency(ofOrigin: origin)
      guard frequency > 0 else { return nil }
      sum += phrase.words[0].scorer.score(document, frequency: frequency)
    }
    for term in terms {
      let place = term.places[origin]
      term.scorer.cursor.move(toUnit: Int(place.unit))
      try term.scorer.cursor.loadFrequencies()
      let frequency = unsafe term.scorer.cursor.frequencies[Int(place.place)]
      sum += term.scorer.score(document, frequency: frequency)
    }
    return sum
  }
}
