import Martlet
import MartletToolSupport

/// The results for a person.
extension SearchReport {
  /// The least columns for the fields, however long the key is.
  private static let narrowestSummary = 20
  /// The most characters of a summary that are looked at for a line of unlimited length.
  private static let longestSummary = 1 << 20

  /// Returns one line for each document: rank, score, key, and the beginning of its fields. A
  /// second line has the best passage if a field is given for it, or if the lines of a terminal are
  /// too short for the fields.
  ///
  /// Control characters are escaped, except those of the emphasis.
  ///
  /// - Parameter width: The number of columns of a line; nil for lines of any length.
  func text(fields: [String], width: Int?) throws(SearchError) -> String {
    var lines = heading
    var table = TextTable(columns: [.right, .right, .left])
    for (rank, hit) in results.hits.enumerated() {
      let score = isScored ? Figures.decimal(hit.score, places: 2) : ""
      table.add(["\(offset + rank + 1)", score, hit.id.escapingControls()])
    }
    if !table.isEmpty {
      let starts = table.lines
      let startWidth = (starts.map(\.terminalWidth).max() ?? 0) + 2
      for (number, (start, hit)) in zip(starts, results.hits).enumerated() {
        lines += try self.lines(of: hit, start, startWidth, fields, width)
        guard number < explanations.count else { continue }
        let tree = explanations[number].description.split(separator: "\n")
        lines += tree.map { "    " + $0.description.escapingControls() }
      }
      if showsNext, let next = results.next { lines.append("next: --after \(next)") }
    }
    return (lines + facetLines + traceLines).joined(separator: "\n")
  }

  /// The lines before the documents.
  private var heading: [String] {
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
    lines += wordLines
    if let suggestion { lines.append("Did you mean: \(suggestion.onOneLine)") }
    for diagnostic in results.diagnostics { lines.append(diagnostic.message.onOneLine) }
    return lines
  }

  /// The facets, each with a table of its values.
  private var facetLines: [String] {
    results.facets.flatMap { facet in
      var table = TextTable(columns: [.right, .left])
      for value in facet.values {
        table.add([Figures.count(value.count), value.text.onOneLine])
      }
      let missing = facet.missingCount == 0 ? "" : ", \(Figures.count(facet.missingCount)) without"
      let title =
        "\(facet.field.name.onOneLine): \(Figures.count(facet.valueCount, "value"))\(missing)"
      return ["", title] + table.lines
    }
  }

  /// Returns the lines of one document, the first of which begins with `start`.
  private func lines(
    of hit: Hit<Record>, _ start: String, _ startWidth: Int, _ fields: [String], _ width: Int?
  ) throws(SearchError) -> [String] {
    let free = width.map { max(Self.narrowestSummary, $0 - startWidth) }
    let all = try summary(of: hit, fields, width: free)
    let isWhole = free.map { all.width <= $0 } ?? true
    guard snippetField != nil || !isWhole,
      let (field, passage) = try passage(of: hit, width: free)
    else { return [joined(start, startWidth, all, free)] }
    let rest = try summary(of: hit, fields.filter { $0 != field }, width: free)
    let indent = String(repeating: " ", count: startWidth)
    return [joined(start, startWidth, rest, free), indent + passage.text(emphasis)]
  }

  private func joined(
    _ start: String, _ startWidth: Int, _ summary: StyledLine, _ free: Int?
  ) -> String {
    let line = free.map(summary.shortened) ?? summary
    return line.isEmpty ? start : start.padded(to: startWidth) + line.text(emphasis)
  }

  /// Returns the values of the fields on one line, with the words of the query emphasised.
  private func summary(
    of hit: Hit<Record>, _ fields: [String], width: Int?
  ) throws(SearchError) -> StyledLine {
    let record = try hit.document()
    // Text beyond the line is not looked at: a document may have megabytes.
    let most = width.map { 4 * $0 } ?? Self.longestSummary
    var line = StyledLine()
    for field in fields {
      let words = (record[field]?.words ?? []).filter { $0 != record.key }
      guard !words.isEmpty, line.count < most else { continue }
      if !line.isEmpty { line.append(" · ") }
      if width != nil, textFields.contains(field) {
        for part in try hit.highlights(in: FieldRef(field)).parts where line.count < most {
          line.append(String(part.text.prefix(most)), isEmphasised: part.isHighlighted)
        }
      } else {
        line.append(String(words.joined(separator: " · ").prefix(most)))
      }
    }
    return line
  }

  /// Returns the best passage of the field that was asked for, or else of the text field with the
  /// longest one that has words of the query; and the name of the field.
  private func passage(
    of hit: Hit<Record>, width: Int?
  ) throws(SearchError) -> (field: String, StyledLine)? {
    var best: (field: String, line: StyledLine)?
    for field in snippetField.map({ [$0] }) ?? textFields {
      let snippet = try snippet(of: hit, field, width: width)
      guard snippetField != nil || !snippet.isPlain else { continue }
      var line = StyledLine()
      for part in snippet.parts {
        line.append(String(part.text), isEmphasised: part.isHighlighted)
      }
      if line.count > best?.line.count ?? 0 { best = (field, line) }
    }
    return best
  }

  /// Returns a passage that fits into `width` columns, of which some characters take two.
  private func snippet(
    of hit: Hit<Record>, _ field: String, width: Int?
  ) throws(SearchError) -> HighlightedText {
    // Room for an ellipsis at both ends.
    let length = width.map { $0 - 2 } ?? Self.snippetLength
    let snippet = try hit.snippet(FieldRef(field), length: .characters(length))
    guard let width, snippet.text.terminalWidth > width else { return snippet }
    return try hit.snippet(FieldRef(field), length: .characters(length / 2))
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
