/// A bug that a test can activate in the engine, to see whether the reliability tests detect it.
///
/// A test harness that finds no bugs proves something only if it finds those that are there. Each
/// of these is a bug that storage engines have really had. They exist only in debug builds, and are
/// active only inside of ``planting(_:_:)``: in a release build ``isPlanted`` is a constant.
package enum PlantedBug: String, Sendable, CaseIterable {
  // Bugs of the simulated disk, which stand for a storage layer that omits a call.
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

  // Bugs of the files of an index.
  case retriesFailedSync
  case reusesSalt
  case acceptsAnyCheck
  case skipsChain
  case replaysUncommitted
  case replaysRetiredLog
  case cutsDamagedLog
  case reclaimsPinnedFiles
  case fallsBackToOlderManifest
  case ignoresLatch
  case mapsAnySize
  case ignoresOtherWriters

  // Bugs of segments and of the core.
  case skipsPageHashes
  case mergesUnverified
  case losesConcurrentDeletes
  case reusesLiveNames
  case mergesUnloggedDeletes
  case keepsFailedMerges
  case keepsWholeLog

  #if DEBUG
    /// The bug that is active in this task; nil for none.
    @TaskLocal package static var current: PlantedBug?

    /// True when this bug is active.
    package var isPlanted: Bool { Self.current == self }

    /// Runs `body` while `bug` is active, and returns its result.
    ///
    /// `body` may run in another task than the one that chose `bug`.
    static func planting<Outcome, Failure: Error>(
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
    static func planting<Outcome, Failure: Error>(
      _ bug: PlantedBug?, _ body: () throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome { try body() }
  #endif
}
