import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

/// The work of the fuzzer, in small: random changes without a look at what they cover.
@Suite("Fuzzing in small")
struct FuzzingTests {
  @Test("the seeds are sound", arguments: FuzzTarget.allCases)
  func seeds(target: FuzzTarget) {
    #expect(target.seeds.count > 0)
    for (number, seed) in target.seeds.enumerated() {
      #expect(!seed.isEmpty && target.violation(seed) == nil, "seed \(number)")
      guard let layout = target.layout(of: seed) else { continue }
      #expect(layout.assembled() == seed, "seed \(number)")
    }
  }

  @Test(
    "no bytes trap, hang, or contradict themselves",
    arguments: [
      (FuzzTarget.manifest, 3_000), (.log, 2_000), (.live, 4_000), (.segment, 1_500),
      (.query, 1_500), (.parser, 2_000), (.pattern, 1_000),
    ])
  func changes(target: FuzzTarget, count: Int) {
    var random = SeededRandom(seed: TestSeed.value)
    let mutator = FuzzMutator(target: target, limit: 1 << 14)
    var corpus = target.seeds
    let executions = ReliabilitySize.scaled(count)
    for number in 0..<executions {
      let start = corpus[random.int(in: 0..<corpus.count)]
      let bytes = mutator.mutate(start, seed: random.next()) { random.change($0, upTo: $1) }
      if let violation = target.violation(bytes) {
        Issue.record(
          "\(target), seed \(TestSeed.value), input \(number): \(violation); \(bytes)")
        return
      }
      // Some inputs are changed further, some of the older ones are forgotten.
      if random.oneIn(4) {
        if corpus.count < 64 {
          corpus.append(bytes)
        } else {
          corpus[random.int(in: target.seeds.count..<64)] = bytes
        }
      }
    }
    print("fuzzing \(target), seed \(TestSeed.value): \(executions) inputs")
  }

  @Test("what the fuzzer has found stays mended", arguments: FuzzFinding.all)
  func findings(finding: FuzzFinding) {
    #expect(finding.target.violation(finding.bytes) == nil)
  }
}
