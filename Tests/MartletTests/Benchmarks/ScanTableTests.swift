import MartletToolSupport
import Testing

@testable import MartletBench

@Suite("The comparison with scanning")
struct ScanTableTests {
  private func row(_ count: Int, index: Double, naive: Double?, bytes: Double) -> ScanTable.Row {
    func timing(_ seconds: Double) -> ScanTable.Timing { .init(median: seconds, p95: 2 * seconds) }
    return ScanTable.Row(
      documentCount: count, textBytes: 100 * count, index: timing(index),
      naive: naive.map(timing), bytes: timing(bytes), buildSeconds: 0.001, indexBytes: 60 * count)
  }

  @Test("the crossover is where the index begins to win for good")
  func crossover() {
    let table = ScanTable(rows: [
      row(10, index: 2e-6, naive: 3e-6, bytes: 1e-6),
      row(30, index: 2e-6, naive: 1e-6, bytes: 1e-6),
      row(100, index: 2e-6, naive: 9e-6, bytes: 1e-6),
      row(300, index: 3e-6, naive: nil, bytes: 2e-6),
    ])
    #expect(table.crossover(against: \.naive) == 100)
    #expect(table.crossover(against: \.bytes) == nil)
  }

  @Test("the table has aligned columns and says who wins from where")
  func text() {
    let table = ScanTable(rows: [
      row(10, index: 2e-6, naive: 3e-6, bytes: 1e-6),
      row(3_000, index: 3e-6, naive: nil, bytes: 8e-6),
    ])
    #expect(
      table.text == """
                            index          contains          byte scan              index   index
        documents    text  median     p95    median     p95     median      p95  built in    size
        ─────────────────────────────────────────────────────────────────────────────────────────
               10  1.0 kB  2.0 µs  4.0 µs    3.0 µs  6.0 µs     1.0 µs   2.0 µs    1.0 ms   600 B
            3,000  300 kB  3.0 µs  6.0 µs         –       –     8.0 µs  16.0 µs    1.0 ms  180 kB

        At every size, the index is faster than contains.
        From 3,000 documents on, the index is faster than the byte scan.
        """)
  }

  @Test("queries are the same for the same texts, and their words occur in one text")
  func queryMix() {
    let texts = (0..<200).map { "Alpha beta\($0 % 7 == 0 ? "gamma" : "") w\($0)ord delta zeta eta" }
    let mix = QueryMix(texts: texts, count: 24)
    #expect(mix == QueryMix(texts: texts, count: 24))
    #expect(mix.queries.count == 24)
    let scan = FoldedText(texts)
    #expect(mix.queries.allSatisfy { scan.count(containing: $0) > 0 })
    #expect(mix.queries.contains { $0.count == 2 })
    #expect(QueryMix(texts: [], count: 5).queries.isEmpty)
  }
}
