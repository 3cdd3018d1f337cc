/// Sorting that a search may leave.
extension SearchStop {
  /// Returns the numbers below `count` in the order of `precedes`; those that it does not order stay
  /// in their order.
  ///
  /// Pieces that take well under a millisecond are sorted, then merged, and each comparison counts as
  /// some postings.
  ///
  /// - Throws: As ``spend(_:)``.
  /// - Complexity: O(*n* log *n*).
  func ordered(
    _ count: Int, by precedes: (Int, Int) -> Bool
  ) throws(SearchError) -> [Int] {
    let piece = Self.sortedPiece
    var numbers: [Int] = []
    numbers.reserveCapacity(count)
    for start in stride(from: 0, to: count, by: piece) {
      let range = start..<min(start + piece, count)
      try spend(range.count * Self.postingsPerStep)
      numbers += range.ordered(by: precedes)
    }
    var width = piece
    while width < count {
      var merged: [Int] = []
      merged.reserveCapacity(count)
      for start in stride(from: 0, to: count, by: 2 * width) {
        let middle = min(start + width, count)
        try merge(
          numbers[start..<middle], numbers[middle..<min(middle + width, count)], into: &merged,
          by: precedes)
      }
      numbers = merged
      width *= 2
    }
    return numbers
  }

  /// The number of elements that are sorted between two reports.
  private static let sortedPiece = 256
  /// The number of postings that stand for moving an element once.
  private static let postingsPerStep = 8

  private func merge(
    _ left: ArraySlice<Int>, _ right: ArraySlice<Int>, into merged: inout [Int],
    by precedes: (Int, Int) -> Bool
  ) throws(SearchError) {
    var (first, second) = (left.startIndex, right.startIndex)
    while first < left.endIndex, second < right.endIndex {
      try spend(Self.postingsPerStep)
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
