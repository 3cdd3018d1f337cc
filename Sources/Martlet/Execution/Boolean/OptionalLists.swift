/// Lists that add to the scores of documents found by something else.
final class OptionalLists {
  /// The most lists that are sorted by insertion.
  private static let few = 32

  private let lists: UnretainedArray<TermScorer>
  /// The maximum score that each list can add in the current block, with the list's index; the
  /// highest first.
  private var bounds: [(bound: Double, list: Int)]

  init(_ lists: [TermScorer]) {
    self.lists = UnretainedArray(lists)
    bounds = lists.indices.map { (0, $0) }
  }

  /// The maximum score that the lists can add to any document.
  var maxScore: Double { lists.objects.reduce(0) { $0 + $1.maxScore } }

  /// Moves all lists to the documents from `first` on, and returns the maximum score that they can
  /// add up to `last`.
  func maxScore(from first: DocumentID, upTo last: DocumentID) -> Double {
    guard lists.count > 0 else { return 0 }
    // A local array is changed without a check for exclusive access each time.
    var bounds: [(bound: Double, list: Int)] = []
    swap(&bounds, &self.bounds)
    defer { swap(&bounds, &self.bounds) }
    var sum = 0.0
    for slot in bounds.indices {
      bounds[slot].bound = lists.with(bounds[slot].list) { list in
        let isThere = list.cursor.jump(first) && list.cursor.firstPossibleDocument <= last
        return isThere ? list.maxScore(upTo: last) : 0
      }
      sum += bounds[slot].bound
    }
    if bounds.count > Self.few {
      bounds.sort { $0.bound > $1.bound }
      return sum
    }
    // Insertion sort: there are few lists, and the block before left them nearly sorted.
    for index in bounds.indices.dropFirst() {
      var slot = index
      while slot > 0, bounds[slot].bound > bounds[slot - 1].bound {
        bounds.swapAt(slot, slot - 1)
        slot -= 1
      }
    }
    return sum
  }

  /// Adds the lists' scores to the candidates, which lie in the range of the last call to
  /// ``maxScore(from:upTo:)``, and drops candidates that can no longer exceed `limit`.
  ///
  /// - Parameter highest: The result of ``maxScore(from:upTo:)``.
  func score(
    _ candidates: CandidateBuffer, _ highest: Double, above limit: Double
  ) throws(SearchError) {
    var rest = highest
    for slot in bounds.indices where candidates.count > 0 && bounds[slot].bound > 0 {
      rest -= bounds[slot].bound
      try lists.with(bounds[slot].list) { (list) throws(SearchError) in
        try list.addScores(to: candidates)
      }
      candidates.filter(above: limit - max(0, rest) * ImpactBound.sumFactor)
    }
  }
}
