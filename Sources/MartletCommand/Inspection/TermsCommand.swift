import Martlet
import MartletToolSupport

/// `terms`: lists the terms of an index.
enum TermsCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "terms",
      summary: "Lists the terms of an index, with counts of documents.",
      operands: [
        .index, .init("PREFIX", "the beginning of the terms to list", isRequired: false),
      ],
      options: [
        .init("--field", short: "-f", value: "FIELD", "only the terms of this field"),
        .init("--limit", short: "-n", value: "N", "the most terms of a field (default: all)"),
        .init("--frequent", "the most frequent terms first"),
        .init("--json", "prints JSON lines"),
      ],
      discussion: """
        With a PREFIX, the terms of text and keyword fields. A stem is shared by several
        forms of a word. The exit status is 1 if there is no term.
        """)
  ) { arguments in
    let limit = try arguments.integer("--limit", default: .max, in: 0...(.max))
    let index = try OpenIndex.reading(arguments.required("DIR"))
    let prefix = arguments.operand("PREFIX") ?? ""
    var rows: [Row] = []
    for field in try fields(of: index, arguments, prefix: prefix) {
      var terms = try index.terms(of: field.name, withPrefix: prefix) ?? []
      if arguments.has("--frequent") {
        // Equal counts stay in the order of the terms.
        terms = terms.enumerated().sorted {
          ($1.element.documentCount, $0.offset) < ($0.element.documentCount, $1.offset)
        }.map(\.element)
      }
      rows += terms.prefix(limit).map { Row($0, field) }
    }
    if arguments.has("--json") {
      for row in rows { StandardOutput.printJSON(try JSONText.of(row)) }
    } else if !rows.isEmpty {
      StandardOutput.print(text(rows))
    }
    return rows.isEmpty ? .negative : .success
  }

  /// A line of the list.
  struct Row: Encodable {
    var documents: Int
    var field: String
    var term: String
    /// `stem`; nil for other terms.
    var kind: String?

    init(_ term: ListedTerm, _ field: IndexStatistics.Field) {
      documents = term.documentCount
      self.field = field.name
      switch term.content {
      case .text(let text): self.term = text
      case .stem(let text): (self.term, kind) = (text, "stem")
      case .number(let number):
        self.term = field.kind.text(of: number)
      }
    }
  }

  static func text(_ rows: [Row]) -> String {
    var table = TextTable(columns: [.right, .left, .left, .left])
    for row in rows {
      table.add([
        Figures.count(row.documents), row.field.onOneLine, row.term.onOneLine, row.kind ?? "",
      ])
    }
    return table.text
  }

  /// Returns the fields to list.
  private static func fields(
    of index: SearchIndex<Record>, _ arguments: CommandArguments, prefix: String
  ) throws(ToolFailure) -> [IndexStatistics.Field] {
    let all = index.statistics.fields
    if let name = arguments.value("--field") {
      guard let field = all.first(where: { $0.name == name }) else {
        throw ToolFailure(
          "there is no field \"\(name)\" in \(arguments.required("DIR"))"
            + Spelling.suggestion(name, among: all.map(\.name)))
      }
      guard prefix.isEmpty || field.kind == .text || field.kind == .keyword else {
        throw ToolFailure(
          "the terms of \(name) are \(field.kind.name)s, which are not listed by their beginning: "
            + "leave out \(prefix.onOneLine)")
      }
      return [field]
    }
    return all.filter { prefix.isEmpty || $0.kind == .text || $0.kind == .keyword }
  }
}
