import Foundation
import Martlet
import MartletToolSupport

/// The results of a search as text, for a person or for a program.
struct SearchReport {
  var results: SearchResults<Record>
  /// The number of best documents that were skipped.
  var offset = 0
  var seconds: Double
  /// True to print the cursor of the next page.
  var showsNext = false
  /// False if the documents have no scores, because they are sorted by values.
  var isScored = true
  /// The explanation of each hit's score, if they are asked for.
  var explanations: [ScoreExplanation] = []
  /// The query with its misspelt words put right.
  var suggestion: String?

  /// The least columns for the fields, however long the key is.
  private static let narrowestSummary = 20
  /// The most characters of a summary that are looked at for a line of unlimited length.
  private static let longestSummary = 1 << 20

  /// True if no document was found.
  var isEmpty: Bool {
    results.total.number.map { $0 == 0 } ?? results.hits.isEmpty
  }

  /// Returns one line per document: rank, score, key, and the beginning of its fields.
  ///
  /// - Parameter width: The number of columns of a line; nil for lines of any length.
  func text(fields: [String], width: Int?) throws(SearchError) -> String {
    var lines = ["\(SearchSummary.count(results.total, "document")), \(Figures.time(seconds))"]
    if !results.groups.isEmpty {
      lines[0] = "\(Figures.count(results.groupCount, "group")) of " + lines[0]
    }
    if case .most(let count, let all) = results.matched {
      lines[0] += "; none has all words, these have at least \(count) of \(all)"
    }
    if results.omissions.contains(.damage) {
      lines.append("A part of the index is damaged, and was not searched.")
    }
    if let suggestion { lines.append("Did you mean: \(suggestion.onOneLine)") }
    for diagnostic in results.diagnostics { lines.append(diagnostic.message.onOneLine) }
    var table = TextTable(columns: [.right, .right, .left])
    for (rank, hit) in results.hits.enumerated() {
      let score = isScored ? Figures.decimal(hit.score, places: 2) : ""
      table.add(["\(offset + rank + 1)", score, hit.id.escapingControls()])
    }
    guard !table.isEmpty else { return (lines + facetLines).joined(separator: "\n") }
    let starts = table.lines
    let startWidth = (starts.map(\.terminalWidth).max() ?? 0) + 2
    let free = width.map { max(Self.narrowestSummary, $0 - startWidth) }
    for (number, (start, hit)) in zip(starts, results.hits).enumerated() {
      let summary = summary(try hit.document(), fields: fields, width: free)
      lines.append(summary.isEmpty ? start : start.padded(to: startWidth) + summary)
      guard number < explanations.count else { continue }
      let tree = explanations[number].description.split(separator: "\n")
      lines += tree.map { "    " + $0.description.escapingControls() }
    }
    if showsNext, let next = results.next { lines.append("next: --after \(next)") }
    return (lines + facetLines).joined(separator: "\n")
  }

  /// The facets, each with a table of its values.
  private var facetLines: [String] {
    results.facets.flatMap { facet in
      var table = TextTable(columns: [.right, .left])
      for value in facet.values {
        table.add([Figures.count(value.count), value.text.onOneLine])
      }
      let missing = facet.missingCount == 0 ? "" : ", \(Figures.count(facet.missingCount)) without"
      let title = "\(facet.field): \(Figures.count(facet.valueCount, "value"))\(missing)"
      return ["", title] + table.lines
    }
  }

  /// Returns the values of the fields on one line.
  private func summary(_ record: Record, fields: [String], width: Int?) -> String {
    let values = fields.flatMap { record[$0]?.words ?? [] }
    let text = values.filter { $0 != record.key }.joined(separator: " · ")
    // Text beyond the line is not looked at: a document may have megabytes.
    let line = String(text.prefix(width.map { 4 * $0 } ?? Self.longestSummary)).onOneLine
    return width.map(line.shortened) ?? line
  }

  /// Returns one JSON object: `{"complete", "diagnostics", "hits": [{"explanation", "fields", "key", "score"}],
  /// "interpreted", "matched", "milliseconds", "query", "total"}`, and what was asked for of
  /// `"facets"`, `"groups"` and `"next"`.
  ///
  /// - Parameter fields: The members of the documents to give; nil for all.
  func json(query: String, fields: [String]?) throws -> String {
    return try JSONText.of(
      Answer(
        query: query, interpreted: results.interpreted, total: results.total.number,
        complete: results.isComplete,
        matched: Answer.Matched(results.matched),
        diagnostics: results.diagnostics.map(Answer.Diagnostic.init),
        milliseconds: (seconds * 1e6).rounded() / 1e3,
        hits: try results.hits.enumerated().map { number, hit in
          let members = try hit.document().fields
          return Answer.Hit(
            explanation: number < explanations.count ? explanations[number] : nil,
            key: hit.id, score: isScored ? hit.score : nil,
            fields: fields.map { names in members.filter { names.contains($0.key) } } ?? members)
        },
        groups: results.groups.isEmpty
          ? nil : results.groups.map { Answer.Group(value: $0.value, count: $0.count) },
        facets: results.facets.isEmpty ? nil : results.facets.map(Answer.Facet.init),
        next: results.next?.description, suggestion: suggestion))
  }
}

extension SearchReport {
  /// The results in the form of the JSON object.
  private struct Answer: Encodable {
    struct Hit: Encodable {
      var explanation: ScoreExplanation?
      var key: String
      var score: Double?
      var fields: [String: Record.Value]
    }

    /// The words that the hits have.
    struct Matched: Encodable {
      var all: Bool
      var atLeast: Int?
      var of: Int?

      init(_ matched: MatchedWords) {
        switch matched {
        case .all: all = true
        case .most(let count, let words): (all, atLeast, of) = (false, count, words)
        }
      }
    }

    /// A note about a part of the query; its range is in bytes of UTF-8.
    struct Diagnostic: Encodable {
      var kind: String
      var message: String
      var start: Int
      var end: Int

      init(_ diagnostic: QueryDiagnostic) {
        kind = diagnostic.kind.name
        message = diagnostic.message
        (start, end) = (diagnostic.range.lowerBound, diagnostic.range.upperBound)
      }
    }

    /// The group of the hit with the same number.
    struct Group: Encodable {
      var value: String?
      var count: Int
    }

    /// The counts of a field's values.
    struct Facet: Encodable {
      struct Value: Encodable {
        var value: String
        var count: Int
      }

      var field: String
      var values: [Value]
      var valueCount: Int
      var missing: Int

      init(_ facet: Martlet.Facet) {
        field = facet.field.name
        values = facet.values.map { Value(value: $0.text, count: $0.count) }
        valueCount = facet.valueCount
        missing = facet.missingCount
      }
    }

    var query: String
    var interpreted: String
    var total: Int?
    var complete: Bool
    var matched: Matched
    var diagnostics: [Diagnostic]
    var milliseconds: Double
    var hits: [Hit]
    var groups: [Group]?
    var facets: [Facet]?
    var next: String?
    var suggestion: String?
  }
}

extension Record.Value {
  /// The strings and numbers of the value, for a line of text.
  fileprivate var words: [String] {
    switch self {
    case .string(let text): [text]
    case .integer(let number): [String(number)]
    case .number(let number): [String(number)]
    case .bool(let flag): [String(flag)]
    case .array(let items): [items.flatMap(\.words).joined(separator: ", ")]
    case .null, .object: []
    }
  }
}
