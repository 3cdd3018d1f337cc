import Foundation
import MartletTestSupport
import MartletToolSupport
import Testing

@testable import MartletBench

@Suite("Reports of measurements")
struct ReportTests {
  private static let queries = [
    GameQuery(tag: "union", text: "a b"), GameQuery(tag: "term", text: "a"),
    GameQuery(tag: "union", text: "c d"),
  ]

  private static func result(
    _ engine: String, _ query: Int, _ microseconds: Double, command: String = "TOP_10",
    total: Int? = nil, scores: [Double]? = nil
  ) -> EngineResult {
    EngineResult(
      engine: engine, command: command, query: query, microseconds: microseconds, total: total,
      scores: scores)
  }

  /// A folder with files of these names and texts.
  private static func folder(
    _ files: [String: String], _ body: (String) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("martlet-report-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    try body(folder.path)
  }

  @Test("the lines of all engines are read, in all files; the better time of a query counts")
  func reading() throws {
    let files = [
      "1/martlet.jsonl": try GameResult(
        command: #require(GameCommand("TOP_10")), query: 2, microseconds: 12.5, total: nil,
        top: [.init(id: "x", score: 2)]
      ).line() + "\n",
      "1/tantivy.jsonl": """
      {"engine": "tantivy", "cmd": "COUNT", "q": 0, "us": 1e2, "total": 7, "top": []}

      {"engine": "fts5", "cmd": "TOP_10", "q": 1, "us": 3}
      """,
      "2/martlet.jsonl": "{\"engine\":\"martlet\",\"cmd\":\"TOP_10\",\"q\":2,\"us\":11,\"x\":{}}",
      "build.tsv": "rate\t40.5\tMB/s\n", "queries.tsv": "union\ta b\n", "notes.txt": "no result",
    ]
    try Self.folder(files) { folder in
      let found = try ResultFolder(
        path: folder, queriesPath: "\(folder)/./queries.tsv", queryCount: 3)
      #expect(
        found.results == [
          Self.result("martlet", 2, 11),
          Self.result("tantivy", 0, 100, command: "COUNT", total: 7, scores: []),
          Self.result("fts5", 1, 3),
        ])
      #expect(found.figures.text == "rate\t40.50\tMB/s\n")
    }
  }

  @Test(
    "a line that is no result is refused with its file and number",
    arguments: [
      "{\"engine\":\"e\",\"cmd\":\"c\",\"q\":0}",
      "{\"engine\":\"e\",\"cmd\":\"c\",\"q\":-1,\"us\":1}",
      "{\"engine\":\"e\",\"cmd\":\"c\",\"q\":0.5,\"us\":1}",
      "{\"engine\":\"e\",\"cmd\":\"c\",\"q\":0,\"us\":-1}",
      "{\"engine\":\"e\",\"cmd\":\"c\",\"q\":0,\"us\":0}",
      "{\"engine\":\"e\",\"cmd\":\"c\",\"q\":0,\"us\":1e999}",
      "{\"engine\":\"e\",\"cmd\":\"c\",\"q\":0,\"us\":NaN}",
      "{\"engine\":\"\",\"cmd\":\"c\",\"q\":0,\"us\":1}", "[]", "{", "engine", "\u{0}",
      "{\"engine\":\"e\",\"cmd\":\"c\",\"q\":0,\"us\":1,\"top\":[[\"x\"]]}",
      "{\"engine\":\"e\",\"cmd\":\"c\",\"q\":3,\"us\":1}",
      "{\"engine\":\"e\",\"cmd\":\"c\",\"q\":99999999999999999999,\"us\":1}",
    ])
  func hostileLines(line: String) throws {
    let good = "{\"engine\":\"e\",\"cmd\":\"c\",\"q\":0,\"us\":1}\n"
    try Self.folder(["a.jsonl": good + line + "\n"]) { folder in
      do {
        _ = try ResultFolder(path: folder, queriesPath: "", queryCount: 3)
        Issue.record("was read: \(line)")
      } catch let failure as ToolFailure {
        #expect(failure.message.hasPrefix("\(folder)/a.jsonl, line 2: "), "\(failure.message)")
      }
    }
  }

