import Martlet
import MartletToolSupport

/// `complete`: completes the last word of a text.
enum CompleteCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "complete",
      summary: "Completes the last word of a text from an index.",
      operands: [
        .index, .init("TEXT", "the text, with an unfinished word at its end", repeats: true),
      ],
      options: [
        .init("--field", short: "-f", value: "FIELD", "the field (default: the first text field)"),
        .init("--limit", short: "-n", value: "N", "the most completions (default: 8)"),
        .init("--json", "prints JSON lines"),
      ],
      discussion: """
        The words of the most documents come first, of those documents that have the
        words before. The exit status is 1 if there is none.
        """)
  ) { arguments in
    let limit = try arguments.integer("--limit", default: 8, in: 0...100_000)
    let index = try OpenIndex.reading(arguments.required("DIR"))
    let fields = try index.recordSchema()?.fields ?? []
    guard let field = arguments.value("--field") ?? fields.first(where: { $0.kind == .text })?.name
    else { throw UsageError("the index has no text field; name one with --field") }
    let found = try index.completionsSync(
      of: arguments.operands("TEXT").joined(separator: " "), in: FieldRef(field), limit: limit)
    var table = TextTable(columns: [.right, .left])
    for completion in found {
      if arguments.has("--json") {
        StandardOutput.printJSON(try JSONText.of(Line(completion)))
      } else {
        table.add([Figures.count(completion.documentCount), completion.text.onOneLine])
      }
    }
    if !table.isEmpty { StandardOutput.print(table.lines.joined(separator: "\n")) }
    return found.isEmpty ? .negative : .success
  }

  private struct Line: Encodable {
    var text: String
    var word: String
    var documents: Int

    init(_ completion: Completion) {
      (text, word, documents) = (completion.text, completion.word, completion.documentCount)
    }
  }
}
