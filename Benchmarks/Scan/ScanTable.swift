import MartletToolSupport

/// The measurements for collections of growing size, and the size from which on the index is
/// faster.
struct ScanTable {
  /// The times of one way of searching, over all queries.
  struct Timing: Equatable {
    var median: Double
    var p95: Double
  }

  struct Row {
    var documentCount: Int
    var textBytes: Int
    var index: Timing
    /// The times of the naive scan; nil if it would have taken too long.
    var naive: Timing?
    var bytes: Timing?
    var buildSeconds: Double
    var indexBytes: Int
  }

  var rows: [Row] = []

  /// Returns the smallest size from which on the index's median is never above the rival's; nil if
  /// the rival is faster at the largest size. At sizes at which the rival was not measured, the
  /// index counts as faster.
  func crossover(against rival: (Row) -> Timing?) -> Int? {
    var result: Int?
    for row in rows.reversed() {
      if let timing = rival(row), timing.median < row.index.median { break }
      result = row.documentCount
    }
    return result
  }

  /// The table, and a line for each rival with the size from which on the index is faster.
  var text: String {
    var table = TextTable(columns: Array(repeating: .right, count: 10))
    table.add(
      ["", "", "index", "", "contains", "", "byte scan", "", "index", "index"])
    table.add(
      ["documents", "text", "median", "p95", "median", "p95", "median", "p95", "built in", "size"])
    table.addRule()
    for row in rows {
      let timings = [row.index, row.naive, row.bytes].flatMap { timing in
        [timing?.median, timing?.p95].map { $0.map(Figures.time) ?? "–" }
      }
      table.add(
        [Figures.count(row.documentCount), Figures.bytes(row.textBytes)] + timings
          + [Figures.time(row.buildSeconds), Figures.bytes(row.indexBytes)])
    }
    return table.text + "\n\n" + verdict("contains", \.naive) + "\n"
      + verdict("the byte scan", \.bytes)
  }

  private func verdict(_ name: String, _ rival: (Row) -> Timing?) -> String {
    guard let size = crossover(against: rival) else {
      return "Up to the largest size, \(name) is faster than the index."
    }
    guard size > rows.first?.documentCount ?? 0 else {
      return "At every size, the index is faster than \(name)."
    }
    return "From \(Figures.count(size)) documents on, the index is faster than \(name)."
  }
}
