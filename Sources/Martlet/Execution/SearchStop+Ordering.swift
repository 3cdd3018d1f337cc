/// Sorting that a search may leave.
extension SearchStop {
  /// Returns the numbers below `count` in the order of `precedes`; those that it does not order
  /// stay in their order.
  ///
  /// Pieces that take well under a millisecond are sorted, then merged, and each comparison counts
  /// as some postings.
  ///
  /// - Throws: As ``spend(_:)``.
  /// - Complexity: O(*n* log *n*).
  func ordered(
    _ count: Int, by precedes: @escaping (Int, Int) -> Bool
  ) throws(SearchError) -> [Int] {
    try Ordering(precedes, self).numbers(below: count)
  }
}

/// One sorting. An object keeps the order, so that this is compiled once and not for each order.
private final class Ordering {
  /// The number of elements that are sorted between two reports.
  private static let piece = 256
  /// The number of postings that stand for moving an element once.
  private static let postingsPerStep = 8

  private let precedes: (Int, Int) -> Bool
  private let stop: SearchStop

  init(_ precedes: @escaping (Int, Int) -> Bool, _ stop: SearchStop) {
    self.precedes = precedes
    self.stop = stop
  }

  @inline(never)
  func numbers(below count: Int) throws(SearchError) -> [Int] {
    var numbers: [Int] = []
    numbers.reserveCapacity(count)
    for start in stride(from: 0, to: count, by: Self.piece) {
      let range = start..<min(start + Self.piece, count)
      try stop.spend(range.count * Self.postingsPerStep)
      numbers += range.ordered(by: precedes)
    }
    var width = Self.piece
    while width < count {
      var merged: [Int] = []
      merged.reserveCapacity(count)
      for start in stride(from: 0, to: count, by: 2 * width) {
        let middle = min(start + width, count)
        try merge(
          numbers[start..<middle], numbers[middle..<min(middle + width, count)], into: &merged)
      }
      numbers = merged
      width *= 2
    }
    return numbers
  }

  private func merge(
    _ left: ArraySlice<Int>, _ right: ArraySlice<Int>, into merged: inout [Int]
  ) throws(SearchError) {
    var (first, second) = (left.startIndex, right.startIndex)
    while first < left.endIndex, second < right.endIndex {
      try stop.spend(Self.postingsPerStep)
      if precedes(right[second], left[first]) {
        merged.append(right[second])
        second += 1
      } else {
        merged.append(left[first])
        first += 1
      }
    }
    merged += left[first...]
    merged += right[second...]
  }
}
