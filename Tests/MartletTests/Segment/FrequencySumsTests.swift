import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Sums of frequencies")
struct FrequencySumsTests {
  @Test("are there for each document that was added, in order, and for none afterwards")
  func drained() {
    let count = 600_000
    var random = SeededRandom(seed: TestSeed.value)
    let sums = FrequencySums(documentCount: count)
    for size in [0, 1, 3, 500, 2, 20_000, 1] {
      var expected: [DocumentID: UInt32] = [:]
      for _ in 0..<size {
        let document = DocumentID(random.int(in: 0..<count))
        let frequency = UInt32(random.int(in: 1..<9))
        sums.add(document, frequency)
        expected[document, default: 0] += frequency
      }
      var found: [(DocumentID, UInt32)] = []
      sums.drain { found.append(($0, $1)) }
      #expect(found.map(\.0) == expected.keys.sorted(), "seed \(TestSeed.value)")
      #expect(found.allSatisfy { expected[$0] == $1 }, "seed \(TestSeed.value)")
    }
  }

  @Test("are those of the first and the last document of a segment of any size")
  func ends() {
    for count in [1, 63, 64, 65, 4_095, 4_096, 4_097, 262_144, 262_145] {
      let sums = FrequencySums(documentCount: count)
      sums.add(DocumentID(count - 1), 2)
      sums.add(0, 3)
      var found: [DocumentID] = []
      sums.drain { document, _ in found.append(document) }
      #expect(found == (count == 1 ? [0] : [0, DocumentID(count - 1)]))
    }
  }
}
