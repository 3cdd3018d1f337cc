/// Lists of which a document needs one: a word in any of several fields.
///
/// Used by one thread.
@safe
final class ListGroup {
  /// The lists; at least one.
  let lists: [TermScorer]
  // SAFETY: a byte per candidate, freed with this object.
  private let marks: UnsafeMutablePointer<UInt8>

  init(_ lists: [TermScorer]) {
    precondition(!lists.isEmpty, "a group of no lists")
    self.lists = lists
    unsafe marks = .allocate(capacity: ScoreWindow.size)
  }

  deinit {
    unsafe marks.deallocate()
  }

  /// At most so many documents have one.
  var documentFrequency: Int { lists.reduce(0) { $0 + $1.cursor.documentFrequency } }

  /// The first document from `start` on that can have one; nil when none can. Moves all lists there.
  func firstPossible(from start: DocumentID) -> DocumentID? {
    var first: DocumentID?
    for list in lists where list.cursor.jump(start) {
      first = min(first ?? .max, max(start, list.cursor.firstPossibleDocument))
    }
    return first
  }

  /// The most that the lists, which were moved to `first`, can add to a score up to `last`.
  func highestScore(_ first: DocumentID, through last: DocumentID) -> Double {
    var sum = 0.0
    for list in lists where !list.cursor.isExhausted && list.cursor.firstPossibleDocument <= last {
      sum += list.highestScore(through: last)
    }
    return sum
  }

  /// Keeps the candidates that any list has, and adds the lists' scores to theirs.
  ///
  /// - Throws: `corrupted`.
  func keepCommonScoring(_ candidates: CandidateBuffer) throws(SearchError) {
    // SAFETY: a buffer has at most a window of candidates.
    unsafe marks.update(repeating: 0, count: candidates.count)
    for list in lists where candidates.count > 0 {
      list.cursor.jump(candidates.first)
      unsafe try list.addScores(to: candidates, marking: marks)
    }
    unsafe candidates.keep(marked: marks)
  }
}
