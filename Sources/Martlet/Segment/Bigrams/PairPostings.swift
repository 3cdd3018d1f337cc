/// The postings of pairs of words, which come document by document, and are sorted by pair.
///
/// Used by one thread.
///
/// - Complexity: about 4 ns per posting, and 18 bytes of memory.
final class PairPostings {
  /// The number of pairs.
  let pairCount: Int
  /// The postings, pair by pair, after ``sort()``: documents in the upper halves, frequencies in
  /// the lower.
  let sorted = GrowingArray<UInt64>()
  private let pairs = GrowingArray<UInt16>()
  /// The number of postings of each pair.
  private let counts: GrowingArray<UInt32>
  private let postings = GrowingArray<UInt64>()

  /// - Parameter pairCount: The number of pairs, at most 2^16.
  init(pairCount: Int) {
    precondition(pairCount <= 1 << 16, "\(pairCount) pairs, expected at most \(1 << 16)")
    self.pairCount = pairCount
    counts = GrowingArray(zeros: pairCount)
  }

  /// The number of postings.
  var count: Int { pairs.count }

  /// Adds a posting of `pair`. Each document comes once per pair.
  @inline(__always)
  func append(_ pair: Int, _ document: DocumentID, _ frequency: UInt32) {
    counts[pair] &+= 1
    pairs.append(UInt16(truncatingIfNeeded: pair))
    postings.append(UInt64(document) &<< 32 | UInt64(frequency))
  }

  /// Returns the number of postings of `pair`.
  func count(of pair: Int) -> Int { Int(counts[pair]) }

  /// Sorts the postings, and calls `body` with each pair and the range of its postings in
  /// ``sorted``, which is passed too.
  func forEachPair(
    _ body: (_ pair: Int, _ sorted: GrowingArray<UInt64>, _ range: Range<Int>) throws(SearchError)
      -> Void
  ) throws(SearchError) {
    let ends = sort()
    var start = 0
    for pair in 0..<pairCount {
      let range = start..<Int(ends[pair])
      start = range.upperBound
      try body(pair, sorted, range)
    }
  }

  /// Sorts the postings by pair; those of a pair keep their order.
  ///
  /// - Returns: The end of the postings of each pair.
  func sort() -> GrowingArray<UInt32> {
    let ends = GrowingArray<UInt32>(capacity: pairCount)
    var sum: UInt32 = 0
    for pair in 0..<pairCount {
      ends.append(sum)
      sum &+= counts[pair]
    }
    sorted.setCountOfUninitialized(pairs.count)
    for index in 0..<pairs.count {
      let pair = Int(pairs[index])
      let end = ends[pair]
      sorted[Int(end)] = postings[index]
      ends[pair] = end &+ 1
    }
    return ends
  }

  /// Removes all postings.
  func removeAll() {
    for pair in 0..<pairCount { counts[pair] = 0 }
    pairs.removeAll()
    postings.removeAll()
  }
}
