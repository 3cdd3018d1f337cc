#if os(macOS) || os(Linux)
  import Foundation
  import MartletTestSupport
  import Testing

  @testable import Martlet

  /// Many batches in one process: what it holds of the system comes back to what it was.
  @Suite("A process that writes for long")
  struct SoakTests {
    @Test("holds no more files, maps, memory and room at its end", arguments: [Durability.normal])
    func commits(durability: Durability) throws {
      let findings = Findings()
      let folder = try TemporaryFolder()
      let count = ReliabilitySize.factor >= 10 ? 100_000 : 2_000
      var order = VictimOrder(
        folder: folder.path(of: "index"), seed: TestSeed.value, count: count,
        durability: durability)
      order.memoryLimit = 100_000
      order.measuringStride = count / 20
      let run = try KilledRun(order, until: .none)
      var judge = KillJudge(findings)
      judge.judge(run, at: "seed \(TestSeed.value)")
      #expect(run.measurements.count == 21)
      print("descriptors maps memory segments log files live")
      for numbers in run.measurements { print(numbers.map(String.init).joined(separator: " ")) }
      for numbers in run.measurements.dropLast() {
        // One set of files of a merge under way beside those of the index.
        #expect(numbers[1] <= 60 && numbers[5] <= 80)
        #expect(numbers[3] <= 21 * numbers[6] / 10 + (1 << 20), "segments \(numbers)")
        #expect(numbers[4] <= 4 * 100_000 + (16 << 20) + (1 << 16), "log \(numbers)")
      }
      if let first = run.measurements.first, let last = run.measurements.last {
        #expect(last[0] <= first[0] && last[1] <= first[1], "descriptors and maps")
        #expect(last[2] <= first[2] + (24 << 20))
      }
      findings.report("soak: \(count) steps")
    }
  }
#endif
