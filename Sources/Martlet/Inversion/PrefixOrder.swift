/// Sorts terms by their first 8 bytes: a radix sort from the lowest digit to the highest.
enum PrefixOrder {
  /// A term's first 8 bytes as a number that orders as they do, and its number.
  struct Entry: BitwiseCopyable {
    var prefix: UInt64
    var number: UInt32
  }

  /// The bits of a digit, whose counts fit into the processor's first cache.
  private static let digitBits: UInt64 = 11
  private static let digitCount = 6
  private static let digitRange = 1 << 11
  /// Fewer entries are sorted by comparing them: there are more counts than that.
  private static let leastCount = 1_024

  /// The entries in the order of their prefixes, those with one prefix as they were. `entries` is used
  /// on the way.
  static func sorted(_ entries: GrowingArray<Entry>) -> GrowingArray<Entry> {
    guard entries.count >= leastCount else { return comparing(entries) }
    let counts = counts(of: entries)
    var source = entries
    var target = GrowingArray<Entry>(capacity: entries.count)
    target.setCountOfUninitialized(entries.count)
    for digit in 0..<digitCount {
      let base = digit * digitRange
      let first = Self.digit(digit, of: source[0].prefix)
      // All entries have the same digit here.
      if counts[base + first] == entries.count { continue }
      var sum = 0
      for value in base..<(base + digitRange) {
        let count = counts[value]
        counts[value] = sum
        sum += count
      }
      for index in 0..<source.count {
        let entry = source[index]
        let place = base &+ Self.digit(digit, of: entry.prefix)
        target[counts[place]] = entry
        counts[place] &+= 1
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

  /// How many entries have each value of each digit.
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
