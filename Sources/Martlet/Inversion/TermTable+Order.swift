/// The order in which terms go to a dictionary.
extension TermTable {
  /// The numbers of all terms in the order of their bytes.
  ///
  /// - Complexity: O(n log n), mostly on 8 bytes at a time.
  func sortedNumbers() -> [UInt32] {
    var entries: [(prefix: UInt64, number: UInt32)] = []
    entries.reserveCapacity(count)
    for number in 0..<count {
      entries.append((unsafe Self.prefix(of: term(number)), UInt32(number)))
    }
    entries.sort { left, right in
      if left.prefix != right.prefix { return left.prefix < right.prefix }
      return unsafe term(Int(left.number)).lexicographicallyPrecedes(term(Int(right.number)))
    }
    return entries.map(\.number)
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
