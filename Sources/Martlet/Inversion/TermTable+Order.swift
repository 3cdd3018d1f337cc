/// The order in which terms go to a dictionary.
extension TermTable {
  /// Returns the numbers of all terms in the order of their bytes.
  ///
  /// - Complexity: O(n), plus O(m log m) for m terms that share their first 8 bytes with others.
  func sortedNumbers() -> [UInt32] {
    let entries = GrowingArray<PrefixOrder.Entry>(capacity: count)
    for number in 0..<count {
      entries.append(
        PrefixOrder.Entry(prefix: withTerm(number, Self.prefix), number: UInt32(number)))
    }
    let sorted = PrefixOrder.sorted(entries)
    var start = 0
    while start < sorted.count {
      var end = start + 1
      while end < sorted.count, sorted[end].prefix == sorted[start].prefix { end += 1 }
      if end > start + 1 { order(sorted, start..<end) }
      start = end
    }
    return (0..<sorted.count).map { sorted[$0].number }
  }

  /// Sorts entries whose terms begin with the same 8 bytes.
  private func order(_ entries: GrowingArray<PrefixOrder.Entry>, _ range: Range<Int>) {
    let ordered = range.map { entries[$0] }.sorted { left, right in
      withTerm(Int(left.number)) { left in
        withTerm(Int(right.number)) { right in left.precedes(right) }
      }
    }
    for (index, entry) in zip(range, ordered) { entries[index] = entry }
  }

  /// Returns the first 8 bytes as an integer with the same order.
  private static func prefix(of word: Span<UInt8>) -> UInt64 {
    guard !word.isEmpty else { return 0 }
    return WordKey(word, at: 0, count: min(word.count, 8)).low.byteSwapped
  }
}
