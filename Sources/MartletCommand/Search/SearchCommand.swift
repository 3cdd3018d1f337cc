import Martlet
import MartletToolSupport

/// `search`: finds documents in an index.
enum SearchCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "search",
      summary: "Finds documents in an index.",
      operands: [
        .init("DIR", "the folder of the index"),
        .init("QUERY", "what to find, as one word of the shell: quote it"),
      ],
      options: [
        .init("--limit", value: "N", "the most documents to show (default: 10)"),
        .init("--json", "prints one JSON object"),
        .init("--salvage", "goes on without the parts of the index that are damaged"),
      ],
      discussion: """
        words           documents with all of them; the last may be unfinished
        "two words"     next to each other
        begin*          words that begin so
        field:word      in one field
        a OR b, -a      either; not
        (a OR b) c      brackets
        """)
  ) { arguments in
    let limit = try arguments.integer("--limit", default: 10, in: 0...100_000)
    let query = arguments.required("QUERY")
    let index = try SearchIndex<Record>.readOnly(
      path: arguments.required("DIR"),
      options: IndexOptions(onCorruption: arguments.has("--salvage") ? .salvage : .fail))
    let request = SearchRequest(query) { request in
      request.limit = limit
      request.counting = .exact
    }
    let (seconds, results) = try Stopwatch.time { try index.searchSync(request) }
    if arguments.has("--json") {
      print(try SearchReport.json(results, query: query, seconds: seconds))
    } else {
      let fields = try index.recordSchema()?.fields.map(\.name) ?? []
      print(try SearchReport.text(results, fields: fields, seconds: seconds))
    }
    return .success
  }
}
