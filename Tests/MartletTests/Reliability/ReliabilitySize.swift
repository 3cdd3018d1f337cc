import Foundation
import Testing

/// How much the suites do that drive the real index through thousands of losses of power and failing
/// calls.
enum ReliabilitySize {
  private static let asked = ProcessInfo.processInfo.environment["MARTLET_RELIABILITY_FACTOR"]

  /// `MARTLET_RELIABILITY_FACTOR`: 1 for a run of some minutes, more for a long one.
  static let factor: Double = asked.flatMap(Double.init) ?? 1

  /// Runs a suite only when the factor is given.
  static var isAsked: some SuiteTrait & TestTrait {
    .enabled(
      if: asked != nil, "SKIPPED: set MARTLET_RELIABILITY_FACTOR=1 for some minutes of it")
  }

  /// `count` times the factor, at least one.
  static func scaled(_ count: Int) -> Int { max(1, Int((Double(count) * factor).rounded())) }

  /// Of a list that is to be gone through with this stride, the stride that the factor asks for.
  static func stride(_ stride: Int) -> Int { max(1, Int((Double(stride) / factor).rounded())) }
}
