import Martlet
import MartletToolSupport

/// A text of the comparison, identified by its index.
struct ScannedText: SearchDocument {
  /// The stored properties. The text is not one of them: it would be encoded only to be left out.
  private enum CodingKeys: CodingKey { case id }

  var id: Int
  var text: String?

  var searchKey: Int { id }

  static let searchSchema = Schema<ScannedText>(fields: [
    .text("text", \.text)
  ])
}

/// Measures the index and two scans on the first 10, 30, 100, … of a list of texts.
struct ScanComparison {
  private let texts: [String]
  private let queryCount: Int

  /// The limit in seconds for all queries of one way of searching. A way that would take longer is
  /// not measured at this size, nor at larger ones.
  private static let patience = 20.0

  init(texts: [String], queryCount: Int) {
    self.texts = texts
    self.queryCount = queryCount
  }

  /// Returns the sizes that are measured: 10, 30, 100, … and all.
  static func sizes(upTo count: Int) -> [Int] {
    var sizes: [Int] = []
    var power = 10
    while power < count {
      sizes += [power, 3 * power].filter { $0 < count }
      power *= 10
    }
    return sizes + [count]
  }

  /// Measures every size.
  func table() throws -> ScanTable {
    var table = ScanTable()
    for size in Self.sizes(upTo: texts.count) {
      table.rows.append(try row(size: size, previous: table.rows.last))
    }
    return table
  }

  private func row(size: Int, previous: ScanTable.Row?) throws -> ScanTable.Row {
    let texts = Array(self.texts.prefix(size))
    let queries = QueryMix(texts: texts, count: queryCount).queries
    let index = SearchIndex<ScannedText>.inMemory()
    let (buildSeconds, _) = try Stopwatch.time {
      try index.writeSync { batch in
        try batch.put(contentsOf: texts.enumerated().map { ScannedText(id: $0, text: $1) })
      }
    }
    let growth = previous.map { Double(size) / Double($0.documentCount) } ?? 1
    let isNaiveBearable =
      previous.map { row in
        (row.naive?.median ?? .infinity) * growth * Double(queries.count) < Self.patience
      } ?? true
    let naive = NaiveScan(texts)
    let bytes = FoldedText(texts)
    return ScanTable.Row(
      documentCount: size,
      textBytes: texts.reduce(0) { $0 + $1.utf8.count },
      index: try Self.timing(queries) { query in
        _ = try index.searchSync(query.joined(separator: " "), limit: 20)
      },
      naive: isNaiveBearable ? Self.timing(queries) { _ = naive.count(containing: $0) } : nil,
      bytes: Self.timing(queries) { _ = bytes.count(containing: $0) },
      buildSeconds: buildSeconds,
      indexBytes: index.statistics.memoryByteCount)
  }

  /// Returns the median and the 95th percentile over the queries. The time of a query is the median
  /// of several runs.
  private static func timing(
    _ queries: [[String]],
    _ search: ([String]) throws -> Void
  ) rethrows -> ScanTable.Timing {
    let medians = try queries.map { query in
      var times = [try Stopwatch.time { try search(query) }.0]
      let repeats = times[0] > 0.1 ? 0 : times[0] > 0.005 ? 2 : 8
      for _ in 0..<repeats { times.append(try Stopwatch.time { try search(query) }.0) }
      return Samples(times).median
    }
    let samples = Samples(medians)
    return ScanTable.Timing(median: samples.median, p95: samples.percentile(0.95))
  }
}
