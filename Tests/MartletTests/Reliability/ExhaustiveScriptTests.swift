import MartletTestSupport
import Testing

@testable import Martlet

/// Every short script, cut off before every change of the disk: most crash bugs of file systems
/// need no more than three operations (Mohan and others, "Finding Crash-Consistency Bugs with
/// Bounded Black-Box Crash Testing", USENIX OSDI 2018).
@Suite("All short scripts")
struct ExhaustiveScriptTests {
  /// Scripts of 3 operations at one level, of 2 at the others; of 3 at all levels in a longer run,
  /// and of 4 in a long one.
  private static func length(_ durability: Durability, longestAt level: Durability) -> Int {
    if ReliabilitySize.factor >= 4 { return 4 }
    return ReliabilitySize.factor >= 1 || durability == level ? 3 : 2
  }

  /// Two segments, and documents in the log where there is one.
  @Test(
    "on an index whose writer was killed, cut anywhere",
    arguments: [Durability.full, .normal, .none])
  func withHistory(durability: Durability) {
    let findings = Findings()
    let template = Script(operations: [], durability: durability)
    var past = template
    past.operations = [.put, .checkpoint, .put, .checkpoint, .put]
    let history = ScriptRun(past, from: template.nothing, findings, place: "history")
    history.run()
    history.kill()
    let (count, disks) = Self.judgeAll(
      template, upTo: Self.length(durability, longestAt: .normal), from: history.situation, findings
    )
    findings.report("all scripts, \(durability): \(count) scripts, \(disks) disks")
  }

  @Test("from nothing, cut anywhere", arguments: [Durability.full, .normal, .none])
  func fromNothing(durability: Durability) {
    let findings = Findings()
    let template = Script(operations: [], durability: durability)
    let (count, disks) = Self.judgeAll(
      template, upTo: Self.length(durability, longestAt: .full), from: template.nothing, findings)
    findings.report("all scripts from nothing, \(durability): \(count) scripts, \(disks) disks")
  }

  /// The numbers of scripts, and of different disks that they could leave.
  private static func judgeAll(
    _ template: Script, upTo length: Int, from start: Situation, _ findings: Findings
  ) -> (Int, Int) {
    var (count, disks) = (0, 0)
    var scripts = [template]
    for _ in 0..<length {
      scripts = scripts.flatMap { script in
        IndexOperation.elementary.map { operation in
          var longer = script
          longer.operations.append(operation)
          return longer
        }
      }
      // The longest ones take turns; all of them in a longer run.
      let step = scripts.count > 200 && ReliabilitySize.factor < 1 ? 9 : 1
      for index in stride(from: Int(TestSeed.value) % step, to: scripts.count, by: step) {
        count += 1
        disks += judge(scripts[index], from: start, findings)
      }
    }
    return (count, disks)
  }

  /// Cuts the last operation anywhere; a shorter script has cut those before.
  private static func judge(_ script: Script, from start: Situation, _ findings: Findings) -> Int {
    let run = ScriptRun(script, from: start, findings, place: "all scripts")
    var recording: Recording?
    if script.operations.count > 1 {
      run.open()
    } else {
      recording = Recording(run)
      run.open()
    }
    for operation in script.operations.dropLast() { run.step(operation) }
    let found = recording ?? Recording(run)
    if let last = script.operations.last { run.step(last) }
    let judge = Judge(options: script.options, hasMore: script.hasMore)
    var random = SeededRandom(seed: 0)
    for (number, situation) in found.finish(run).enumerated() {
      judge.judge(
        situation, losses: [(.dropsAll, 1)], &random, findings,
        at: "\(script), before change \(number) of the last operation")
    }
    return judge.count
  }
}
