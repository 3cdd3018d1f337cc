#if DEBUG
  import MartletTestSupport

  @testable import Martlet

  /// Where a planted mistake shows, tried case by case until it does.
  struct BugHunt {
    private let bug: PlantedBug

    init(_ bug: PlantedBug) { self.bug = bug }

    /// Whether the hunt is one of a few cases, and none of the long suites.
    var isShort: Bool {
      switch bug {
      case .dropsLogSync, .dropsSegmentSync, .dropsFirstFolderSync, .dropsLastFolderSync,
        .renamesBeforeSync, .publishesBeforeSegments, .acknowledgesBeforeSync,
        .removesBeforeFolderSync, .replaysUncommitted, .replaysRetiredLog, .mergesUnloggedDeletes,
        .ignoresShortWrite, .retriesFailedSync, .reusesLiveNames, .ignoresLatch,
        .mapsAnySize:
        false
      default: true
      }
    }

    /// The number of cases until the first finding, or all of them.
    func run(_ findings: Findings) throws -> Int {
      switch bug {
      case .dropsLogSync, .dropsSegmentSync, .dropsFirstFolderSync, .dropsLastFolderSync,
        .renamesBeforeSync, .publishesBeforeSegments, .acknowledgesBeforeSync,
        .removesBeforeFolderSync, .replaysUncommitted, .replaysRetiredLog, .mergesUnloggedDeletes:
        return Self.losePower(findings)
      case .ignoresShortWrite: return Self.fillDisk(findings)
      case .retriesFailedSync, .reusesLiveNames, .ignoresLatch: return Self.failCalls(findings)
      case .ignoresCloseError: return try BugHunts.loseSections(findings)
      case .reusesSalt: return try BugHunts.exchangeRecords(findings)
      case .skipsChain: return try BugHunts.mixTimelines(findings)
      case .acceptsAnyCheck, .cutsDamagedLog: return try BugHunts.flipLog(findings)
      case .fallsBackToOlderManifest: return try BugHunts.flipManifest(findings)
      case .skipsBlockHashes: return try BugHunts.flipSegment(findings, merging: false)
      case .mergesUnverified: return try BugHunts.flipSegment(findings, merging: true)
      case .reclaimsHeldFiles: return try BugHunts.reclaimBetween(findings)
      case .losesConcurrentDeletes: return try BugHunts.deleteWhileMerging(findings)
      case .keepsFailedMerges: return try BugHunts.mergeDamaged(findings)
      case .keepsWholeLog: return try BugHunts.writeForLong(findings)
      case .ignoresOtherWriters: return try BugHunts.openTwice(findings)
      case .mapsAnySize: return 0
      }
    }

    /// The cases of ``PowerLossSweepTests``.
    private static func losePower(_ findings: Findings) -> Int {
      var count = 0
      for part in 0..<4 as Range<UInt64> {
        var seed = TestSeed.value &+ part * 1_000_000
        let end = count + 5_000
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
      for number in 0..<20 as Range<UInt64> {
        let setting = FailureSetting(seed: TestSeed.value &+ number, findings)
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
