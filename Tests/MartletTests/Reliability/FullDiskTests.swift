import MartletTestSupport
import Testing

@testable import Martlet

@Suite("A real index on a disk that is full")
struct FullDiskTests {
  @Test(
    "after any number of bytes, keeps what it promised, and goes on when there is room",
    arguments: 0..<2 as Range<UInt64>)
  func everySize(part: UInt64) {
    let findings = Findings()
    var (sizes, scripts) = (0, 0)
    for number in 0..<6 as Range<UInt64> {
      let seed = TestSeed.value &+ part * 6 &+ number
      scripts += 1
      sizes += Self.fill(seed: seed, findings)
    }
    findings.report("full disk \(part): \(scripts) scripts, \(sizes) sizes")
  }

  /// Runs one script with many sizes of the disk, and returns how many.
  static func fill(seed: UInt64, _ findings: Findings) -> Int {
    var random = SeededRandom(seed: seed)
    let script = Script.random(8, using: &random)
    let whole = ScriptRun(script, from: script.nothing, findings, place: "seed \(seed)")
    let recording = Recording(whole)
    whole.run()
    whole.goOn()
    whole.close()
    let peak = recording.finish(whole).map(\.disk.byteCount).max() ?? 0
    let step = ReliabilitySize.stride(max(1, peak / 100))
    let sizes = stride(from: random.int(in: 0..<step), through: peak, by: step)
    for (number, size) in sizes.enumerated() {
      run(script, seed, size, isTold: number % 2 == 0, findings)
    }
    return Array(sizes).count
  }

  private static func run(
    _ script: Script, _ seed: UInt64, _ size: Int, isTold: Bool, _ findings: Findings
  ) {
    let place = "seed \(seed), \(size) bytes\(isTold ? ", told" : "")"
    let run = ScriptRun(script, from: script.nothing, findings, place: place)
    run.disk.limitSpace(to: size, isTold: isTold)
    run.run()
    run.disk.limitSpace(to: nil)
    run.goOn()
    if run.core != nil, run.isPoisoned { run.note("a full disk poisons the writer") }
    run.close()
    run.kill()
    let judge = Judge(options: script.options, hasMore: script.hasMore)
    var random = SeededRandom(seed: seed)
    judge.judge(
      run.situation, losses: [(.dropsAll, 1)], &random, findings, at: "\(place) | \(script)")
  }
}
