import Testing

@testable import Martlet

@Suite("Scores moved below others")
struct LoweredScoresTests {
  @Test("keep their order, and stay below")
  func order() {
    let scores: [Float] = [9, 8.5, 8.5, 3, 0.25, 0]
    for limit in [8, 9, 0.001, .leastNonzeroMagnitude, .greatestFiniteMagnitude] as [Float] {
      let lowered = LoweredScores(scores.first, below: limit)
      let moved = scores.map { lowered[$0] }
      #expect(moved.allSatisfy { $0 < limit && $0 >= 0 }, "\(limit)")
      #expect(moved == moved.sorted(by: >), "\(limit)")
      #expect(lowered.isLowering == (limit <= 9))
    }
    #expect(LoweredScores(9, below: 4.5)[9] == Float(4.5).nextDown)
  }

  @Test("are left alone if they are low enough")
  func unchanged() {
    for lowered in [
      LoweredScores(3, below: 4), LoweredScores(nil, below: 1), LoweredScores(3, below: nil),
    ] {
      #expect(!lowered.isLowering)
      #expect(lowered[2.5] == 2.5)
    }
  }

  @Test("are negative below documents that score nothing, in the same order")
  func nothing() {
    let lowered = LoweredScores(3, below: 0)
    #expect(lowered.isLowering)
    #expect(lowered[3] < 0 && lowered[1] < lowered[3] && lowered[0] < lowered[1])
    #expect(LoweredScores(0, below: 0)[0] < 0)
  }
}
