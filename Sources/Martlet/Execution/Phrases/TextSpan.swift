/// A stretch of a text: its first position and its last.
struct TextSpan: Comparable, Hashable, BitwiseCopyable {
  var first: UInt32
  var last: UInt32

  /// The number of stretches of one part in one text beyond which those that begin together are
  /// left out but for the shortest, so that no text takes more memory than it deserves.
  static let most = 1 << 16

  static func < (left: TextSpan, right: TextSpan) -> Bool {
    (left.first, left.last) < (right.first, right.last)
  }
}

extension [TextSpan] {
  /// Returns the index of the first span that begins at `position` or later.
  func lowerBound(of position: UInt32) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].first < position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the index of a span of an array in rising order; nil if it is not there.
  func index(of span: TextSpan, in range: Range<Int>? = nil) -> Int? {
    var (low, high) = (range?.lowerBound ?? 0, range?.upperBound ?? count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < span { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == span ? low : nil
  }

  /// Brings the spans into rising order, each once, by merging the runs that are in order.
  ///
  /// - Parameter spend: Called with the number of steps before they are taken, a few thousand at a
  ///   time; `sort` could not be stopped.
  /// - Complexity: O(*n* log *r*) for *n* spans in *r* runs.
  mutating func normalize<Failure: Error>(
    _ spend: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    guard count > 1 else { return }
    var ends = try runEnds(spend)
    guard ends.count > 1 else { return }
    var merged: [TextSpan] = []
    merged.reserveCapacity(count)
    while ends.count > 1 {
      merged.removeAll(keepingCapacity: true)
      var start = 0
      for pair in 0..<((ends.count + 1) / 2) {
        let middle = ends[2 * pair]
        let end = 2 * pair + 1 < ends.count ? ends[2 * pair + 1] : middle
        try merge(start..<middle, middle..<end, into: &merged, spend)
        ends[pair] = merged.count
        start = end
      }
      ends.removeLast(ends.count / 2)
      swap(&self, &merged)
    }
  }

  /// Returns the ends of the longest runs of spans of which each is greater than the one before it.
  private func runEnds<Failure: Error>(
    _ spend: (Int) throws(Failure) -> Void
  ) throws(Failure) -> [Int] {
    var ends: [Int] = []
    for start in stride(from: 1, to: count, by: SearchStop.interval) {
      let end = Swift.min(start + SearchStop.interval, count)
      try spend(end - start)
      for index in start..<end where !(self[index - 1] < self[index]) { ends.append(index) }
    }
    ends.append(count)
    return ends
  }

  /// Appends the spans of two runs to `merged`, in order, and those that are in both once.
  private func merge<Failure: Error>(
    _ left: Range<Int>, _ right: Range<Int>, into merged: inout [TextSpan],
    _ spend: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    var (first, second) = (left.lowerBound, right.lowerBound)
    while first < left.upperBound, second < right.upperBound {
      try spend(1)
      let (one, other) = (self[first], self[second])
      merged.append(Swift.min(one, other))
      if one <= other { first += 1 }
      if other <= one { second += 1 }
    }
    merged += self[first..<left.upperBound]
    merged += self[second..<right.upperBound]
  }
}
