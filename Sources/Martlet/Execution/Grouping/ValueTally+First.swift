/// The values to show first.
extension ValueTally {
  /// The first values, and the number of all.
  struct First {
    var values: [Value] = []
    var valueCount = 0
  }

  /// Returns the `limit` values with the most documents, or the first ones in the order of values.
  ///
  /// Values of equal counts are in the order of values. The tally cannot be used after that.
  ///
  /// - Complexity: linear in the values, and O(log limit) for those that are among the first; O(n
  ///   log n) for the *n* of them that the segment with the most values lacks, and that have as
  ///   many documents as the first ones.
  func first(
    _ limit: Int, byValue: Bool, _ matches: MatchedDocuments
  ) throws(SearchError) -> First {
    guard let all = try combine(matches), let column = columns[all.segment] else { return First() }
    var values: [Value] = []
    try matches.untilOutOfTime { (stop) throws(SearchError) in
      for ordinal in try Self.first(limit, of: all.counts, column, byValue: byValue, stop) {
        // Once the time is over, the first values should still be named.
        try stop.spend(4)
        values.append(
          Value(term: try term(ordinal, in: all.segment), count: Int(all.counts[ordinal])))
      }
      guard !all.others.isEmpty else { return }
      let least = try byValue ? 0 : Self.leastCount(limit, of: all.others, stop)
      for (term, count) in all.others {
        try stop.spend(1)
        if count >= least { values.append(Value(term: term, count: count)) }
      }
      values = try sorted(values, byValue: byValue, stop)
    }
    return First(values: Array(values.prefix(limit)), valueCount: all.valueCount)
  }

  /// Returns the least count of the `limit` values with the most documents; 0 if there are no more.
  private static func leastCount(
    _ limit: Int, of values: [[UInt8]: Int], _ stop: SearchStop
  ) throws(SearchError) -> Int {
    guard limit > 0, values.count > limit else { return 0 }
    var heap = LeastNumbers(capacity: limit)
    for count in values.values {
      try stop.spend(1)
      heap.insert(UInt64(Int.max - count), 0)
    }
    return heap.greatest.map { Int.max - Int($0) } ?? 0
  }

  /// Returns the values, the first one first.
  private func sorted(
    _ values: [Value], byValue: Bool, _ stop: SearchStop
  ) throws(SearchError) -> [Value] {
    // Each is folded once, not for each comparison.
    var forms: [[UInt8]] = []
    for value in values {
      try stop.spend(8)
      forms.append(kind == .keyword ? KeywordOrder.folded(value.term) : value.term)
    }
    return try stop.ordered(values.count) { left, right in
      let (one, other) = (values[left], values[right])
      if !byValue, one.count != other.count { return one.count > other.count }
      if forms[left] != forms[right] { return forms[left].lexicographicallyPrecedes(forms[right]) }
      return one.term.lexicographicallyPrecedes(other.term)
    }.map { values[$0] }
  }

  /// The most values that are chosen whatever time is left.
  private static let fewValues = 1_000

  /// Returns the ordinals of the first `limit` values that were counted.
  private static func first(
    _ limit: Int, of counts: GrowingArray<UInt32>, _ column: Column, byValue: Bool,
    _ stop: SearchStop
  ) throws(SearchError) -> [Int] {
    // The key of the first value is the least.
    var heap = LeastNumbers(capacity: limit)
    for ordinal in 0..<counts.count where counts[ordinal] > 0 {
      // Few are chosen of a million in two milliseconds.
      if limit > fewValues { try stop.spend(4) }
      let rank = UInt64(column.rank(of: ordinal))
      let count = byValue ? 0 : UInt64(UInt32.max - counts[ordinal])
      heap.insert(count &<< 32 | rank, ordinal)
    }
    return heap.sorted()
  }
}

/// The least of some numbers, each with an index.
///
/// A binary heap with the greatest on top.
///
/// - Complexity: O(1) for a number that is greater than all of them, O(log capacity) otherwise.
struct LeastNumbers {
  private let capacity: Int
  private var heap: [(number: UInt64, index: Int)] = []

  init(capacity: Int) { self.capacity = capacity }

  /// The greatest number; nil if there is none.
  var greatest: UInt64? { heap.first?.number }

  /// Inserts a number, unless `capacity` lesser ones are known.
  mutating func insert(_ number: UInt64, _ index: Int) {
    if heap.count < capacity {
      heap.append((number, index))
      var child = heap.count - 1
      while child > 0, heap[(child - 1) / 2].number < heap[child].number {
        heap.swapAt(child, (child - 1) / 2)
        child = (child - 1) / 2
      }
    } else if let greatest = heap.first, number < greatest.number {
      heap[0] = (number, index)
      siftDown()
    }
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var greatest = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if heap[child].number > heap[greatest].number { greatest = child }
      }
      if greatest == parent { return }
      heap.swapAt(parent, greatest)
      parent = greatest
    }
  }

  /// Returns the indices in the order of their numbers.
  func sorted() -> [Int] { heap.sorted { $0.number < $1.number }.map(\.index) }
}
