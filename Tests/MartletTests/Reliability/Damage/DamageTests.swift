import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Damaged files")
struct DamageTests {
  @Test(
    "give an error or the right answers, and verify finds them",
    arguments: [(DamageSample.Size.small, 9_000), (.large, 900)])
  func damages(size: DamageSample.Size, count: Int) throws {
    let seed = TestSeed.value
    let findings = Findings()
    let sample = try DamageSample(size, seed: seed)
    let other = try DamageSample(size, seed: seed ^ 0xFFFF)
    var judge = DamageJudge(sample, findings)
    var source = try DamageSource(sample, other: other, seed: seed)
    var counts: [DamageJudge.Outcome: Int] = [:]
    for _ in 0..<ReliabilitySize.scaled(count) {
      if let outcome = judge.judge(source.next()) { counts[outcome, default: 0] += 1 }
    }
    let outcomes = counts.sorted { $0.value > $1.value }.map { "\($0.value) \($0.key.rawValue)" }
    findings.report(
      "damages of a \(size) index, seed \(seed): \(counts.values.reduce(0, +)) ("
        + outcomes.joined(separator: ", ") + ")")
    #expect(counts[.refused, default: 0] > 0 && counts[.dropped, default: 0] > 0)
    #expect(size == .small || counts[.found, default: 0] > 0)
  }

  @Test("a log that is cut anywhere gives an error, or says what it dropped")
  func cuts() throws {
    let findings = Findings()
    let sample = try DamageSample(.small, seed: TestSeed.value)
    var judge = DamageJudge(sample, findings)
    var counts: [DamageJudge.Outcome: Int] = [:]
    for name in sample.batchEnds.keys.sorted() {
      // Every other length; all of them in a longer run.
      let step = ReliabilitySize.factor < 1 ? 2 : 1
      let first = Int(TestSeed.value) % step
      for byteCount in stride(from: first, to: sample.disk.content(of: name).count, by: step) {
        let outcome = judge.judge(.cut(name, byteCount: byteCount))
        if let outcome { counts[outcome, default: 0] += 1 }
      }
    }
    findings.report("logs cut: \(counts.values.reduce(0, +))")
    #expect(counts[.dropped, default: 0] > 0 && counts[.refused, default: 0] > 0)
  }
}
