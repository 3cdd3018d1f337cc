import Martlet
import MartletToolSupport

/// `stats`: shows the counts of an index.
enum StatsCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "stats",
      summary: "Shows what is in an index.",
      operands: [.index],
      options: [.init("--json", "prints one JSON object")],
      discussion: """
        A term counts once for each segment that has it.

        The texts of an app's own document types count as one word each as long as only
        the log has them.
        """)
  ) { arguments in
    let statistics = try statistics(of: arguments.required("DIR"))
    if arguments.has("--json") {
      StandardOutput.printJSON(try JSONText.of(StatisticsReport(statistics)))
    } else {
      StandardOutput.print(text(statistics))
    }
    return .success
  }

  private static func statistics(of folder: String) throws -> IndexStatistics {
    do {
      return try OpenIndex.reading(folder).statistics
    } catch let error as SearchError where error.code == .schemaMismatch {
      return try InspectedIndex(path: folder, onCorruption: .fail).statistics
    }
  }

  static func text(_ statistics: IndexStatistics) -> String {
    let counts = [
      Figures.count(statistics.documentCount, "document"),
      "\(Figures.count(statistics.deletedCount)) deleted",
      Figures.bytes(statistics.byteCount + statistics.memoryByteCount),
      "generation \(statistics.generation)",
    ]
    let dropped = [statistics.droppedLog?.sentence].compactMap { $0 }
    return
      ([counts.joined(separator: ", "), fields(statistics), segments(statistics)] + dropped)
      .joined(separator: "\n\n")
  }

  private static func fields(_ statistics: IndexStatistics) -> String {
    var table = TextTable(columns: [.left, .left, .right, .right, .right, .right])
    table.add(["field", "kind", "documents", "without", "words", "terms"])
    table.addRule()
    for field in statistics.fields {
      let counts = [
        field.documentCount, field.missingCount, field.tokenCount, field.termCount,
      ]
      table.add([field.name.onOneLine, field.kind.name] + counts.map(Figures.count))
    }
    return table.text
  }

  private static func segments(_ statistics: IndexStatistics) -> String {
    var table = TextTable(columns: [.left, .right, .right, .right, .left])
    table.add(["segment", "documents", "deleted", "size"])
    table.addRule()
    for segment in statistics.segments {
      table.add([
        segment.name, Figures.count(segment.documentCount), Figures.count(segment.deletedCount),
        Figures.bytes(segment.byteCount), segment.isInMemory ? "in the log" : "",
      ])
    }
    return table.text
  }
}
