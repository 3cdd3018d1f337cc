/// Lists that add to the scores of documents which something else has found.
final class OptionalLists {
  private let lists: [TermScorer]
  /// What each list can add in the unit at hand, and the list's place; the highest first.
  private var bounds: [(bound: Double, list: Int)]

  init(_ lists: [TermScorer]) {
    self.lists = lists
    bounds = lists.indices.map { (0, $0) }
  }

  /// The most that they can add to any score.
  var highestScore: Double { lists.reduce(0) { $0 + $1.highestScore } }

  /// Moves all lists to the documents from `first` on; returns the most that they can add to a score
  /// up to `last`.
  func reach(_ first: DocumentID, _ last: DocumentID) -> Double {
    guard !lists.isEmpty else { return 0 }
    // A local array is changed without a check of exclusive access each time.
    var bounds: [(bound: Double, list: Int)] = []
    swap(&bounds, &self.bounds)
    defer { swap(&bounds, &self.bounds) }
    var sum = 0.0
    for place in bounds.indices {
      let list = lists[bounds[place].list]
      let isThere = list.cursor.jump(first) && list.cursor.firstPossibleDocument <= last
      bounds[place].bound = isThere ? list.highestScore(through: last) : 0
      sum += bounds[place].bound
    }
    // Insertion sort: a handful of lists, nearly sorted from the unit before.
    for index in bounds.indices.dropFirst() {
      var place = index
      while place > 0, bounds[place].bound > bounds[place - 1].bound {
        bounds.swapAt(place, place - 1)
        place -= 1
      }
    }
    return sum
  }

  /// Adds what the lists give to the candidates, which lie in the unit that was reached last, and drops
  /// those that fall behind.
  ///
  /// - Parameter highest: What ``reach(_:_:)`` returned.
  /// - Throws: `corrupted`.
  func score(
    _ candidates: CandidateBuffer, _ highest: Double, above limit: Double
  ) throws(SearchError) {
    var rest = highest
    for place in bounds.indices where candidates.count > 0 && bounds[place].bound > 0 {
      rest -= bounds[place].bound
      try lists[bounds[place].list].addScores(to: candidates)
      candidates.keep(above: limit - max(0, rest) * ImpactBound.sumFactor)
    }
  }
}
