/// A group of lists of which a document needs at least one: a word in any of several fields.
///
/// Used by one thread.
@safe
final class ListGroup {
  /// The lists; at least one.
  let lists: [TermScorer]
  // SAFETY: a byte per candidate, freed with this object.
  private let marks: UnsafeMutablePointer<UInt8>

  init(_ lists: [TermScorer]) {
    precondition(!lists.isEmpty, "a group without lists")
    self.lists = lists
    unsafe marks = .allocate(capacity: ScoreWindow.size)
  }

  deinit {
    unsafe marks.deallocate()
  }

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

  /// Keeps the candidates that any of the lists has, and adds the lists' scores to theirs.
  func intersectScoring(_ candidates: CandidateBuffer) throws(SearchError) {
    // SAFETY: a buffer has at most a window of candidates.
    unsafe marks.update(repeating: 0, count: candidates.count)
    for list in lists where candidates.count > 0 {
      list.cursor.jump(candidates.first)
      unsafe try list.addScores(to: candidates, marking: marks)
    }
    unsafe candidates.filter(marked: marks)
  }
}
