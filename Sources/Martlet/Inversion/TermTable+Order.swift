/// The order in which terms go to a dictionary.
extension TermTable {
  /// The numbers of all terms in the order of their bytes.
  ///
  /// - Complexity: O(n), and O(m log m) for m terms whose first 8 bytes others have too.
  func sortedNumbers() -> [UInt32] {
    let entries = GrowingArray<PrefixOrder.Entry>(capacity: count)
    for number in 0..<count {
      entries.append(
        PrefixOrder.Entry(prefix: unsafe Self.prefix(of: term(number)), number: UInt32(number)))
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

  /// Orders entries whose terms begin with the same 8 bytes.
  private func order(_ entries: GrowingArray<PrefixOrder.Entry>, _ range: Range<Int>) {
    let ordered = range.map { entries[$0] }.sorted { left, right in
      unsafe term(Int(left.number)).lexicographicallyPrecedes(term(Int(right.number)))
    }
    for (index, entry) in zip(range, ordered) { entries[index] = entry }
  }

  /// The first 8 bytes as a number that orders as they do.
  @unsafe
  private static func prefix(of word: UnsafeBufferPointer<UInt8>) -> UInt64 {
    guard let start = word.baseAddress, word.count > 0 else { return 0 }
    let count = min(word.count, 8)
    // SAFETY: no byte beyond the word is read.
    return unsafe WordKey(start, count, readable: count).low.byteSwapped
  }
}
