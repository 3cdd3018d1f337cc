/// One line of text for a terminal, some words of which are emphasised.
///
/// White space is one space, and control characters are escaped, so that no terminal obeys the
/// text. Of a character with very many marks, only some are kept.
package struct StyledLine: Sendable {
  private var parts: [(text: String, isEmphasised: Bool)] = []
  /// The number of columns of the line.
  package private(set) var width = 0
  /// The number of characters of the line.
  package private(set) var count = 0

  package init() {}

  /// True if there is nothing to print.
  package var isEmpty: Bool { parts.isEmpty }

  /// Appends a text.
  package mutating func append(_ text: String, isEmphasised: Bool = false) {
    var line = ""
    var endsWithSpace = parts.last.map { $0.text.last == " " } ?? true
    for character in text {
      let isSpace = character.isWhitespace
      if !isSpace { line.append(character) } else if !endsWithSpace { line.append(" ") }
      endsWithSpace = isSpace
    }
    guard !line.isEmpty else { return }
    line = line.fitForTerminal()
    width += line.terminalWidth
    count += line.count
    parts.append((line, isEmphasised))
  }

  /// Appends another line.
  package mutating func append(_ line: StyledLine) {
    for part in line.parts { append(part.text, isEmphasised: part.isEmphasised) }
  }

  /// Returns the line, or its beginning with an ellipsis, in at most `width` columns.
  package func shortened(to width: Int) -> StyledLine {
    guard self.width > width else { return self }
    var line = StyledLine()
    for part in parts {
      let rest = width - line.width
      guard rest > 0 else { break }
      // A part that fits still leaves room for what follows, or for the ellipsis.
      let text = part.text.terminalWidth < rest ? part.text : (part.text + "…").shortened(to: rest)
      line.append(text, isEmphasised: part.isEmphasised)
      if text != part.text { break }
    }
    return line
  }

  /// Returns the line for a terminal that shows an emphasis.
  package func text(_ emphasis: Terminal.Emphasis) -> String {
    var text = parts.reduce(into: "") { line, part in
      line += part.isEmphasised ? emphasis.start + part.text + emphasis.end : part.text
    }
    while text.last == " " { text.removeLast() }
    return text
  }
}
