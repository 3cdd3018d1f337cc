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

extension String {
  /// The number of columns that the text takes in a terminal.
  package var terminalWidth: Int {
    // Long lists are mostly ASCII.
    utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.terminalWidth }
  }

  /// Returns the text with spaces added up to `width` columns.
  package func padded(to width: Int, _ alignment: TextTable.Alignment = .left) -> String {
    let padding = String(repeating: " ", count: max(0, width - terminalWidth))
    return alignment == .left ? self + padding : padding + self
  }

  /// Returns the text, or its beginning with an ellipsis, in at most `width` columns.
  package func shortened(to width: Int) -> String {
    guard terminalWidth > width else { return self }
    var rest = width - 1
    return prefix { character in
      rest -= character.terminalWidth
      return rest >= 0
    } + "…"
  }
}

extension Character {
  /// The number of columns in a terminal: 2 for the large blocks of characters that Unicode calls
  /// wide or full width (Standard Annex 11), otherwise 1.
  fileprivate var terminalWidth: Int {
    switch unicodeScalars.first?.value ?? 0 {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }
}
