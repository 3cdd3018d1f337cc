/// A mistake that a test can have the engine make, to see whether the tests of reliability notice.
///
/// A harness that finds nothing proves something only if it finds what is there. Each of these is a
/// mistake that storage engines have really made. Only a debug build can make them, and only inside
/// of ``planting(_:_:)``: in a release build ``isPlanted`` is a constant.
package enum PlantedBug: String, Sendable, CaseIterable {
  // Made by the simulated disk, in the place of a storage that forgets a call.
  case dropsLogSync
  case dropsSegmentSync
  case dropsFirstFolderSync
  case dropsLastFolderSync
  case renamesBeforeSync
  case publishesBeforeSegments
  case acknowledgesBeforeSync
  case removesBeforeFolderSync
  case ignoresShortWrite
  case ignoresCloseError

  // Made by the files of an index.
  case retriesFailedSync
  case reusesSalt
  case acceptsAnyCheck
  case skipsChain
  case replaysUncommitted
  case replaysRetiredLog
  case cutsDamagedLog
  case reclaimsHeldFiles
  case fallsBackToOlderManifest
  case ignoresLatch
  case mapsAnySize
  case ignoresOtherWriters

  // Made by segments and by the core.
  case skipsBlockHashes
  case mergesUnverified
  case losesConcurrentDeletes
  case reusesLiveNames
  case mergesUnloggedDeletes
  case keepsFailedMerges
  case keepsWholeLog

  #if DEBUG
    /// The mistake that is being made in this task; nil for none.
    @TaskLocal package static var current: PlantedBug?

    /// True when this mistake is to be made.
    package var isPlanted: Bool { Self.current == self }

    /// The result of `body`, during which `bug` is made. Another task may have asked for it.
    package static func planting<Outcome, Failure: Error>(
      _ bug: PlantedBug?, _ body: () throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome {
      let result = $current.withValue(bug) { () -> Result<Outcome, Failure> in
        do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
      }
      return try result.get()
    }
  #else
    package static var current: PlantedBug? { nil }

    @inline(__always)
    package var isPlanted: Bool { false }

    @inline(__always)
    package static func planting<Outcome, Failure: Error>(
      _ bug: PlantedBug?, _ body: () throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome { try body() }
  #endif
}
