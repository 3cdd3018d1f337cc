import Martlet
import MartletTestSupport
import Testing

@Suite("Fusion of ranked lists")
struct FusedRankingTests {
  @Test("adds the reciprocal ranks, and equal keys are in the order of the lists")
  func sums() {
    let fused = FusedRanking([["a", "b", "c"], ["c", "b", "d"]])
    // b has ranks 2 and 2, a only rank 1, d only rank 3; c has ranks 3 and 1.
    #expect(fused.keys == ["c", "b", "a", "d"])
    let (first, second, third): (Double, Double, Double) = (1 / 61, 1 / 62, 1 / 63)
    #expect(fused.entries.map(\.score) == [first + third, second + second, first, third])
    #expect(FusedRanking([[1, 2], [2, 1]]).keys == [1, 2])
    #expect(FusedRanking([[2, 1], [1, 2]]).keys == [2, 1])
    // The second time that a list has a key does not count; nor does it move what follows.
    let twice: [Double] = FusedRanking([["a", "a", "b"], ["b"]], k: 0).entries.map(\.score)
    let least: Double = 1 / 3
    #expect(twice == [1 + least, 1])
    #expect(FusedRanking<Int>([]).keys == [])
    #expect(FusedRanking([[7, 8]]).keys == [7, 8])
  }

  @Test("three lists in any order give equal keys equal scores", arguments: 0..<50)
  func random(round: Int) {
    var random = SeededRandom(seed: TestSeed.value &+ UInt64(round))
    let lists = (0..<random.int(in: 1..<5)).map { _ in
      (0..<random.int(in: 0..<20)).map { _ in random.int(in: 0..<12) }
    }
    let fused = FusedRanking(lists, k: Double(random.int(in: 0..<80)))
    #expect(Set(fused.keys) == Set(lists.joined()))
    #expect(fused.keys.count == Set(fused.keys).count)
    for (left, right) in zip(fused.entries, fused.entries.dropFirst()) {
      func ranks(_ key: Int) -> [Int] { lists.compactMap { $0.firstIndex(of: key) }.sorted() }
      #expect(left.score >= right.score)
      if ranks(left.key) == ranks(right.key) { #expect(left.score == right.score) }
      guard left.score == right.score else { continue }
      let order = Array(lists.joined())
      #expect(order.firstIndex(of: left.key) ?? 0 < order.firstIndex(of: right.key) ?? 0)
    }
  }
}
