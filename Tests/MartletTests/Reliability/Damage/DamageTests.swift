import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Damaged files")
struct DamageTests {
  @Test(
    "give an error or the right answers, and verify finds them",
    arguments: [(DamageSample.Size.small, 18_000), (.large, 1_500)])
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
}
