import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Window counts")
struct WindowCountsTests {
  @Test("are those of one document after the other, and begin at 0 again", arguments: 0..<30)
  func counts(round: Int) {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let highest = [1, 2, 3, 4, 7, 8, 300][round % 7]
    let counts = WindowCounts(highest: highest)
    for _ in 0..<3 {
      let bits = WindowBits()
      var expected = [Int](repeating: 0, count: ScoreWindow.size)
      for _ in 0..<random.int(in: 0..<(highest + 1)) {
        let share = 1 << random.int(in: 0..<6)
        bits.removeAll()
        for offset in expected.indices where random.oneIn(share) {
          bits.insert(offset)
          expected[offset] += 1
        }
        counts.add(bits)
      }
      let least = random.int(in: 0..<(highest + 1))
      counts.drain(atLeast: least, into: bits)
      #expect(
        expected.indices.allSatisfy { bits.contains($0) == (expected[$0] >= least) },
        "seed \(seed), at least \(least)")
    }
  }
}
