import Martlet
import MartletToolSupport

/// `salvage`: copies what is readable of a damaged index into a new one.
enum SalvageCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "salvage",
      summary: "Copies what is readable of a damaged index into a new one.",
      operands: [
        .init("DIR", "the folder of the damaged index, which is not changed", kind: .folder),
        .init("NEW-DIR", "the folder of the new index, missing or empty", kind: .folder),
      ],
      options: IndexCommand.fields,
      discussion: """
        The fields are those that the old index keeps. Only if they cannot be read, say
        what is searched as it was said when the index was made, in the same order.
        No program may write to the old index meanwhile.
        """)
  ) { arguments in
    let (old, new) = (arguments.required("DIR"), arguments.required("NEW-DIR"))
    try OpenIndex.require(old)
    let choice = try FieldChoice(arguments)
    let (seconds, report) = try Stopwatch.time { () throws(ToolFailure) in
      do throws(SearchError) {
        guard choice.isEmpty else {
          return try SearchIndex<Record>.salvage(from: old, to: new, schema: choice.schema)
        }
        return try SearchIndex<Record>.salvage(from: old, to: new)
      } catch {
        let hint =
          error.code == .schemaMismatch && choice.isEmpty
          ? "; if the schema cannot be read, name the fields to search with --text and the like"
          : ""
        throw ToolFailure("\(error.sentence)\(hint)")
      }
    }
    StandardOutput.print(text(report, folder: new, seconds: seconds))
    return .success
  }

  static func text(_ report: SalvageReport, folder: String, seconds: Double) -> String {
    var lines = [
      "\(folder): \(Figures.count(report.documentCount, "document")), \(Figures.time(seconds))"
    ]
    if report.isComplete { return lines[0] + "; nothing is lost" }
    lines.append(
      "known to be lost: \(Figures.count(report.lostDocumentCount, "document")); "
        + "older versions or deleted, perhaps: \(Figures.count(report.possiblyStaleDocumentCount))")
    if !report.unsearchableFields.isEmpty {
      lines.append(
        "not stored, so that documents from damaged segments are not found by: "
          + report.unsearchableFields.joined(separator: ", "))
    }
    return (lines + report.problems.map { "  \($0.sentence.onOneLine)" }).joined(separator: "\n")
  }
}