  @Test("random damage to a file of results is read or refused, never more")
  func damaged() throws {
    let line = "{\"engine\":\"e\",\"cmd\":\"c\",\"q\":0,\"us\":1.5,\"top\":[[\"x\",2.5]]}\n"
    var random = SeededRandom(seed: TestSeed.value)
    for _ in 0..<50 {
      var bytes = Array(line.utf8)
      for _ in 0..<random.int(in: 1..<4) {
        bytes[random.int(in: 0..<bytes.count)] = UInt8(truncatingIfNeeded: random.next())
      }
      try Self.folder(["a.jsonl": String(decoding: bytes, as: UTF8.self)]) { folder in
        do { _ = try ResultFolder(path: folder, queriesPath: "", queryCount: 1) } catch {
          #expect(error is ToolFailure, "\(error), seed \(TestSeed.value)")
        }
      }
    }
  }

  @Test("means and percentiles by command and class, as parts of the best of the others")
  func comparison() throws {
    let comparison = try Comparison(
      [
        Self.result("lucene", 0, 40), Self.result("lucene", 2, 80), Self.result("zebra", 0, 10),
        Self.result("martlet", 2, 10), Self.result("martlet", 0, 20), Self.result("martlet", 1, 5),
        Self.result("tantivy", 0, 50), Self.result("tantivy", 2, 50),
        Self.result("tantivy", 1, 9, command: "COUNT"),
      ], Self.queries)
    #expect(comparison.engines == ["martlet", "tantivy", "lucene", "zebra"])
    #expect(comparison.commands == ["TOP_10"])
    #expect(comparison.tags == ["term", "union"])
    let union = Comparison.Cell(command: "TOP_10", tag: "union")
    #expect(comparison.ratio(union, .mean) == 0.3)
    #expect(comparison.ratio(union, .p99) == 0.4)
    // It left a query out.
    #expect(comparison.samples("zebra", union) == nil)
    #expect(comparison.ratio(.init(command: "TOP_10", tag: "term"), .mean) == nil)
    let names = comparison.figures.figures.map(\.name)
    #expect(names.contains("TOP_10 OR, mean, part of the best peer's") && names.count == 6)
    #expect(throws: ToolFailure.self) { try Comparison([], Self.queries) }
  }

