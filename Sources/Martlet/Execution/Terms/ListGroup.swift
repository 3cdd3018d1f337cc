/// A group of lists of which a document needs at least one: a word in any of several fields. It may
/// have phrases, too.
///
/// Used by one thread.
@safe
final class ListGroup {
  /// The lists; at least one if there is no phrase.
  let lists: [TermScorer]
  /// The phrases, which only candidates are looked up in.
  private let phrases: [PhraseProbe]
  // SAFETY: a byte per candidate, freed with this object.
  private let marks: UnsafeMutablePointer<UInt8>

  init(_ lists: [TermScorer], phrases: [PhraseProbe] = []) {
    precondition(!lists.isEmpty || !phrases.isEmpty, "a group without lists")
    self.lists = lists
    self.phrases = phrases
    unsafe marks = .allocate(capacity: ScoreWindow.size)
  }

  deinit {
    unsafe marks.deallocate()
  }

  /// The number of lists, those of the phrases included.
  var listCount: Int { phrases.reduce(lists.count) { $0 + $1.listCount } }

  /// An upper bound of the number of documents that have any of the words.
  var documentFrequency: Int { lists.reduce(0) { $0 + $1.cursor.documentFrequency } }

  /// Moves all lists to `start`, and returns the first document from there on that any of them can
  /// have; nil if none can.
  func firstPossible(from start: DocumentID) -> DocumentID? {
    var first: DocumentID?
    for list in lists where list.cursor.jump(start) {
      first = min(first ?? .max, max(start, list.cursor.firstPossibleDocument))
    }
    return first
  }

  /// Returns the maximum score that the lists, which were moved to `first`, can add up to `last`.
  func maxScore(_ first: DocumentID, through last: DocumentID) -> Double {
    var sum = 0.0
    for list in lists where !list.cursor.isExhausted && list.cursor.firstPossibleDocument <= last {
      sum += list.maxScore(upTo: last)
    }
    return sum
  }

  /// The maximum score that the lists and phrases can add to any document.
  // Not inlined, for the size of the callers.
  @inline(never)
  var maxScore: Double {
    phrases.reduce(lists.reduce(0) { $0 + $1.maxScore }) { $0 + $1.maxScore }
  }

  /// Moves all lists to the documents from `first` on, and returns the maximum score that they and
  /// the phrases can add up to `last`; nil if none of them can have a document there.
  func maxScore(from first: DocumentID, upTo last: DocumentID) -> Double? {
    var sum: Double?
    for list in lists
    where list.cursor.jump(first) && list.cursor.firstPossibleDocument <= last {
      sum = (sum ?? 0) + list.maxScore(upTo: last)
    }
    for phrase in phrases where phrase.setBound(from: first, upTo: last) {
      sum = (sum ?? 0) + phrase.bound
    }
    return sum
  }

  /// Keeps the candidates, at most a block, that any of the lists or phrases has, and adds their
  /// scores to theirs.
  ///
  /// - Parameter found: A buffer for the documents of a phrase, not that of the candidates.
  func intersectScoring(
    _ candidates: CandidateBuffer, _ found: OriginBuffer, _ stop: SearchStop
  ) throws(SearchError) {
    try addScoresOfLists(to: candidates)
    for phrase in phrases {
      try phrase.addScores(to: candidates, found, stop)
      // SAFETY: an origin is a slot of a candidate, each of which has a mark.
      for slot in 0..<found.buffer.count { unsafe marks[found[slot].origin] = 1 }
    }
    unsafe candidates.filter(marked: marks)
  }

  /// Keeps the candidates that any of the lists has, and adds the lists' scores to theirs.
  func intersectScoring(_ candidates: CandidateBuffer) throws(SearchError) {
    try addScoresOfLists(to: candidates)
    unsafe candidates.filter(marked: marks)
  }

  /// Adds the lists' scores to those of the candidates, and marks those that any of the lists has.
  private func addScoresOfLists(to candidates: CandidateBuffer) throws(SearchError) {
    // SAFETY: a buffer has at most a window of candidates.
    unsafe marks.update(repeating: 0, count: candidates.count)
    for list in lists where candidates.count > 0 {
      list.cursor.jump(candidates.first)
      unsafe try list.addScores(to: candidates, marking: marks)
    }
  }
}
