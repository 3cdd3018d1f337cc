import MartletTestSupport
import Testing

@testable import Martlet

/// An index with a history, which may have been cut off, and a script to go on with while calls
/// fail. Used by one thread.
final class FailureSetting {
  /// The duration of a failure.
  enum Persistence: String, CaseIterable {
    case once
    /// Until the script is through; then the same writer goes on.
    case untilLater
    /// Also while the writer goes on and closes the index.
    case toTheEnd

    /// Once, and one of the lasting ones by turns where a lasting failure is likely; all of them in
    /// a long run.
    static func some(_ failure: DiskFault.Failure, _ number: Int) -> [Persistence] {
      if ReliabilitySize.factor > 1 { return allCases }
      let isLasting = [.io, .diskFull, .durabilityUnknown].contains(failure.code)
      return isLasting ? [.once, number % 2 == 0 ? .untilLater : .toTheEnd] : [.once]
    }
  }

  private let seed: UInt64
  private let script: Script
  private let start: Situation
  /// The calls of the script when nothing fails.
  let trace: [DiskCall]
  private let judge: Judge

  init(seed: UInt64, _ findings: Findings) {
    self.seed = seed
    var random = SeededRandom(seed: seed)
    var history = Script.random(5, using: &random)
    history.operations.removeAll { $0 == .addField }
    var script = history
    script.operations = Script.random(3, using: &random).operations
    let past = ScriptRun(history, from: history.nothing, findings, place: "seed \(seed), history")
    let recording = Recording(past)
    past.run()
    let situations = recording.finish(past)
    past.kill()
    // At the end, or cut off on the way.
    let end = random.oneIn(2) ? situations.count - 1 : random.int(in: 0..<situations.count)
    start = situations[end]
    self.script = script
    judge = Judge(options: script.options, hasMore: script.hasMore)
    let whole = ScriptRun(script, from: start, findings, place: "seed \(seed)")
    whole.run()
    whole.goOn()
    whole.close()
    trace = whole.disk.trace
  }

  /// Runs the script with one call failing, lets the same writer go on, and judges what a kill and
  /// a loss of power leave, right after the first call that threw and at the end.
  func run(
    _ call: Int, _ failure: DiskFault.Failure, _ persistence: Persistence, _ findings: Findings
  ) {
    let place = "seed \(seed), call \(call) (\(trace[call])), \(failure), \(persistence)"
    let run = ScriptRun(script, from: start, findings, place: place)
    let isLasting = persistence != .once
    run.disk.fail(DiskFault(call: call, isLasting: isLasting, failure.code, failure.effect))
    run.run()
    if persistence != .toTheEnd { run.disk.fail(nil) }
    run.goOn()
    run.close()
    run.disk.fail(nil)
    run.kill()
    var random = SeededRandom(seed: seed &+ UInt64(call))
    if let situation = run.firstFailure {
      let end = random.oneIn(2) ? situation : situation.losingPower(.random(&random), &random)
      judge.judge(end, findings, at: "\(place), right after | \(script)")
    }
    judge.judge(
      run.situation, losses: [(.dropsAll, 1)], &random, findings, at: "\(place) | \(script)")
  }

  /// Opens the index for reading with each call failing; returns the number of failures.
  func readWithFailures(_ findings: Findings) -> Int {
    let whole = SimulatedDisk(start.disk)
    guard let expected = try? read(whole) else { return 0 }
    var count = 0
    for (call, described) in whole.trace.enumerated() {
      for failure in described.failures {
        for isLasting in [false, true] {
          count += 1
          let fault = DiskFault(
            call: call, isLasting: isLasting, failure.code, failure.effect)
          read(with: fault, expected, findings, "seed \(seed), reading, \(described), \(fault)")
        }
      }
    }
    return count
  }

  private func read(
    with fault: DiskFault, _ expected: IndexContents, _ findings: Findings, _ place: String
  ) {
    let disk = SimulatedDisk(start.disk)
    disk.fail(fault)
    do throws(SearchError) {
      if try read(disk) != expected { findings.note("reading gives less", at: place) }
    } catch {
      let code = fault.failure.code
      if error.code != code, error.code != .corrupted || code != .notFound {
        findings.note("reading throws without a reason \(error.kind)", at: place)
      }
    }
  }

  private func read(_ disk: SimulatedDisk) throws(SearchError) -> IndexContents {
    let schema = SampleDocument.schema(hasMore: script.hasMore)
    return try IndexContents(
      IndexCore.openForReading(disk, schema: schema, options: script.options).state)
  }
}
