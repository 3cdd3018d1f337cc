import Foundation

extension SeededRandom {
  /// The seeds of a random test: 0 up to `count`, or only the one in `MARTLET_SEED`.
  ///
  /// `MARTLET_SEED_FACTOR` multiplies the count, for a longer run.
  package static func seeds(count: UInt64) -> [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["MARTLET_SEED"].flatMap(UInt64.init) { return [seed] }
    let factor = environment["MARTLET_SEED_FACTOR"].flatMap(UInt64.init) ?? 1
    return Array(0..<(count * factor))
  }
}
