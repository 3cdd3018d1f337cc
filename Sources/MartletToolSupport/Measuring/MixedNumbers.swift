/// Pseudorandom numbers that are the same for the same seed on every platform.
///
/// A counter whose bits are mixed: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators", 2014).
package struct MixedNumbers: RandomNumberGenerator, Sendable {
  private var counter: UInt64

  package init(seed: UInt64) { counter = Self.mixed(seed) }

  package mutating func next() -> UInt64 {
    counter &+= 0x9E37_79B9_7F4A_7C15 as UInt64
    return Self.mixed(counter)
  }

  private static func mixed(_ number: UInt64) -> UInt64 {
    let first: UInt64 = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    let second: UInt64 = (first ^ (first >> 27)) &* 0x94D0_49BB_1331_11EB
    return second ^ (second >> 31)
  }

  /// Returns a number from 0 to below `limit`, which must be above 0.
  package mutating func number(below limit: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(limit)).high)
  }

  /// Returns a number from 0 to below 1.
  package mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }
}
