import Foundation

/// The amount of work of the suites that drive the real index through thousands of losses of power
/// and failing calls.
enum ReliabilitySize {
  /// `MARTLET_RELIABILITY_FACTOR`: more for a long run. The default leaves time for all other tests
  /// within ten minutes on two cores.
  static let factor =
    ProcessInfo.processInfo.environment["MARTLET_RELIABILITY_FACTOR"].flatMap(Double.init) ?? 0.15

  /// `count` times the factor, at least one.
  static func scaled(_ count: Int) -> Int { max(1, Int((Double(count) * factor).rounded())) }

  /// Returns `stride` divided by the factor, at least 1.
  static func stride(_ stride: Int) -> Int { max(1, Int((Double(stride) / factor).rounded())) }
}
