/// Writes the bytes for a terminal whose whole screen is to show certain rows.
///
/// Only rows that are different are drawn. Each is drawn from a position of its own, and the
/// terminal wraps none, so a character that it takes for wider or narrower disturbs no other row.
package struct ScreenWriter: Sendable {
  private var drawn: [String] = []
  private var drawnCursor = (row: -1, column: -1)

  /// Begins to draw on the other screen, which leaves what was on the terminal as it was; without
  /// wrapping, and with signs around what is pasted.
  package static let start = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[2J"
  /// Goes back to the screen that was there before.
  package static let end = "\u{1B}[?2004l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  /// Signs before and after a picture, in between of which some terminals show the one before.
  private static let beginPicture = "\u{1B}[?2026h\u{1B}[?25l"
  private static let endPicture = "\u{1B}[?25h\u{1B}[?2026l"

  package init() {}

  /// Forgets what the screen shows, so that every row is drawn again.
  package mutating func forget() { drawn = [] }

  /// Returns what shows these rows, from the top, and the cursor; nothing if the screen shows them.
  ///
  /// - Parameters:
  ///   - rows: As many rows as the screen has, with no control characters but those for styles.
  ///   - cursor: The row and the column of the cursor, from 0.
  package mutating func picture(_ rows: [String], cursor: (row: Int, column: Int)) -> String {
    guard drawn != rows || drawnCursor != cursor else { return "" }
    drawnCursor = cursor
    var text = Self.beginPicture
    if drawn.count != rows.count {
      drawn = []
      text += "\u{1B}[2J"
    }
    for (number, row) in rows.enumerated() where drawn.isEmpty ? !row.isEmpty : drawn[number] != row
    {
      text += "\u{1B}[\(number + 1);1H\u{1B}[2K\(row)"
    }
    drawn = rows
    return text + "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H" + Self.endPicture
  }
}
