#if DEBUG
  import MartletTestSupport
  import Testing

  @testable import Martlet

  /// Mistakes made on purpose, each of which the suites of this folder must notice with the seeds
  /// and the number of cases that they have in every run.
  @Suite("The tests of reliability")
  struct PlantedBugTests {
    @Test("notice a mistake that is made on purpose", arguments: PlantedBug.allCases)
    func notice(bug: PlantedBug) async throws {
      guard let hunt = BugHunt(bug) else { return try await noticeMappedSize() }
      let findings = Findings()
      let count = try PlantedBug.planting(bug) { try hunt.run(findings) }
      print("planted \(bug): seen after \(count) cases: \(findings.names.first ?? "not at all")")
      #expect(!findings.isEmpty, "\(bug) was not noticed in \(count) cases")
    }

    /// The long suites show that for themselves.
    @Test(
      "find nothing where no mistake is made",
      arguments: PlantedBug.allCases.filter { BugHunt($0)?.isShort ?? false })
    func noFalseAlarm(bug: PlantedBug) throws {
      let findings = Findings()
      _ = try #require(BugHunt(bug)).run(findings)
      findings.report("no planted mistake, hunt for \(bug)")
    }

    /// A file that is shorter than the manifest says: touching what is not there ends the process,
    /// or is taken for a failure of the device.
    private func noticeMappedSize() async throws {
      #if os(macOS) || os(Linux)
        await #expect(processExitsWith: .success) {
          try BugHunts.openShortened()
        }
        let result = await #expect(processExitsWith: .failure) {
          try PlantedBug.planting(.mapsAnySize) { try BugHunts.openShortened() }
        }
        print("planted mapsAnySize: seen after 1 case: \(result.map { "\($0.exitStatus)" } ?? "")")
      #endif
    }
  }
#endif
