/// A set of the states 0, 1, 2, … of an automaton, one bit each.
protocol StateSet: BitwiseCopyable {
  /// The number of states that a set has room for.
  static var count: Int { get }
  static var empty: Self { get }

  func contains(_ state: Int) -> Bool
  mutating func insert(_ state: Int)
  var isEmpty: Bool { get }

  /// Returns the successors of this set's states that are in `entered`, and those of this set's
  /// states that are in `kept`.
  func stepped(entering entered: Self, keeping kept: Self) -> Self
}

/// At most 64 states.
struct ShortStateSet: StateSet {
  private var bits: UInt64 = 0

  static var count: Int { 64 }
  static var empty: ShortStateSet { ShortStateSet() }

  @inline(__always)
  func contains(_ state: Int) -> Bool { bits &>> UInt64(truncatingIfNeeded: state) & 1 == 1 }

  mutating func insert(_ state: Int) { bits |= 1 &<< UInt64(truncatingIfNeeded: state) }

  @inline(__always)
  var isEmpty: Bool { bits == 0 }

  @inline(__always)
  func stepped(entering entered: ShortStateSet, keeping kept: ShortStateSet) -> ShortStateSet {
    ShortStateSet(bits: bits &<< 1 & entered.bits | bits & kept.bits)
  }
}

/// As many states as the longest term has prefixes.
struct LongStateSet: StateSet {
  private var words = SIMD32<UInt64>()

  /// The words that are needed: one bit more than the longest term has bytes.
  private static var wordCount: Int { Limits.termByteCount / 64 + 1 }

  static var count: Int { 64 * wordCount }
  static var empty: LongStateSet { LongStateSet() }

  func contains(_ state: Int) -> Bool {
    words[state / 64] &>> UInt64(truncatingIfNeeded: state) & 1 == 1
  }

  mutating func insert(_ state: Int) {
    words[state / 64] |= 1 &<< UInt64(truncatingIfNeeded: state)
  }

  var isEmpty: Bool { words == SIMD32() }

  func stepped(entering entered: LongStateSet, keeping kept: LongStateSet) -> LongStateSet {
    var (result, carry) = (LongStateSet(), UInt64(0))
    for word in 0..<Self.wordCount {
      let bits = words[word]
      result.words[word] = (bits &<< 1 | carry) & entered.words[word] | bits & kept.words[word]
      carry = bits &>> 63
    }
    return result
  }
}
