#if DEBUG
  import MartletTestSupport

  @testable import Martlet

  /// A search for the first case that reveals a planted mistake.
  struct BugHunt {
    /// Tries case by case. Returns the number of cases up to the first finding, or the number of
    /// all cases if there is none.
    let run: (Findings) throws -> Int
    /// True when there are a few cases, and false for those of a long suite.
    let isShort: Bool

    /// The hunt for `bug`; nil for the one that ends the process, see ``PlantedBugTests``.
    init?(_ bug: PlantedBug) {
      if bug == .mapsAnySize { return nil }
      let suite = Self.suite(bug)
      isShort = suite == nil
      run = suite ?? { findings in try Self.short(bug, findings) }
    }

    /// The suite that notices `bug`, if it takes one.
    private static func suite(_ bug: PlantedBug) -> ((Findings) -> Int)? {
      switch bug {
      case .dropsLogSync, .dropsSegmentSync, .dropsFirstFolderSync, .dropsLastFolderSync,
        .renamesBeforeSync, .publishesBeforeSegments, .acknowledgesBeforeSync,
        .removesBeforeFolderSync, .replaysRetiredLog:
        { losePower($0) }
      // Where a suite takes long to notice a mistake, the hunt begins near the place, and goes on
      // with the cases before it.
      case .replaysUncommitted: { losePower($0, passingOver: 4) }
      case .mergesUnloggedDeletes: { losePower($0, firstPart: 1) }
      case .ignoresShortWrite: fillDisk
      case .retriesFailedSync: { failCalls($0) }
      case .ignoresLatch: { failCalls($0, from: 0.45) }
      case .reusesLiveNames: { failCalls($0, from: 0.7) }
      default: nil
      }
    }

    private static func short(_ bug: PlantedBug, _ findings: Findings) throws -> Int {
      switch bug {
      case .ignoresCloseError: try BugHunts.loseSections(findings)
      case .reusesSalt: try BugHunts.exchangeRecords(findings)
      case .skipsChain: try BugHunts.mixTimelines(findings)
      case .acceptsAnyCheck, .cutsDamagedLog: try BugHunts.flipLog(findings)
      case .fallsBackToOlderManifest: try BugHunts.flipManifest(findings)
      case .skipsPageHashes: try BugHunts.flipSegment(findings, merging: false)
      case .mergesUnverified: try BugHunts.flipSegment(findings, merging: true)
      case .reclaimsPinnedFiles: try BugHunts.reclaimBetween(findings)
      case .losesConcurrentDeletes: try BugHunts.deleteWhileMerging(findings)
      case .keepsFailedMerges: try BugHunts.mergeDamaged(findings)
      case .keepsWholeLog: try BugHunts.writeForLong(findings)
      case .ignoresOtherWriters: try BugHunts.openTwice(findings)
      default: preconditionFailure("nothing hunts for \(bug)")
      }
    }

    /// The cases of ``PowerLossSweepTests``.
    ///
    /// - Parameters:
    ///   - first: The part that is tried first.
    ///   - skipped: The number of seeds of each part that are tried last.
    private static func losePower(
      _ findings: Findings, firstPart first: UInt64 = 0, passingOver skipped: UInt64 = 0
    ) -> Int {
      var count = 0
      let parts = (0..<4).map { TestSeed.value &+ (first + $0) % 4 * 1_000_000 }
      for part in parts {
        var seed = part + skipped
        let end = count + ReliabilitySize.scaled(6_700)
        while count < end, findings.isEmpty {
          count += PowerLossSweepTests.judge(seed: seed, findings)
          seed += 1
        }
      }
      for seed in parts.flatMap({ $0..<$0 + skipped }) where findings.isEmpty {
        count += PowerLossSweepTests.judge(seed: seed, findings)
      }
      return count
    }

    /// The cases of ``FailingCallTests``.
    ///
    /// - Parameter share: The share of the calls of each script after which the first failure
    ///   comes; the calls before fail last.
    private static func failCalls(_ findings: Findings, from share: Double = 0) -> Int {
      var count = 0
      for seed in FailingCallTests.parts.flatMap(FailingCallTests.seeds) {
        let setting = FailureSetting(seed: seed, findings)
        let calls = Array(setting.trace.indices)
        let first = Int(Double(calls.count) * share)
        for call in calls[first...] + calls[..<first] {
          for failure in setting.trace[call].failures {
            for persistence in FailureSetting.Persistence.some(failure, call) {
              guard findings.isEmpty else { return count }
              count += 1
              setting.run(call, failure, persistence, findings)
            }
          }
        }
      }
      return count
    }

    /// The cases of ``FullDiskTests``.
    private static func fillDisk(_ findings: Findings) -> Int {
      var count = 0
      for number in 0..<12 as Range<UInt64> where findings.isEmpty {
        count += FullDiskTests.fill(seed: TestSeed.value &+ number, findings)
      }
      return count
    }
  }
#endif
