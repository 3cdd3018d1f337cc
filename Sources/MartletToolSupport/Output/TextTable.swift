/// Rows of text in aligned columns, for a terminal.
///
/// Widths are those of a terminal, in which an ideograph takes two columns. Nothing is wrapped; a
/// caller that knows the width of its lines shortens texts first.
package struct TextTable: Sendable {
  /// The side of its column to which a text is aligned.
  package enum Alignment: Sendable {
    case left
    case right
  }

  private let columns: [Alignment]
  private let indent: Int
  private let gap: Int
  private var rows: [[String]] = []
  /// The numbers of the rows that have a rule above them.
  private var ruled: Set<Int> = []

  /// Creates a table without rows.
  package init(columns: [Alignment], indent: Int = 0, gap: Int = 2) {
    self.columns = columns
    self.indent = indent
    self.gap = gap
  }

  /// True if there is nothing to print.
  package var isEmpty: Bool { rows.isEmpty }

  /// Adds a row. Missing texts on the right are empty.
  ///
  /// - Precondition: There are no more texts than columns.
  package mutating func add(_ texts: [String]) {
    precondition(
      texts.count <= columns.count,
      "\(texts.count) texts do not fit \(columns.count) columns")
    rows.append(texts)
  }

  /// Draws a rule under the rows so far.
  package mutating func addRule() { ruled.insert(rows.count) }

  /// The lines in one text, without a final line end.
  package var text: String { lines.joined(separator: "\n") }

  /// The lines, without trailing spaces.
  package var lines: [String] {
    let widths = columns.indices.map { column in
      rows.map { column < $0.count ? $0[column].terminalWidth : 0 }.max() ?? 0
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
    return lines
  }
}