  @Test("the tables are Markdown, with dashes where nothing was measured")
  func tables() throws {
    let results = [
      Self.result("martlet", 0, 10), Self.result("martlet", 2, 30.04), Self.result("martlet", 1, 2),
      Self.result("x|y", 0, 1_234.4), Self.result("x|y", 2, 1_234.4),
    ]
    let comparison = try Comparison(results, Self.queries)
    let text = ReportText(comparison: comparison, agreements: [])
    #expect(
      text.table("TOP_10") == """
        | µs | queries | Martlet | p99 | x\\|y | p99 | mean / best peer | p99 / best peer |
        | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
        | term | 1 | 2.0 | 2.0 | – | – | – | – |
        | OR | 2 | 20.0 | 30.0 | 1,234 | 1,234 | 0.016 | 0.024 |
        """)
    #expect(
      text.short == """
        | mean, Martlet / best peer | term | OR |
        | --- | ---: | ---: |
        | TOP\\_10 | – | 0.016 |
        """)
    let full = text.full(charts: comparison.charts)
    #expect(full.contains("![TOP_10: mean microseconds a query](performance-top-10.svg)"))
  }

  @Test("figures stand in tables, a row for each thing and a column for what was measured of it")
  func figureTables() throws {
    let figures = try MeasuredFigures(
      "build, rate\t40.25\tMB/s\nscale 1,000, term\t1\tµs\nscale 1,000, AND\t2\tµs\n"
        + "scale 2,000, term\t1234.5\tµs\nscale 2,000, AND\t99.96\tµs\nx\t1e300\ts\nx\t1\ts\n",
      source: "")
    #expect(
      FigureTables(figures).text == """
        |  | rate, MB/s |
        | --- | ---: |
        | build | 40.2 |

        |  | term, µs | AND, µs |
        | --- | ---: | ---: |
        | scale 1,000 | 1.00 | 2.00 |
        | scale 2,000 | 1,235 | 100 |

        |  | s |
        | --- | ---: |
        | x | ∞ |
        | x | 1.00 |
        """)
    #expect(FigureTables(MeasuredFigures()).text == nil)
  }

  @Test("counts and scores that differ are counted; a factor that all scores share is none")
  func agreement() {
    let results = [
      Self.result("martlet", 0, 1, scores: [2, 1]), Self.result("t", 0, 1, scores: [4.4, 2.2]),
      Self.result("martlet", 2, 1, scores: [2, 1]), Self.result("t", 2, 1, scores: [4.4, 2.3]),
      Self.result("martlet", 1, 1, scores: []), Self.result("t", 1, 1, scores: [1]),
      Self.result("martlet", 0, 1, command: "COUNT", total: 5),
      Self.result("t", 0, 1, command: "COUNT", total: 6),
      Self.result("t", 1, 1, command: "COUNT", total: 6),
    ]
    let agreement = Agreement(results, with: "t")
    #expect(agreement.counts == (1, 1))
    #expect(agreement.scores == (3, 2))
    #expect(agreement.sentence("T") == "T differs in 1 of 1 counts and 2 of 3 lists of scores.")
    #expect(Agreement(results, with: "other").sentence("O") == nil)
  }

  @Test("a report goes between the marks of a text, keeps a record and tells what changed")
  func command() throws {
    let page = "a\n<!-- begin ratios -->\nold\n<!-- end ratios -->\nb\n"
    let files = [
      "r/queries.tsv": "term\ta\n", "page.md": page, "plain.md": "no marks",
      "r/m.jsonl": "{\"engine\":\"martlet\",\"cmd\":\"COUNT\",\"q\":0,\"us\":3}\n",
      "records/box/2026-01-01-a.tsv": "COUNT term, mean\t6\tµs\n",
    ]
    try Self.folder(files) { folder in
      let options = [
        "--into", "\(folder)/page.md", "--machine", "box", "--commit", "b", "--date",
        "2026-01-02", "--records", "\(folder)/records", "--output", "\(folder)/charts",
      ]
      try Self.report(["\(folder)/r"] + options)
      let text = try TextFile.read("\(folder)/page.md")
      #expect(text.hasPrefix("a\n<!-- begin ratios -->\n\nMeasured 2026-01-02 on box, commit b."))
      #expect(text.hasSuffix("| COUNT | – |\n\n<!-- end ratios -->\nb\n"))
      let record = try TextFile.read("\(folder)/records/box/2026-01-02-b.tsv")
      #expect(record.hasPrefix("COUNT term, mean\t3.000\tµs\n"))
      #expect(try TextFile.read("\(folder)/charts/performance-count.svg").hasPrefix("<svg "))
      for bad in [
        ["--into", "\(folder)/plain.md"], ["--machine", "../x"], ["--records", "x"],
        ["--date", ""], ["--queries", "\(folder)/none"],
      ] {
        #expect(throws: (any Error).self, "\(bad)") { try Self.report(["\(folder)/r"] + bad) }
      }
    }
  }

  private static func report(_ words: [String]) throws {
    let command = ReportCommand.command
    #expect(try command.run(command.syntax.parse(words)) == .success)
  }

  @Test("changes are those of figures that both have, in the same unit")
  func changes() throws {
    let earlier = FigureRecords.Entry(
      name: "1", figures: try .init("a\t10\tµs\nb\t10\tµs\nc\t1\ts\nd\t0\ts\n", source: ""))
    let now = FigureRecords.Entry(
      name: "2",
      figures: try .init("a\t10.2\tµs\nb\t5\tµs\nc\t1\tMB\nd\t1\ts\ne\t1\ts", source: ""))
    let text = FigureRecords.changes(now, since: earlier)
    #expect(
      text == """
           before   now  times  unit
        ────────────────────────────
        b   10.00  5.00   0.50  µs

        1 of 2 figures differ from 1 by more than 5 %.
        """)
  }
}
