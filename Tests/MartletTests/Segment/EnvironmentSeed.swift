import Foundation

/// The seed that a person asked to run again with, in `MARTLET_SEED`.
func environmentSeed() -> UInt64? {
  ProcessInfo.processInfo.environment["MARTLET_SEED"].flatMap { UInt64($0) }
}
