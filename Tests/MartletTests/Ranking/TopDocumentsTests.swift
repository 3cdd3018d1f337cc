import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Top documents")
struct TopDocumentsTests {
  @Test(
    "keeps what sorting would put first, ties to the lower document, whatever came first",
    arguments: [0, 1, 2, 10, 100, 255, 256, 300, 1_000])
  func equalsSorting(capacity: Int) {
    for round in 0..<40 {
      let seed = TestSeed.value &+ UInt64(round)
      var random = SeededRandom(seed: seed)
      let top = TopDocuments(capacity: capacity)
      let scores = [2, 50, 100_000][round % 3]
      var all = (0..<random.int(in: 0..<6 * capacity + 200)).map { document in
        TopDocuments.Entry(document: UInt32(document), score: Float(random.int(in: 0..<scores)) / 7)
      }
      if round % 2 == 1 { all.shuffle(using: &random) }
      if round % 4 < 2 {
        for entry in all { top.insert(entry.document, score: entry.score) }
      } else {
        offer(all, to: top, &random)
      }
      all.sort { $0.score != $1.score ? $0.score > $1.score : $0.document < $1.document }
      if all.count >= capacity, capacity > 0 {
        let worst = all[capacity - 1].score
        #expect(top.limit < Double(worst), "what equals the worst may still win, seed \(seed)")
        if capacity < 256 { #expect(top.limit >= Double(worst.nextDown)) }
      }
      #expect(top.sorted() == Array(all.prefix(capacity)), "seed \(seed)")
    }
  }

  /// Offers `entries` some at a time.
  private func offer(
    _ entries: [TopDocuments.Entry], to top: TopDocuments, _ random: inout SeededRandom
  ) {
    let candidates = CandidateBuffer()
    var rest = entries[...]
    while !rest.isEmpty {
      candidates.removeAll()
      let count = random.int(in: 1..<200)
      for entry in rest.prefix(count) { candidates.append(entry.document, Double(entry.score)) }
      candidates.offer(to: top, base: 0)
      rest = rest.dropFirst(count)
    }
  }

  @Test("looks at everything until it is full")
  func limit() {
    let top = TopDocuments(capacity: 2)
    top.insert(3, score: 0)
    #expect(top.limit < 0)
    top.insert(2, score: 0)
    #expect(top.limit < 0, "a document before the others may still have no score")
    top.insert(1, score: 0)
    #expect(top.sorted().map(\.document) == [1, 2])
  }

  @Test("room for all documents that there are is made as it is needed")
  func largeCapacity() {
    let top = TopDocuments(capacity: 1 << 40)
    // Far more documents than scores, and more than are sorted with short digits.
    let all = (0..<12_000).map { document in
      TopDocuments.Entry(document: document, score: Float(document &* 7_919 % 5_003) / 3)
    }
    for entry in all { top.insert(entry.document, score: entry.score) }
    #expect(top.limit < 0)
    let expected = all.sorted { ($0.score, $1.document) > ($1.score, $0.document) }
    #expect(top.sorted() == expected)
  }
}
