import MartletTestSupport
import Testing

@testable import Martlet

@Suite("A real index on a disk whose calls fail")
struct FailingCallTests {
  /// One script each, four at the factor of one.
  @Test(
    "at any call, in any way, keeps what it promised and goes on",
    arguments: 0..<(ReliabilitySize.factor < 1 ? 2 : 4) as Range<UInt64>)
  func everyCall(part: UInt64) {
    let findings = Findings()
    var (calls, count) = (0, 0)
    let scriptCount = ReliabilitySize.scaled(4)
    for number in 0..<UInt64(scriptCount) {
      let setting = FailureSetting(seed: TestSeed.value &+ part * 1_000 &+ number, findings)
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
      "failing calls \(part): \(scriptCount) scripts, \(calls) calls, \(count) failures")
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
