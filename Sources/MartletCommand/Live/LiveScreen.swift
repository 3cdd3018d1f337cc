import MartletToolSupport

/// The rows of a screen for a search as one types.
struct LiveScreen {
  /// The lines of one document.
  struct Lines {
    var title: StyledLine
    var passage: StyledLine
  }

  var state: LiveState
  /// The line about what was found.
  var status: StyledLine
  /// The documents that are on the screen.
  var hits: [Lines]
  var emphasis: Terminal.Emphasis

  private static let prompt = "Search: "
  private static let help = "↑ ↓ choose   Enter prints   Esc leaves"
  /// The sign of the chosen document, and the columns before the lines of each.
  private static let chosenSign = ">"
  private static let usualMargin = 2

  /// The number of columns for a line of a document.
  static func lineWidth(columns: Int) -> Int { max(1, columns - margin(columns: columns)) }

  /// The number of columns before it, where there is room for them.
  private static func margin(columns: Int) -> Int { columns > usualMargin ? usualMargin : 0 }

  /// The rows, as many as the screen has.
  var rows: [String] {
    var rows = [field.text, dim(status.shortened(to: state.columns).text(.none))]
    let width = Self.lineWidth(columns: state.columns)
    let margin = String(repeating: " ", count: Self.margin(columns: state.columns))
    for (number, hit) in zip(state.shown, hits) {
      let isChosen = number == state.chosen && !margin.isEmpty
      let sign = isChosen ? Self.strong(Self.chosenSign) + margin.dropLast() : margin
      rows.append(sign + hit.title.shortened(to: width).text(emphasis))
      rows.append(margin + hit.passage.shortened(to: width).text(emphasis))
    }
    let free = state.rows - rows.count - 1
    if free >= 0 {
      rows += Array(repeating: "", count: free) + [dim(Self.help.shortened(to: state.columns))]
    }
    return Array(rows.prefix(state.rows))
  }

  /// The position of the cursor, from 0.
  var cursor: (row: Int, column: Int) { (0, min(field.cursor, max(0, state.columns - 1))) }

  /// The row in which one types, and the column of the cursor in it.
  private var field: (text: String, cursor: Int) {
    // A narrow screen has room for the text alone.
    let prompt = state.columns >= 3 * Self.prompt.count ? Self.prompt : ""
    let (text, cursor) = state.editor.window(width: max(1, state.columns - prompt.count))
    return (prompt + text, prompt.count + cursor)
  }

  private func dim(_ text: String) -> String { text.isEmpty ? "" : "\u{1B}[2m\(text)\u{1B}[0m" }

  private static func strong(_ text: String) -> String { "\u{1B}[1m\(text)\u{1B}[0m" }
}
