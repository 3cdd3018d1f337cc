import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Crashes during the recovery of crashes")
struct NestedCrashTests {
  private static let depth = 3

  @Test("lose nothing more", arguments: 0..<2 as Range<UInt64>)
  func chains(part: UInt64) {
    let findings = Findings()
    let count = ReliabilitySize.scaled(400)
    for number in 0..<UInt64(count) {
      Self.runChain(seed: TestSeed.value &+ part * 1_000_000 &+ number, findings)
    }
    findings.report("nested crashes \(part): \(count) chains of \(Self.depth)")
  }

  private static func runChain(seed: UInt64, _ findings: Findings) {
    var random = SeededRandom(seed: seed)
    let script = Script.random(random.int(in: 3..<9), using: &random)
    var situation = script.nothing
    var place = "seed \(seed)"
    for level in 0...depth {
      var next = script
      if level > 0 {
        next.operations = [.update, .checkpoint, .put, .close]
        next.hasMoreAtFirst = script.hasMore
      }
      let run = ScriptRun(next, from: situation, findings, place: place)
      let recording = Recording(run)
      run.run()
      let situations = recording.finish(run)
      run.kill()
      // Often in the first steps: those in which an index is made, or recovers.
      let isEarly = level == 0 ? random.oneIn(3) : !random.oneIn(4)
      let cut = random.int(in: 0..<(isEarly ? min(9, situations.count) : situations.count))
      situation = situations[cut]
      place += ", cut \(cut)"
      if !random.oneIn(3) {
        let loss = PowerLoss.random(&random)
        situation = situation.losingPower(loss, &random)
        place += " \(loss)"
      }
    }
    Judge(options: script.options, hasMore: script.hasMore)
      .judge(situation, findings, at: "\(place) | \(script)")
  }
}
