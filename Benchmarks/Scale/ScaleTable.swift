import Foundation
import MartletToolSupport

/// The runs of growing sizes in one table, with the growth from one to the next.
struct ScaleTable {
  /// The measurements at one size.
  struct Row: Equatable {
    var documentCount: Int
    var textBytes: Int
    var buildSeconds: Double
    var indexBytes: Int
    var ownMemory: Int
    /// The mean seconds per kind of query.
    var times: [Double]

    /// All values that are compared from one row to the next, in the order of the columns.
    fileprivate var values: [Double] {
      [Double(textBytes), buildSeconds, Double(indexBytes), Double(ownMemory)] + times
    }
  }

  /// The kinds of queries, and the expected growth of each.
  var kinds: [(name: String, growth: String)]
  var rows: [Row] = []

  /// A row for each size and, below it, each figure's factor of growth from the size before.
  var text: String {
    var table = TextTable(columns: Array(repeating: .right, count: 5 + kinds.count))
    table.add(["documents", "text", "built in", "files", "memory"] + kinds.map(\.name))
    table.addRule()
    var previous: Row?
    for row in rows {
      if let previous { table.add(Self.growth(previous, row)) }
      table.add(
        [
          Figures.count(row.documentCount), Figures.bytes(row.textBytes),
          Figures.time(row.buildSeconds), Figures.bytes(row.indexBytes),
          Figures.bytes(row.ownMemory),
        ] + row.times.map(Figures.time))
      previous = row
    }
    return table.text + "\n\n" + explanation
  }

  private static func growth(_ smaller: Row, _ larger: Row) -> [String] {
    let pairs = zip(smaller.values, larger.values)
    return ["×\(larger.documentCount / max(1, smaller.documentCount))"]
      + pairs.map { $0 > 0 ? "×" + Figures.decimal($1 / $0, places: 1) : "–" }
  }

  /// Returns the exponent of a kind's growth between the last two sizes; nil if there are no two.
  func exponent(_ kind: Int) -> Double? {
    guard rows.count > 1 else { return nil }
    let (smaller, larger) = (rows[rows.count - 2], rows[rows.count - 1])
    let ratio = Double(larger.documentCount) / Double(max(1, smaller.documentCount))
    guard ratio > 1, smaller.times[kind] > 0, larger.times[kind] > 0 else { return nil }
    return log(larger.times[kind] / smaller.times[kind]) / log(ratio)
  }

  /// A line for each kind. An exponent of 1 means growth in proportion to the lists.
  private var explanation: String {
    var table = TextTable(columns: [.left, .left])
    for (place, kind) in kinds.enumerated() {
      let measured = exponent(place).map { "n^" + Figures.decimal($0, places: 2) + " at the end: " }
      table.add([kind.name, (measured ?? "") + kind.growth])
    }
    return "Lists grow as the number of documents n.\n" + table.text
  }

  /// The figures that are kept in a record.
  var figures: MeasuredFigures {
    var figures = MeasuredFigures()
    for row in rows {
      let name = "scale \(Figures.count(row.documentCount))"
      figures.add("\(name), built in", row.buildSeconds, "s")
      figures.add("\(name), files", Double(row.indexBytes) / 1e6, "MB")
      for (kind, seconds) in zip(kinds, row.times) {
        figures.add("\(name), \(kind.name)", seconds * 1e6, "µs")
      }
    }
    return figures
  }
}
