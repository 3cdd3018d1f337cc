import Foundation
import Martlet
import MartletToolSupport

/// The results of a search as text, for a person or for a program.
enum SearchReport {
  /// The width of a line that shows a document.
  private static let width = 100

  /// Returns one line per document: rank, score, key, and the beginning of its fields.
  static func text(
    _ results: SearchResults<Record>,
    fields: [String],
    seconds: Double
  ) throws(SearchError) -> String {
    var lines = ["\(SearchSummary.count(results.total, "document")), \(Figures.time(seconds))"]
    if case .most(let count, let all) = results.matched {
      lines[0] += "; none has all words, these have at least \(count) of \(all)"
    }
    if results.omissions.contains(.damage) {
      lines.append("A part of the index is damaged, and was not searched.")
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

  /// Returns the values of the fields on one line.
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

  /// Returns one JSON object: `{"complete", "hits": [{"fields", "key", "score"}], "interpreted",
  /// "milliseconds", "query", "total"}`.
  static func json(
    _ results: SearchResults<Record>,
    query: String,
    seconds: Double
  ) throws -> String {
    let total: Int? =
      switch results.total {
      case .exactly(let count), .atLeast(let count): count
      case .notCounted: nil
      }
    let answer = Answer(
      query: query, interpreted: results.interpreted, total: total, complete: results.isComplete,
      milliseconds: (seconds * 1e6).rounded() / 1e3,
      hits: try results.hits.map { hit in
        Answer.Hit(key: hit.id, score: Double(hit.score), fields: try hit.document().fields)
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(answer), as: UTF8.self)
  }

  /// The results in the form of the JSON object.
  private struct Answer: Encodable {
    struct Hit: Encodable {
      var key: String
      var score: Double
      var fields: [String: Record.Value]
    }

    var query: String
    var interpreted: String
    var total: Int?
    var complete: Bool
    var milliseconds: Double
    var hits: [Hit]
  }
}
