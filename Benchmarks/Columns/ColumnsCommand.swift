import Foundation
import Martlet
import MartletToolSupport

/// `columns`: measures filters, orders, groups and facets.
enum ColumnsCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "columns",
      summary: "Measures filters, orders, groups and facets over records.",
      operands: [
        .init("FILE", "JSON lines with id, title, artist and year", kind: .file)
      ],
      options: [
        .init("--segments", value: "N", "the segments of the index (default: 1)"),
        .init("--repeats", value: "N", "how often each is measured, the best counts (default: 15)"),
      ],
      discussion: """
        Each request is measured over all documents and over those with a frequent word, on one
        thread. "first" is a request that the index has not seen, "again" the same once more: an index
        keeps the documents of recent filters, so the first search for the word finds those of the
        filter in the row before.
        """)
  ) { arguments in
    let segments = try arguments.integer("--segments", default: 1, in: 1...100)
    let repeats = try arguments.integer("--repeats", default: 15, in: 1...1_000)
    let rows = try measure(arguments.required("FILE"), segments: segments, repeats: repeats)
    var table = TextTable(columns: [.left, .left, .right, .right, .right])
    table.add(["request", "query", "documents", "first", "again"])
    table.addRule()
    for row in rows {
      table.add([
        row.name, row.query, Figures.count(row.count), Figures.time(row.first),
        Figures.time(row.again),
      ])
    }
    print(table.text)
    return .success
  }

  /// The figures of one request.
  struct Row {
    var name: String
    var query: String
    /// The number of matching documents.
    var count: Int
    /// The seconds of the first search, and the fewest of the same search again.
    var first: Double
    var again: Double
  }

  /// Measures all requests over the records of a file.
  static func measure(_ file: String, segments: Int, repeats: Int) throws -> [Row] {
    let index = try index(of: file, segments: segments)
    let word = try frequentWord(index)
    var rows: [Row] = []
    for (name, configure) in requests {
      for query in [Query.everything, .word(word, in: "text")] {
        let request = SearchRequest(query, configure)
        var row = try measure(index, request, repeats: repeats)
        (row.name, row.query) = (name, "\(query)")
        rows.append(row)
      }
    }
    return rows
  }

  /// The requests by name.
  private static let requests: [(String, @Sendable (inout SearchRequest) -> Void)] = [
    ("no filter", { $0.counting = .exact }),
    ("filter 1 %", { $0.filter = .range("number", ..<0.01) }),
    ("filter 10 %", { $0.filter = .range("number", ..<0.1) }),
    ("filter 90 %", { $0.filter = .range("number", ..<0.9) }),
    ("one value in each, few", { $0.filter = .range("distinct", ..<1_000) }),
    ("one value in each, most", { $0.filter = .range("distinct", 1_000...) }),
    ("filter of three", { $0.filter = .range("year", 1800...1900) && !.range("number", ..<0.5) }),
    ("sort by keyword", { $0.sort = [.ascending("artist")] }),
    ("sort by number", { $0.sort = [.descending("year")] }),
    ("sort by both", { $0.sort = [.ascending("artist"), .descending("year")] }),
    ("sort by key", { $0.sort = [.key] }),
    ("number, relevance", { $0.sort = [.descending("year"), .relevance] }),
    ("groups, best", { $0.collapse = Collapse(by: "artist") }),
    (
      "groups by number",
      { request in
        request.collapse = Collapse(by: "artist", limit: 3)
        request.sort = [.descending("year")]
      }
    ),
    ("rank by number", { $0.rank = .relevance * (1 + .log1p("year")) }),
    ("rank by share", { $0.rank = .relevance * (1 + .field("number")) }),
    (
      "rank by closure",
      { $0.rank = .custom(id: "year", fields: ["year"]) { $0.relevance + ($0["year"] ?? 0) } }
    ),
    ("facet of keywords", { $0.facets = [.values("artist")] }),
    ("facet of numbers", { $0.facets = [.values("year")] }),
    ("facet of ranges", { $0.facets = [.ranges("year", [0..<1800, 1800..<1900, 1900..<2100])] }),
  ]

  /// Reads records, and adds to each a number from 0 to 1 that depends on its key, and one that no
  /// other has.
  private static func index(of file: String, segments: Int) throws -> SearchIndex<Record> {
    let schema = RecordSchema(fields: [
      .text("text"), .keyword("artist"), .number("year"), .number("number"), .number("distinct"),
    ])
    var records: [Record] = []
    var lines = try LineReader(path: file)
    var line: [UInt8] = []
    while try lines.next(into: &line) {
      let record = try Record(json: line, keyField: "id")
      var fields: [String: Record.Value] = [:]
      fields["text"] = record["title"]
      fields["artist"] = record["artist"]
      switch record["year"] {
      case .integer, .number: fields["year"] = record["year"]
      default: break
      }
      fields["number"] = .number(share(of: record.key))
      fields["distinct"] = .number(Double(records.count))
      records.append(Record(key: record.key, fields: fields))
    }
    // A batch that several threads invert gives several segments.
    let index = try SearchIndex<Record>.inMemory(
      schema: schema,
      options: IndexOptions(merging: .manual, indexingConcurrency: 1, searchConcurrency: 1))
    let size = max(1, (records.count + segments - 1) / segments)
    for start in stride(from: 0, to: records.count, by: size) {
      let end = min(records.count, start + size)
      try index.writeSync { try $0.put(contentsOf: records[start..<end]) }
    }
    return index
  }

  /// Returns a number from 0 to 1, in steps of a thousandth, that looks random.
  private static func share(of key: String) -> Double {
    let hash = key.utf8.reduce(UInt64(14_695_981_039_346_656_037)) {
      ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    return Double(hash >> 20 % 1_000) / 1_000
  }

  /// Returns the word that most documents have.
  private static func frequentWord(_ index: SearchIndex<Record>) throws -> String {
    let words = ["the", "of", "a", "and", "study"]
    let counts = try words.map { try index.snapshot().countSync(.word($0, in: "text")) }
    return zip(words, counts).max { $0.1 < $1.1 }?.0 ?? "the"
  }

  private static func measure(
    _ index: SearchIndex<Record>, _ request: SearchRequest, repeats: Int
  ) throws -> Row {
    let first = try Stopwatch.time { try index.searchSync(request) }.0
    var again = Double.infinity
    for _ in 0..<repeats {
      again = min(again, try Stopwatch.time { try index.searchSync(request) }.0)
    }
    var exact = request
    exact.counting = .exact
    let count = try index.searchSync(exact).total.number ?? 0
    return Row(name: "", query: "", count: count, first: first, again: again)
  }
}
