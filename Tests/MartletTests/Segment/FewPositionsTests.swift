import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Few positions")
struct FewPositionsTests {
  /// Up to eight positions, rising, some of them twice, and so close that neighbours are common.
  private func positions(_ random: inout SeededRandom) -> [UInt32] {
    var position = UInt32(random.int(in: 0..<5))
    return (0..<random.int(in: 1..<FewPositions.most + 1)).map { _ in
      defer { position += UInt32(random.int(in: 0..<4)) }
      return position
    }
  }

  /// Returns the numbers as a reader lends them, followed by whatever the memory behind them holds.
  private func padded(_ numbers: [UInt32], _ random: inout SeededRandom) -> [UInt32] {
    numbers
      + (numbers.count..<FewPositions.most).map { _ in
        random.oneIn(3) ? UInt32.max : UInt32(random.int(in: 0..<12))
      }
  }

  private func few(_ positions: [UInt32], _ random: inout SeededRandom) -> FewPositions {
    guard random.oneIn(2) else {
      let numbers = padded(positions, &random)
      return unsafe FewPositions(positions: numbers, count: positions.count)
    }
    let differences = positions.indices.map {
      $0 == 0 ? positions[0] : positions[$0] - positions[$0 - 1]
    }
    return unsafe FewPositions(differences: padded(differences, &random), count: positions.count)
  }

  @Test("are compared as sets are", arguments: 0..<2_000)
  func compare(round: Int) {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let (left, right, third) = (positions(&random), positions(&random), positions(&random))
    let (first, distance, other) = (
      random.int(in: 0..<4), random.int(in: -3..<4), random.int(in: -3..<4)
    )
    var kept = few(left, &random)
    var expected = Set(left.map { Int($0) }.filter { $0 >= first })
    kept.keepOnce(from: first)
    #expect(kept.keptCount == expected.count, "seed \(seed)")
    kept.filter(with: few(right, &random), at: distance)
    expected.formIntersection(right.map { Int($0) - distance })
    #expect(kept.keptCount == expected.count, "seed \(seed)")
    kept.filter(with: few(third, &random), at: other)
    expected.formIntersection(third.map { Int($0) - other })
    #expect(kept.keptCount == expected.count, "seed \(seed)")
  }
}
