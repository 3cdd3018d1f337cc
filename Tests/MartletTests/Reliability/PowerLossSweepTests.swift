import MartletTestSupport
import Testing

@testable import Martlet

@Suite("A real index that is killed, or loses its power")
struct PowerLossSweepTests {
  private static let losses: [(PowerLoss, Int)] = [
    (.dropsAll, 1), (.keepsAll, 1), (.tears, 4), (.tearsNamesInOrder, 2), (.keepsOne, 2),
    (.dropsOne, 2),
  ]

  /// At least 3,000 different disks in all, 20,000 at the factor of one.
  @Test(
    "at any change of the disk, holds what some moment between promise and attempt held",
    arguments: 0..<4 as Range<UInt64>)
  func anyChange(part: UInt64) {
    let findings = Findings()
    var count = 0
    var scriptCount = 0
    var seed = TestSeed.value &+ part * 1_000_000
    while count < ReliabilitySize.scaled(5_000) {
      count += Self.judge(seed: seed, findings)
      scriptCount += 1
      seed += 1
    }
    findings.report("power loss \(part): \(scriptCount) scripts, \(count) disks")
  }

  /// Runs one script; the number of different disks that it could leave.
  static func judge(seed: UInt64, _ findings: Findings) -> Int {
    var random = SeededRandom(seed: seed)
    let script = Script.random(random.int(in: 4..<12), using: &random)
    let run = ScriptRun(script, from: script.nothing, findings, place: "seed \(seed)")
    let recording = Recording(run)
    run.run()
    run.close()
    let judge = Judge(options: script.options, hasMore: script.hasMore)
    for (number, situation) in recording.finish(run).enumerated() {
      judge.judge(
        situation, losses: losses, &random, findings,
        at: "seed \(seed), \(script), before change \(number)")
    }
    return judge.count
  }
}
