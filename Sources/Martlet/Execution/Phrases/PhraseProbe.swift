/// A phrase that is looked up in documents that other clauses have found.
///
/// Its positions are read only of documents that have all its words, at most a block at a time.
final class PhraseProbe {
  private let phrase: PhraseMatcher
  /// The lists of the phrase's words and pairs, the rarest first.
  private let lists: UnretainedArray<NotedList>
  /// The maximum score in the documents of the last call to ``setBound(from:upTo:)``.
  private(set) var bound = 0.0

  init(_ phrase: PhraseMatcher) {
    self.phrase = phrase
    var lists = phrase.pairs
    for word in phrase.words { lists.append(word) }
    self.lists = UnretainedArray(
      lists.ordered { $0.scorer.cursor.documentFrequency < $1.scorer.cursor.documentFrequency })
  }

  /// The number of lists that are moved to look the phrase up.
  var listCount: Int { lists.count }

  /// The maximum score of the phrase.
  var maxScore: Double { phrase.maxScore }

  /// Moves the lists to the documents from `first` on, and sets ``bound`` to the maximum score of
  /// those up to `last`.
  ///
  /// - Returns: False if none of them can have the phrase; the bound is then 0.
  @discardableResult
  func setBound(from first: DocumentID, upTo last: DocumentID) -> Bool {
    bound = 0
    for index in 0..<lists.count {
      let isThere = lists.with(index) {
        $0.scorer.cursor.jump(first) && $0.scorer.cursor.firstPossibleDocument <= last
      }
      guard isThere else { return false }
    }
    bound = phrase.maxScore(upTo: last)
    return true
  }

  /// Adds the phrase's score to those candidates that have it.
  ///
  /// - Parameter found: A buffer, not that of the candidates, which gets those that have it, each
  ///   with its slot among the candidates as its origin.
  func addScores(
    to candidates: CandidateBuffer, _ found: OriginBuffer, _ stop: SearchStop
  ) throws(SearchError) {
    try find(among: candidates, found, areScored: true, stop)
    for slot in 0..<found.buffer.count {
      let (_, candidate) = found[slot]
      candidates[scoreAt: candidate] += found.buffer[scoreAt: slot]
    }
  }

  /// Drops the candidates that have the phrase.
  ///
  /// - Parameter found: A buffer for documents, not that of the candidates.
  func dropCommon(
    _ candidates: CandidateBuffer, _ found: OriginBuffer, _ stop: SearchStop
  ) throws(SearchError) {
    try find(among: candidates, found, areScored: false, stop)
    var (kept, next) = (0, 0)
    for slot in 0..<found.buffer.count {
      let (_, candidate) = found[slot]
      kept = candidates.move(next..<candidate, to: kept)
      next = candidate &+ 1
    }
    candidates.truncate(to: candidates.move(next..<candidates.count, to: kept))
  }

  /// Replaces the documents of `found` with those candidates that have the phrase, in rising order,
  /// each with its slot among the candidates as its origin.
  @inline(never)
  private func find(
    among candidates: CandidateBuffer, _ found: OriginBuffer, areScored: Bool, _ stop: SearchStop
  ) throws(SearchError) {
    found.fill(candidates)
    guard found.buffer.count > 0 else { return }
    // A document has several times as many positions as postings.
    let work = 4 * found.buffer.count + lists.count
    try stop.withoutThreads { () throws(SearchError) in try stop.spend(work) }
    for index in 0..<lists.count where found.buffer.count > 0 {
      try lists.with(index) { (list) throws(SearchError) in
        guard list.scorer.cursor.jump(found.buffer.first) else { return found.buffer.removeAll() }
        try list.scorer.intersect(found, notingIn: list.locations)
      }
    }
    guard found.buffer.count > 0 else { return }
    try phrase.locate(found)
    try phrase.filterMatches(found, areScored: areScored)
  }
}
