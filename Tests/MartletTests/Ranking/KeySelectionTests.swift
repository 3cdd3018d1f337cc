import MartletTestSupport
import Testing

@testable import Martlet

/// Sorting of packed keys against the standard library.
@Suite("Sorting of packed keys")
struct KeySelectionTests {
  /// The kinds of keys, of which some have the same highest bits.
  enum Kind: CaseIterable {
    case random, close, fewScores, oneScoreAmongOthers, falling
  }

  private func keys(_ kind: Kind, _ count: Int, _ random: inout SeededRandom) -> [UInt64] {
    (0..<count).map { index in
      let low = UInt64(random.int(in: 0..<1 << 31))
      let score: UInt64 =
        switch kind {
        case .random: UInt64(random.int(in: 0..<1 << 31))
        case .close: 1_000_000 + UInt64(random.int(in: 0..<300_000))
        case .fewScores: UInt64(random.int(in: 0..<20)) << 20
        case .oneScoreAmongOthers: random.oneIn(2) ? 7 << 20 : UInt64(random.int(in: 0..<1 << 24))
        case .falling: UInt64(count - index) / 3
        }
      return score << 32 | low
    }
  }

  @Test("is that of the standard library", arguments: Kind.allCases)
  func sorting(kind: Kind) {
    for round in 0..<40 {
      let seed = TestSeed.value &+ UInt64(round)
      var random = SeededRandom(seed: seed)
      let count = [1, 8, 9, 128, 129, 300, 500, 1_000, 5_000, 9_000][round % 10]
      let all = keys(kind, count, &random)
      let array = GrowingArray<UInt64>()
      for key in [0, 1] + all + [2] { array.append(key) }
      KeySelection.sort(array, 2..<(2 + count))
      let found = (0..<array.count).map { array[$0] }
      #expect(found == [0, 1] + all.sorted() + [2], "seed \(seed), \(count) keys")
    }
  }
}
