#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The seed of a test run: `MARTLET_SEED` from the environment, else always the same.
package enum TestSeed {
  package static let value: UInt64 =
    ProcessInfo.processInfo.environment["MARTLET_SEED"].flatMap { UInt64($0) } ?? 1

  /// `MARTLET_SEED_FACTOR` from the environment: how many times as many rounds a random test has.
  package static let factor: Int =
    ProcessInfo.processInfo.environment["MARTLET_SEED_FACTOR"].flatMap { Int($0) } ?? 1
}
