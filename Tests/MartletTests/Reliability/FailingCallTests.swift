import MartletTestSupport
import Testing

@testable import Martlet

@Suite("A real index on a disk whose calls fail")
struct FailingCallTests {
  static let parts: Range<UInt64> = 0..<(ReliabilitySize.factor < 1 ? 1 : 4)

  /// The seeds of the scripts of a part: one script, four at the factor of one.
  static func seeds(part: UInt64) -> [UInt64] {
    (0..<UInt64(ReliabilitySize.scaled(4))).map { TestSeed.value &+ part * 1_000 &+ $0 }
  }

  @Test("at any call, in any way, keeps what it promised and goes on", arguments: parts)
  func everyCall(part: UInt64) {
    let findings = Findings()
    var (calls, count) = (0, 0)
    let seeds = Self.seeds(part: part)
    for seed in seeds {
      let setting = FailureSetting(seed: seed, findings)
      calls += setting.trace.count
      for call in setting.trace.indices {
        for failure in setting.trace[call].failures {
          for persistence in FailureSetting.Persistence.some(failure, call) {
            count += 1
            setting.run(call, failure, persistence, findings)
          }
        }
      }
    }
    findings.report(
      "failing calls \(part): \(seeds.count) scripts, \(calls) calls, \(count) failures")
  }

  @Test("while it is opened for reading, throws or is right")
  func reading() {
    let findings = Findings()
    var count = 0
    for number in 0..<20 as Range<UInt64> {
      let setting = FailureSetting(seed: TestSeed.value &+ number, findings)
      count += setting.readWithFailures(findings)
    }
    findings.report("failing calls while reading: 20 disks, \(count) failures")
  }
}
