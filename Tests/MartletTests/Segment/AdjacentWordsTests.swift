import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Adjacent words")
struct AdjacentWordsTests {
  /// Returns random ascending positions, some of them twice, and some a multiple of the table's
  /// size apart from others.
  private func positions(_ random: inout SeededRandom) -> [UInt32] {
    let bases: [UInt32] = [0, 1 << 16, 5 << 16, (1 << 30) - 9]
    return (0..<random.int(in: 0..<40)).map { _ in
      bases[random.int(in: 0..<4)] + UInt32(random.int(in: 0..<9))
    }.sorted()
  }

  @Test("are counted once per place, document after document", arguments: [1, 2, 9, 255])
  func counts(wordCount: Int) {
    let seed = TestSeed.value &+ UInt64(wordCount)
    var random = SeededRandom(seed: seed)
    let adjacent = AdjacentWords(wordCount: wordCount)
    for _ in 0..<50 {
      var places: [Set<UInt32>] = []
      for word in 0..<min(wordCount, 12) {
        let positions = positions(&random)
        places.append(Set(positions))
        unsafe positions.withUnsafeBufferPointer { unsafe adjacent.add(UInt8(word), $0) }
      }
      var expected: [Int: UInt32] = [:]
      for (first, starts) in places.enumerated() {
        for (second, others) in places.enumerated() {
          let count = starts.count { others.contains($0 + 1) }
          if count > 0 { expected[adjacent.pair(UInt8(first), UInt8(second))] = UInt32(count) }
        }
      }
      var found: [Int: UInt32] = [:]
      adjacent.drain { pair, count in
        #expect(found[pair] == nil)
        found[pair] = count
      }
      #expect(found == expected, "seed \(seed)")
    }
  }
}
