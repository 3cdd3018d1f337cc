import Martlet
import MartletToolSupport

/// The times of the demonstration's searches, compared with two ways to search without an index.
struct DemoComparison {
  private let index: SearchIndex<Artwork>
  private let naive: NaiveScan
  private let bytes: FoldedText

  init(_ artworks: [Artwork], index: SearchIndex<Artwork>) {
    let texts = artworks.map(\.text)
    self.index = index
    naive = NaiveScan(texts)
    bytes = FoldedText(texts)
  }

  /// Measures the times and prints them as a table.
  func print() throws {
    StandardOutput.print("How long it took (the median of several runs, one thread)\n")
    var table = TextTable(columns: [.left] + Array(repeating: .right, count: 6), indent: 4)
    table.add(["", "found", "Martlet", "contains", "", "byte scan", ""])
    table.addRule()
    for search in DemoSearch.shown { table.add(try row(search)) }
    table.addRule()
    for search in DemoSearch.typed { table.add(try row(search)) }
    StandardOutput.print(table.text)
    StandardOutput.print(
      """

          Martlet ranks what it finds and returns the best 20. The others only count: "contains"
          asks every text, without regard to case and accents; "byte scan" runs through all texts,
          folded beforehand into one block of memory, and finds words inside of words too.
      """)
  }

  private func row(_ search: DemoSearch) throws -> [String] {
    let total = try index.searchSync(exactly(search.query)).total
    let time = try median(25) { _ = try index.searchSync(search.query, limit: 20) }
    var row = [search.query, SearchSummary.number(total), Figures.time(time)]
    guard let needles = search.needles else { return row + ["–", "", "–"] }
    let rivals = [
      median(3) { _ = naive.count(containing: needles) },
      median(9) { _ = bytes.count(containing: needles) },
    ]
    for rival in rivals { row += [Figures.time(rival), Figures.ratio(rival / time)] }
    return row
  }

  private func exactly(_ query: String) -> SearchRequest {
    SearchRequest(query) { request in
      request.limit = 0
      request.counting = .exact
    }
  }

  private func median(_ runs: Int, _ work: () throws -> Void) rethrows -> Double {
    Samples(try (0..<runs).map { _ in try Stopwatch.time(work).0 }).median
  }
}
