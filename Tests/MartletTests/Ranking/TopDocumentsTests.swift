import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Top documents")
struct TopDocumentsTests {
  @Test(
    "keeps what sorting would put first, ties to the lower document", arguments: [0, 1, 2, 10, 100])
  func equalsSorting(capacity: Int) {
    for seed in 0..<40 {
      var random = SeededRandom(seed: UInt64(seed))
      let top = TopDocuments(capacity: capacity)
      var all: [TopDocuments.Entry] = []
      for document in 0..<random.int(in: 0..<400) {
        let entry = TopDocuments.Entry(
          document: UInt32(document), score: Float(random.int(in: 0..<50)) / 7)
        all.append(entry)
        top.insert(entry.document, score: entry.score)
      }
      all.sort { $0.score != $1.score ? $0.score > $1.score : $0.document < $1.document }
      #expect(top.sorted() == Array(all.prefix(capacity)), "seed \(seed)")
      if all.count > capacity, capacity > 0 { #expect(top.threshold == all[capacity - 1].score) }
    }
  }
}
