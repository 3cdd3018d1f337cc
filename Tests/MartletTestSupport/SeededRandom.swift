/// The random numbers of a test: the same for the same seed, on every platform.
///
/// SplitMix64 (Steele, Lea, Flood, 2014). Set `MARTLET_SEED` to run again with a printed seed.
package struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number in `range`, near enough to uniform for a test.
  package mutating func int(in range: Range<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// True once in `count` times.
  package mutating func oneIn(_ count: Int) -> Bool { int(in: 0..<count) == 0 }
}
