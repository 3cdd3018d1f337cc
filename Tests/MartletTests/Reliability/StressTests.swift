import MartletTestSupport
import Testing

/// ``StressRun`` for two seconds; for longer, and with the thread sanitizer, by `.ci/stress`.
@Suite("Under stress")
struct StressTests {
  @Test("eight readers, two writers, merges, readers of the folder and closing go together")
  func everything() async throws {
    let findings = Findings()
    let run = StressRun(seconds: 2, seed: TestSeed.value) { findings.note($0, at: $1) }
    findings.report(try await run.run())
  }
}
