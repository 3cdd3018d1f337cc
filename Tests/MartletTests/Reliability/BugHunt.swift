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
        .removesBeforeFolderSync, .replaysUncommitted, .replaysRetiredLog, .mergesUnloggedDeletes:
        losePower
      case .ignoresShortWrite: fillDisk
      case .retriesFailedSync, .reusesLiveNames, .ignoresLatch: failCalls
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
    private static func losePower(_ findings: Findings) -> Int {
      var count = 0
      for part in 0..<4 as Range<UInt64> {
        var seed = TestSeed.value &+ part * 1_000_000
        let end = count + ReliabilitySize.scaled(5_000)
        while count < end, findings.isEmpty {
          count += PowerLossSweepTests.judge(seed: seed, findings)
          seed += 1
        }
      }
      return count
    }

    /// The cases of ``FailingCallTests``.
    private static func failCalls(_ findings: Findings) -> Int {
      var count = 0
      for seed in FailingCallTests.parts.flatMap(FailingCallTests.seeds) {
        let setting = FailureSetting(seed: seed, findings)
        for call in setting.trace.indices {
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
