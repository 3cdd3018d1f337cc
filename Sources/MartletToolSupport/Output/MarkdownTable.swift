/// Rows of text as a table in Markdown.
package struct MarkdownTable: Sendable {
  private let alignments: [TextTable.Alignment]
  private var rows: [[String]]

  /// Creates a table with a row of headings and no other rows.
  package init(_ headings: [String], _ alignments: [TextTable.Alignment]) {
    precondition(
      headings.count == alignments.count,
      "\(headings.count) headings for \(alignments.count) columns")
    self.alignments = alignments
    rows = [headings]
  }

  /// Adds a row. Missing texts on the right are empty.
  ///
  /// - Precondition: There are no more texts than columns.
  package mutating func add(_ texts: [String]) {
    precondition(
      texts.count <= alignments.count,
      "\(texts.count) texts do not fit \(alignments.count) columns")
    rows.append(texts + Array(repeating: "", count: alignments.count - texts.count))
  }

  /// The lines, without a final line end.
  package var text: String {
    var lines = rows.map { Self.line($0.map(Self.escaped)) }
    lines.insert(Self.line(alignments.map { $0 == .left ? "---" : "---:" }), at: 1)
    return lines.joined(separator: "\n")
  }

  private static func line(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }

  /// Returns the text with its special characters escaped, so that a cell shows it as it is.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case _ where character.isNewline: result += " "
      case "|", "\\", "`", "*", "_", "<", "[", "]": result += "\\\(character)"
      case "&": result += "&amp;"
      default: result.append(character)
      }
    }
    return result
  }
}
