import Foundation

extension SeededRandom {
  /// The seeds of a random test: 0 up to `count`, or only the one in `MARTLET_SEED`.
  package static func seeds(count: UInt64) -> [UInt64] {
    if let text = ProcessInfo.processInfo.environment["MARTLET_SEED"], let seed = UInt64(text) {
      return [seed]
    }
    return Array(0..<count)
  }
}
