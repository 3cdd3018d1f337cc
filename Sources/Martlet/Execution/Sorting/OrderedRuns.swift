/// The documents of several segments, each in order, as one order.
///
/// Positions are read as far as they are compared: one of each segment, and one more for each
/// document that was taken.
///
/// - Complexity: O(log segments) comparisons for each document that is taken.
struct OrderedRuns<Item> {
  /// The next item of a run.
  private struct Head {
    var position: FoldedPosition
    var run: Int
  }

  private let runs: [[Item]]
  private let criteria: [SortCriterion]
  private let position: (Item, Int) throws(SearchError) -> SortPosition
  /// The number of items that were taken of each run.
  private var takenCounts: [Int]
  /// The heads of the runs that have one, the first of all at the end.
  private var heads: [Head] = []

  /// - Parameters:
  ///   - runs: The items of each segment, in the order of `criteria`.
  ///   - position: Returns the position of an item of a segment.
  init(
    _ runs: [[Item]], _ criteria: [SortCriterion],
    position: @escaping (Item, Int) throws(SearchError) -> SortPosition
  ) throws(SearchError) {
    self.runs = runs
    self.criteria = criteria
    self.position = position
    takenCounts = Array(repeating: 0, count: runs.count)
    for run in runs.indices { try insertHead(of: run) }
  }

  /// Takes the first item that is left, and returns it with the index of its segment and its
  /// position; nil if none is left.
  ///
  /// - Throws: `cancelled`, as `stop` says.
  mutating func next(
    _ stop: SearchStop
  ) throws(SearchError) -> (item: Item, run: Int, position: SortPosition)? {
    // So few postings that a page of a thousand is shown even if the time is over.
    try stop.spend(4)
    guard let head = heads.popLast() else { return nil }
    let item = runs[head.run][takenCounts[head.run]]
    takenCounts[head.run] += 1
    try insertHead(of: head.run)
    return (item, head.run, head.position.position)
  }

  private mutating func insertHead(of run: Int) throws(SearchError) {
    guard takenCounts[run] < runs[run].count else { return }
    let head = Head(
      position: FoldedPosition(try position(runs[run][takenCounts[run]], run)), run: run)
    var (low, high) = (0, heads.count)
    while low < high {
      let middle = (low + high) / 2
      if head.position.precedes(heads[middle].position, criteria) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    heads.insert(head, at: low)
  }
}
