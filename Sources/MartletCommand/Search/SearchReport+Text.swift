import Martlet
import MartletToolSupport

/// The results for a person.
extension SearchReport {
  /// The least columns for the fields beside the keys.
  private static let narrowestSummary = 20
  /// The columns before the fields where these are below the keys.
  private static let narrowIndent = 3

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
      if showsNext, let next { lines.append("next: --after \(next)") }
    }
    return (lines + facetLines + traceLines).joined(separator: "\n")
  }

  /// The lines before the documents.
  private var heading: [String] {
    var lines = ["\(SearchSummary.count(results.total, "document")), \(Figures.time(seconds))"]
    if isGrouped {
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
    for diagnostic in results.diagnostics {
      let message = diagnostic.message.onOneLine
      if !lines.contains(message) { lines.append(message) }
    }
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
  ///
  /// Where the keys leave too little room beside them, the fields are below them.
  private func lines(
    of hit: Hit<Record>, _ start: String, _ startWidth: Int, _ fields: [String], _ width: Int?
  ) throws(SearchError) -> [String] {
    let isBelow = width.map { $0 < startWidth + Self.narrowestSummary } ?? false
    let indent = String(repeating: " ", count: isBelow ? Self.narrowIndent : startWidth)
    let free = width.map { max(1, $0 - indent.count) }
    func first(_ summary: StyledLine) -> [String] {
      guard isBelow else { return [joined(start, startWidth, summary, free)] }
      return [start] + (summary.isEmpty ? [] : [joined(indent, indent.count, summary, free)])
    }
    let texts = HitLines(
      fields: fields, textFields: textFields, repeatsKey: repeatsKey, snippetField: snippetField)
    let all = try texts.summary(of: hit, width: free)
    let isWhole = free.map { all.width <= $0 } ?? true
    guard snippetField != nil || !isWhole,
      let (field, passage) = try texts.passage(of: hit, width: free)
    else { return first(all) }
    let rest = try texts.summary(of: hit, without: field, width: free)
    return first(rest) + [joined(indent, indent.count, passage, free)]
  }

  private func joined(
    _ start: String, _ startWidth: Int, _ summary: StyledLine, _ free: Int?
  ) -> String {
    let line = free.map(summary.shortened) ?? summary
    return line.isEmpty ? start : start.padded(to: startWidth) + line.text(emphasis)
  }
}
