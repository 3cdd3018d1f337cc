import Martlet
import MartletToolSupport

/// What a search found, for a person or for a program.
enum SearchReport {
  /// The width of a line that shows a document.
  private static let width = 100

  /// One line per document: rank, score, key, and the beginning of its fields.
  static func text(
    _ results: SearchResults<Record>,
    fields: [String],
    seconds: Double
  ) throws(SearchError) -> String {
    var lines = ["\(SearchSummary.count(results.total, "document")), \(Figures.time(seconds))"]
    if case .most(let count, let all) = results.matched {
      lines[0] += "; none has all words, these have at least \(count) of \(all)"
    }
    for diagnostic in results.diagnostics { lines.append(diagnostic.message) }
    var table = TextTable(columns: [.right, .right, .left, .left])
    for (rank, hit) in results.hits.enumerated() {
      let record = try hit.document()
      table.add([
        "\(rank + 1)", Figures.decimal(hit.score, places: 2), hit.id,
        summary(record, fields: fields).shortened(to: max(20, width - hit.id.count)),
      ])
    }
    if !table.isEmpty { lines.append(table.text) }
    return lines.joined(separator: "\n")
  }

  /// The values of the fields, on one line.
  private static func summary(_ record: Record, fields: [String]) -> String {
    let values = fields.flatMap { name in
      switch record[name] {
      case .string(let text)?: [text]
      case .integer(let number)?: [String(number)]
      case .number(let number)?: [String(number)]
      case .array(let items)?: [items.compactMap(\.string).joined(separator: ", ")]
      default: [String]()
      }
    }
    let text = values.filter { $0 != record.key }.joined(separator: " · ")
    return text.prefix(4 * width).split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// `{"query", "interpreted", "total", "complete", "milliseconds", "hits": [{"key", "score",
  /// "fields"}]}`
  static func json(
    _ results: SearchResults<Record>,
    query: String,
    seconds: Double
  ) throws(SearchError) -> String {
    var hits: [String] = []
    for hit in results.hits {
      let fields = String(decoding: try hit.document().json, as: UTF8.self)
      hits.append(
        "{\"key\": \(JSONValue.quoted(hit.id)), \"score\": \(hit.score), \"fields\": \(fields)}")
    }
    let total =
      switch results.total {
      case .exactly(let count), .atLeast(let count): String(count)
      case .notCounted: "null"
      }
    let members = [
      "\"query\": \(JSONValue.quoted(query))",
      "\"interpreted\": \(JSONValue.quoted(results.interpreted))", "\"total\": \(total)",
      "\"complete\": \(results.isComplete)",
      "\"milliseconds\": \(Figures.decimal(seconds * 1e3, places: 3))",
      "\"hits\": [\(hits.joined(separator: ", "))]",
    ]
    return "{" + members.joined(separator: ", ") + "}"
  }
}
