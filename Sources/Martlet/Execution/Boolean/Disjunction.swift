/// Finds the best documents that have any of several words.
///
/// This is block-max MAXSCORE over windows of documents. In each window, the lists with the lowest
/// bounds that together cannot reach the limit are not *essential*: a document that only they have
/// cannot win. The scores of the essential lists are added up list by list. The documents that can
/// still win are then looked up in the other lists, those with the highest bounds first. Runs of
/// documents whose block bounds stay below the limit are skipped without decoding.
///
/// Windows are as large as their sums may be. In smaller ones the bounds are tighter, but the lists
/// that decide are the rare ones, whose blocks are wider than any window, and moving all lists to a
/// window takes longer than adding up what they have in it.
///
/// Turtle and Flood, "Query evaluation: strategies and optimizations" (1995); Mackenzie, Petri and
/// Moffat, "Efficient query processing techniques for next-page retrieval" (2022) for windows.
final class Disjunction {
  /// A list and the maximum score that it can add in the current window.
  private struct Clause {
    let list: TermScorer
    var bound = 0.0
    /// True if the list can have a document in the window.
    var isThere = false
  }

  /// The number of clauses up to which sorting by insertion is quick, in any order.
  private static let few = 32
  /// The number of postings that are read in the time of moving a list to a window.
  private static let postingsPerList = 8

  private var clauses: [Clause]
  private let live: LiveDocuments
  private let base: UInt32
  private let range: SearchRange
  private let window: ScoreWindow
  private let candidates: CandidateBuffer
  /// The number of postings per document of the segment, at least 1.
  private let density: Int

  /// - Parameters:
  ///   - lists: The lists; at least one.
  ///   - range: The part of the segment to search.
  ///   - base: The number of the segment's first document in the snapshot.
  ///   - candidates: A buffer that is in use until the search of the segment is done.
  init(
    _ lists: [TermScorer], in range: SearchRange, live: LiveDocuments, base: UInt32,
    candidates: CandidateBuffer
  ) {
    clauses = lists.map { Clause(list: $0) }
    density = Self.density(of: lists)
    self.live = live
    self.base = base
    self.candidates = candidates
    window = candidates.window
    self.range = range
  }

  /// Returns the number of postings of `lists` per document of the segment, at least 1.
  static func density(of lists: [TermScorer]) -> Int {
    let count = lists.reduce(0) { $0 + $1.cursor.documentFrequency }
    return max(1, count / max(1, Int(lists[0].cursor.documentCount)))
  }

  /// Passes every document that can be among the best to `collector`, without counting.
  func run(_ collector: Collector) throws(SearchError) {
    var start = range.documents.lowerBound
    while let first = firstPossible(from: start) {
      let limit = collector.limit
      let (end, isReachable) = nextWindow(from: first, limit)
      try collector.spend(
        (isReachable ? Int(end &- first) * density : Limits.blockSize)
          + Self.postingsPerList * clauses.count,
        leaving: range.rest(from: first))
      if isReachable { try evaluate(from: first, to: end, limit, collector) }
      start = end
    }
  }

  /// Moves all lists to `start`, drops those that end before it, and returns the first document
  /// that any of them can have.
  private func firstPossible(from start: DocumentID) -> DocumentID? {
    guard start < range.documents.upperBound else { return nil }
    var (first, kept) = (range.documents.upperBound, 0)
    for index in clauses.indices {
      let cursor = clauses[index].list.cursor
      guard cursor.seek(start) else { continue }
      first = min(first, cursor.firstPossibleDocument)
      if kept < index { clauses.swapAt(kept, index) }
      kept += 1
    }
    clauses.removeLast(clauses.count - kept)
    return first < range.documents.upperBound ? max(first, start) : nil
  }

  /// Returns the end of the next window, and whether any document in it can reach the limit.
  ///
  /// A window that cannot reach the limit ends with the shortest of the lists' current blocks.
  private func nextWindow(
    from start: DocumentID, _ limit: Double
  ) -> (end: DocumentID, isReachable: Bool) {
    var shortest = range.documents.upperBound &- 1
    var sum = 0.0
    for clause in clauses {
      let cursor = clause.list.cursor
      let first = cursor.firstPossibleDocument
      if first > start {
        shortest = min(shortest, first &- 1)
      } else {
        shortest = min(shortest, cursor.lastDocument)
        sum += clause.list.maxScore(bound: cursor.bound)
      }
    }
    if sum <= limit { return (shortest &+ 1, false) }
    return (min(range.documents.upperBound, start &+ DocumentID(ScoreWindow.size)), true)
  }

  private func evaluate(
    from start: DocumentID, to end: DocumentID, _ limit: Double, _ collector: Collector
  ) throws(SearchError) {
    for index in clauses.indices {
      let list = clauses[index].list
      clauses[index].isThere = list.cursor.firstPossibleDocument < end
      clauses[index].bound = clauses[index].isThere ? list.maxScore(upTo: end &- 1) : 0
    }
    sort()
    var essential = 0
    var others = 0.0
    while essential < clauses.count, others + clauses[essential].bound <= limit {
      others += clauses[essential].bound
      essential += 1
    }
    guard essential < clauses.count else { return }
    for index in essential..<clauses.count where clauses[index].isThere {
      try clauses[index].list.addScores(from: start, to: end, into: window)
    }
    candidates.gather(
      window, from: start, above: limit - others * ImpactBound.sumFactor)
    try probe(essential, others, limit)
    candidates.filterLive(live)
    try collector.rank(candidates, base: base)
  }

  /// Sorts the clauses by their bounds, the lowest first.
  private func sort() {
    guard clauses.count <= Self.few else { return clauses.sort { $0.bound < $1.bound } }
    // Insertion sort: there are few clauses, and the window before left them nearly sorted.
    for index in clauses.indices.dropFirst() {
      var slot = index
      while slot > 0, clauses[slot].bound < clauses[slot - 1].bound {
        clauses.swapAt(slot, slot - 1)
        slot -= 1
      }
    }
  }

  /// Adds the scores of the lists below `essential`, the highest bound first.
  private func probe(
    _ essential: Int, _ others: Double, _ limit: Double
  ) throws(SearchError) {
    var rest = others
    var index = essential - 1
    while index >= 0, candidates.count > 0 {
      let clause = clauses[index]
      index -= 1
      guard clause.isThere else { continue }
      rest -= clause.bound
      try clause.list.addScores(to: candidates)
      candidates.filter(above: limit - max(0, rest) * ImpactBound.sumFactor)
    }
  }
}
