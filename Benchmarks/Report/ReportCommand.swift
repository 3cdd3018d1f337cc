import Foundation
import MartletToolSupport

/// `report`: makes tables and charts of what engines took for the same queries, and records of
/// that.
enum ReportCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "report",
      summary: "Writes tables and charts from result files, and keeps records.",
      operands: [.init("DIR", "a folder with results of game-query and of other engines")],
      options: [
        .init("--queries", value: "FILE", "the queries (default: queries.tsv in DIR)"),
        .init("--output", value: "DIR", "where charts and report.md go (default: DIR)"),
        .init(
          "--into", value: "FILE", repeats: true,
          "writes the tables into this text, not to report.md"),
        .init("--machine", value: "NAME", "what the machine is called"),
        .init("--commit", value: "ID", "what was measured"),
        .init("--date", value: "DATE", "when, as 2026-01-31 (default: today)"),
        .init("--records", value: "DIR", "keeps a record here, and compares with the last one"),
      ],
      discussion: """
        Reads all files .jsonl of DIR, whose lines have the form of game-query's, and all files .tsv,
        which build, micro and scale write; also in folders below it. Where an engine was measured
        more than once, the better time of a query counts. In a text, the tables go between the lines
        "\(MarkedText.begin("figures"))" and "\(MarkedText.end("figures"))", a summary between
        "\(MarkedText.begin("ratios"))" and "\(MarkedText.end("ratios"))".
        """)
  ) { arguments in
    let report = try Report(arguments)
    try report.write()
    return .success
  }
}

/// The options of `report`, and the results that it found.
struct Report {
  private let text: ReportText
  private let charts: [String: BarChart]
  private let output: String
  private let targets: [String]
  private let origin: MeasurementOrigin
  private let records: String?

  init(_ arguments: CommandArguments) throws {
    let folder = arguments.required("DIR")
    let queriesPath = arguments.value("--queries") ?? "\(folder)/queries.tsv"
    let queries = try GameQuery.parse(TextFile.read(queriesPath))
    let found = try ResultFolder(
      path: folder, queriesPath: queriesPath, queryCount: queries.count)
    let comparison = try Comparison(found.results, queries)
    text = ReportText(
      comparison: comparison,
      agreements: comparison.engines.dropFirst().map { ($0, Agreement(found.results, with: $0)) },
      others: found.figures)
    charts = comparison.charts
    output = arguments.value("--output") ?? folder
    targets = arguments.values("--into")
    origin = try MeasurementOrigin(arguments)
    records = arguments.value("--records")
    if records != nil, !origin.isNamed {
      throw UsageError("--records needs --machine and --commit")
    }
  }

  func write() throws {
    try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
    for (command, chart) in charts {
      try Self.write(chart.svg, to: "\(output)/\(Names.chart(command))")
    }
    let full = origin.sentence + "\n\n" + text.full(charts: charts)
    let short = origin.sentence + "\n\n" + text.short
    if targets.isEmpty {
      try Self.write("# Performance\n\n\(short)\n\n\(full)\n", to: "\(output)/report.md")
    }
    for target in targets { try Self.insert(full: full, short: short, into: target) }
    print(text.short)
    if let records { try record(in: records) }
  }

  /// Replaces the tables between the marks of a file.
  private static func insert(full: String, short: String, into path: String) throws {
    let text = try TextFile.read(path)
    let replaced = MarkedText.replacing("figures", in: text, with: full)
    let result = MarkedText.replacing("ratios", in: replaced ?? text, with: short) ?? replaced
    guard let result else {
      throw ToolFailure(
        "\(path) needs the lines \"\(MarkedText.begin("figures"))\" and "
          + "\"\(MarkedText.end("figures"))\" around the tables, each once")
    }
    try write(result, to: path)
  }

  private func record(in folder: String) throws {
    var figures = text.comparison.figures
    figures.add(text.others)
    let entry = FigureRecords.Entry(name: origin.recordName, figures: figures)
    let records = FigureRecords(folder: folder, machine: origin.machine)
    if let earlier = try records.last(before: entry.name) {
      print("\n" + FigureRecords.changes(entry, since: earlier))
    }
    try records.write(entry)
  }

  private static func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
