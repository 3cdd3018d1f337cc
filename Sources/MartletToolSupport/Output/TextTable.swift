/// Rows of text in aligned columns, for a terminal.
///
/// Widths are counted in characters. Nothing is wrapped; a caller that knows its line's width
/// shortens its texts first.
package struct TextTable: Sendable {
  /// On which side of its column a text stands.
  package enum Alignment: Sendable {
    case left
    case right
  }

  private let columns: [Alignment]
  private let indent: Int
  private let gap: Int
  private var rows: [[String]] = []
  /// The rows that are followed by a rule.
  private var ruled: Set<Int> = []

  /// A table without rows.
  package init(columns: [Alignment], indent: Int = 0, gap: Int = 2) {
    self.columns = columns
    self.indent = indent
    self.gap = gap
  }

  /// Whether there is nothing to print.
  package var isEmpty: Bool { rows.isEmpty }

  /// Adds a row; missing texts on the right are empty.
  ///
  /// - Precondition: No more texts than columns.
  package mutating func add(_ texts: [String]) {
    precondition(texts.count <= columns.count, "\(texts.count) texts in \(columns.count) columns")
    rows.append(texts)
  }

  /// Draws a line under the rows so far.
  package mutating func addRule() { ruled.insert(rows.count) }

  /// The lines, without spaces at their ends and without a last line end.
  package var text: String {
    let widths = columns.indices.map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    let rule = String(repeating: "─", count: widths.reduce(0, +) + gap * (columns.count - 1))
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    for (index, row) in rows.enumerated() {
      if ruled.contains(index) { lines.append(margin + rule) }
      let cells = row.enumerated().map { $1.padded(to: widths[$0], columns[$0]) }
      var line = margin + cells.joined(separator: String(repeating: " ", count: gap))
      while line.last == " " { line.removeLast() }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }
}

extension String {
  /// The text with spaces added up to `width` characters.
  package func padded(to width: Int, _ alignment: TextTable.Alignment = .left) -> String {
    let padding = String(repeating: " ", count: max(0, width - count))
    return alignment == .left ? self + padding : padding + self
  }

  /// The text, or as much of its beginning as fits in `width` characters with an ellipsis.
  package func shortened(to width: Int) -> String {
    count <= width ? self : prefix(max(0, width - 1)) + "…"
  }
}
