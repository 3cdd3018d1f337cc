import Martlet
import MartletToolSupport

/// `reindex`: indexes again what an index has stored, with other fields or another language.
enum ReindexCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "reindex",
      summary: "Indexes what is stored again, with other fields or language.",
      operands: [.index],
      options: IndexCommand.fields,
      discussion: """
        With --text and the like, these are the fields from then on. Without them, the
        fields stay, and --language is that of all texts. The new index is built beside
        the old one, which can be searched meanwhile, and takes its place in one step;
        if the command is interrupted, the old one stays. Needs room for both.
        """)
  ) { arguments in
    let folder = arguments.required("DIR")
    let choice = try FieldChoice(arguments)
    let index = try OpenIndex.writing(folder)
    let schema = try schema(choice, of: index, language: arguments.value("--language"))
    if let name = try missingField(schema, of: index) {
      throw ToolFailure(
        "no document has a field \"\(name.onOneLine)\"; \(folder.onOneLine) stays as it is")
    }
    let progress = ProgressReport(totalBytes: nil)
    let (seconds, statistics) = try Stopwatch.time {
      defer { progress.end() }
      let new = try index.reindexSync(with: schema) { done in
        progress.read(documents: done.documentCount, bytes: done.byteCount)
        progress.noteWritten()
      }
      let statistics = new.statistics
      try new.closeSync()
      return statistics
    }
    let count = statistics.documentCount
    for field in statistics.fields where count > 0 && field.documentCount == 0 {
      StandardError.print("mart: no document has a field \"\(field.name.escapingControls())\"")
    }
    let names = schema.fields.map { "\($0.name) (\($0.kind.name))" }.joined(separator: ", ")
    StandardOutput.print(
      "\(folder.onOneLine): \(Figures.count(count, "document")) with the fields \(names), "
        + Figures.time(seconds))
    return .success
  }

  /// Returns a new field that no document has; nil if there is none, or there are no documents.
  private static func missingField(
    _ schema: RecordSchema, of index: SearchIndex<Record>
  ) throws -> String? {
    let old = try index.recordSchema()?.fields.map(\.name) ?? []
    var missing = Set(schema.fields.map(\.name)).subtracting(old)
    guard !missing.isEmpty, index.statistics.documentCount > 0 else { return nil }
    struct HasAll: Error {}
    do {
      try index.forEachStored { json in
        missing.subtract(MemberNames.names(in: json))
        if missing.isEmpty { throw HasAll() }
      }
    } catch is HasAll {}
    return missing.min()
  }

  /// Returns the schema of the new index.
  private static func schema(
    _ choice: FieldChoice, of index: SearchIndex<Record>, language: String?
  ) throws -> RecordSchema {
    let old = try index.recordSchema() ?? RecordSchema(fields: [])
    guard choice.isEmpty else {
      if case .files = IndexOrigin(bookmark: index.bookmark(IndexOrigin.bookmark)) {
        throw UsageError(
          "the fields of an index of files are path and text; give no more than --language")
      }
      var schema = language == nil ? choice.schema(continuing: old) : choice.schema
      schema.version = old.version
      return schema
    }
    var schema = old
    for number in schema.fields.indices where schema.fields[number].kind == .text {
      if language != nil { schema.fields[number].analyzer = choice.analyzer }
    }
    return schema
  }
}
