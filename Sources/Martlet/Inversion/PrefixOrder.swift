/// Sorts terms by their first 8 bytes, with a radix sort that begins with the lowest digit.
enum PrefixOrder {
  /// A term's number and its first 8 bytes, as an integer with the same order.
  struct Entry: BitwiseCopyable {
    var prefix: UInt64
    var number: UInt32
  }

  /// The width of a digit in bits. The counts of one digit fit into the processor's first cache.
  private static let digitBits: UInt64 = 11
  private static let digitCount = 6
  private static let digitRange = 1 << 11
  /// The number of entries from which on the radix sort is used. Fewer are sorted by comparison,
  /// because they are fewer than the counts.
  private static let leastCount = 1_024

  /// Returns the entries sorted by prefix; the sort is stable. Uses `entries` as scratch memory.
  static func sorted(_ entries: GrowingArray<Entry>) -> GrowingArray<Entry> {
    guard entries.count >= leastCount else { return comparing(entries) }
    let counts = counts(of: entries)
    var source = entries
    var target = GrowingArray<Entry>(capacity: entries.count)
    target.setCountOfUninitialized(entries.count)
    for digit in 0..<digitCount {
      let base = digit * digitRange
      let first = Self.digit(digit, of: source[0].prefix)
      // All entries have the same value of this digit.
      if counts[base + first] == entries.count { continue }
      var sum = 0
      for value in base..<(base + digitRange) {
        let count = counts[value]
        counts[value] = sum
        sum += count
      }
      for index in 0..<source.count {
        let entry = source[index]
        let slot = base &+ Self.digit(digit, of: entry.prefix)
        target[counts[slot]] = entry
        counts[slot] &+= 1
      }
      swap(&source, &target)
    }
    return source
  }

  private static func comparing(_ entries: GrowingArray<Entry>) -> GrowingArray<Entry> {
    let sorted = (0..<entries.count).map { entries[$0] }.sorted { $0.prefix < $1.prefix }
    for (index, entry) in sorted.enumerated() { entries[index] = entry }
    return entries
  }

  /// Returns the number of entries with each value of each digit.
  private static func counts(of entries: GrowingArray<Entry>) -> GrowingArray<Int> {
    let counts = GrowingArray<Int>(capacity: digitCount * digitRange)
    for _ in 0..<(digitCount * digitRange) { counts.append(0) }
    for index in 0..<entries.count {
      let prefix = entries[index].prefix
      for digit in 0..<digitCount {
        counts[digit &* digitRange &+ Self.digit(digit, of: prefix)] &+= 1
      }
    }
    return counts
  }

  @inline(__always)
  private static func digit(_ index: Int, of prefix: UInt64) -> Int {
    Int(truncatingIfNeeded: prefix &>> (UInt64(index) &* digitBits)) & (digitRange &- 1)
  }
}
