/// What a terminal shows after it was sent some bytes: the few sequences that programs of this
/// package use, and a note of all others.
///
/// Characters are as wide as terminals make them that join emoji: marks take no column, ideographs
/// and emoji two.
package struct SimulatedScreen {
  package private(set) var columns: Int
  package private(set) var rows: Int
  /// The position of the cursor, from 0.
  package private(set) var row = 0
  package private(set) var column = 0
  package private(set) var isCursorVisible = true
  /// True while the other screen is shown.
  package private(set) var isAlternate = false
  package private(set) var wraps = true
  package private(set) var marksPastes = false
  /// The sequences and control characters that it does not know.
  package private(set) var unknown: [String] = []
  /// The characters that were behind the last column.
  package private(set) var overflow = ""

  /// One column: the character in it, empty in the second column of a wide one.
  private struct Cell {
    var text = " "
    var style = ""
  }

  private var cells: [[Cell]]
  private var otherCells: [[Cell]] = []
  private var otherCursor = (0, 0)
  private var style = ""
  private var waiting: [UInt8] = []
  /// The characters of a sequence that is not complete.
  private var sequence = ""

  package init(columns: Int, rows: Int = 24) {
    self.columns = columns
    self.rows = rows
    cells = Self.blank(columns, rows)
  }

  /// The lines, without spaces at their ends.
  package var lines: [String] {
    cells.map { row in
      var line = row.map(\.text).joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// The texts that have a style of their own, such as `1;31`, by lines and in their order.
  package func texts(style: String) -> [String] {
    cells.flatMap { row in
      row.split(whereSeparator: { $0.style != style }).map { $0.map(\.text).joined() }
    }
  }

  /// Takes another size. What was shown is not kept, as the program draws it again.
  package mutating func resize(columns: Int, rows: Int = 24) {
    (self.columns, self.rows) = (columns, rows)
    cells = Self.blank(columns, rows)
    otherCells = cells
    (row, column) = (0, 0)
  }

  /// Takes what a program has written.
  package mutating func feed(_ bytes: [UInt8]) {
    waiting += bytes
    var complete = waiting.count
    // A character that is not complete waits.
    if let start = waiting.suffix(3).lastIndex(where: { $0 >= 0xC0 }) {
      let length = waiting[start] >= 0xF0 ? 4 : waiting[start] >= 0xE0 ? 3 : 2
      if start + length > waiting.count { complete = start }
    }
    for scalar in String(decoding: waiting[..<complete], as: UTF8.self).unicodeScalars {
      take(scalar)
    }
    waiting.removeFirst(complete)
  }

  private static func blank(_ columns: Int, _ rows: Int) -> [[Cell]] {
    Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
  }

  private mutating func take(_ scalar: Unicode.Scalar) {
    if !sequence.isEmpty || scalar == "\u{1B}" { return follow(scalar) }
    switch scalar {
    case "\r": column = 0
    case "\n":
      if row + 1 < rows { row += 1 } else { cells = cells.dropFirst() + Self.blank(columns, 1) }
    case _ where scalar.properties.generalCategory == .control || Self.turns(scalar):
      unknown.append(String(scalar.value, radix: 16))
    default: show(scalar)
    }
  }

  /// True if the character ends a line, or turns the direction of what follows.
  private static func turns(_ scalar: Unicode.Scalar) -> Bool {
    (0x2028...0x202E) ~= scalar.value || (0x2066...0x2069) ~= scalar.value
  }

  private mutating func show(_ scalar: Unicode.Scalar) {
    let width = Self.width(scalar)
    var before = max(0, column - 1)
    while before > 0, cells[row][before].text.isEmpty { before -= 1 }
    let isJoined = column > 0 && cells[row][before].text.unicodeScalars.last == "\u{200D}"
    if width == 0 || isJoined {
      cells[row][before].text.unicodeScalars.append(scalar)
      return
    }
    guard column + width <= columns else {
      overflow.unicodeScalars.append(scalar)
      return
    }
    cells[row][column] = Cell(text: String(scalar), style: style)
    if width == 2 { cells[row][column + 1] = Cell(text: "", style: style) }
    column += width
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // The tones of skin change the hand before them.
    if (0x1F3FB...0x1F3FF) ~= scalar.value { return 0 }
    let isWide = (0x2E80...0x9FFF) ~= scalar.value || (0xAC00...0xD7A3) ~= scalar.value
    return isWide || (0x1F300...0x1FAFF) ~= scalar.value ? 2 : 1
  }

  /// Takes the next character of a sequence.
  private mutating func follow(_ scalar: Unicode.Scalar) {
    sequence.unicodeScalars.append(scalar)
    let isEnd =
      sequence.unicodeScalars.count > 2
      ? (0x40...0x7E) ~= scalar.value
      : sequence.unicodeScalars.count == 2 && scalar != "["
    guard isEnd else { return }
    let complete = sequence
    sequence = ""
    obey(complete)
  }

  private mutating func obey(_ text: String) {
    let body = String(text.dropFirst(2).dropLast())
    let numbers = body.split(separator: ";").map { Int($0) ?? 0 }
    switch (text.last, body) {
    case ("H", _):
      row = min(rows, max(1, numbers.first ?? 1)) - 1
      column = min(columns, max(1, numbers.dropFirst().first ?? 1)) - 1
    case ("J", "2"): cells = Self.blank(columns, rows)
    case ("K", ""): cells[row].replaceSubrange(column..., with: Self.blank(columns - column, 1)[0])
    case ("K", "2"): cells[row] = Self.blank(columns, 1)[0]
    case ("m", _): style = body == "0" ? "" : body
    case ("h", _), ("l", _): set(body, text.last == "h")
    default: unknown.append(String(text.dropFirst()))
    }
  }

  private mutating func set(_ mode: String, _ isOn: Bool) {
    switch mode {
    case "?7": wraps = isOn
    case "?25": isCursorVisible = isOn
    case "?2004": marksPastes = isOn
    case "?2026": break
    case "?1049":
      guard isOn != isAlternate else { return unknown.append("[?1049 twice") }
      if isOn { (otherCells, otherCursor) = (cells, (row, column)) }
      cells = isOn ? Self.blank(columns, rows) : otherCells
      if !isOn { (row, column) = otherCursor }
      isAlternate = isOn
    default: unknown.append("[\(mode)")
    }
  }
}
