/// One line of text that a person edits, with a cursor between two characters.
package struct LineEditor: Sendable, Equatable {
  /// The text before the cursor, and after it.
  private var before = ""
  private var after = ""

  /// The most bytes of the text.
  private static let byteLimit = 4_096

  package init() {}

  /// The whole text.
  package var text: String { before + after }

  /// Edits the line. Returns false if the key has no meaning in it, or changes nothing.
  package mutating func handle(_ key: Key) -> Bool {
    let old = self
    switch key {
    case .text(let text): insert(text)
    case .backspace: _ = before.popLast()
    case .delete, .endOfInput: if !after.isEmpty { after.removeFirst() }
    case .left:
      if let character = before.popLast() { after.insert(character, at: after.startIndex) }
    case .right: if !after.isEmpty { before.append(after.removeFirst()) }
    case .home: (before, after) = ("", text)
    case .end: (before, after) = (text, "")
    case .deleteToStart: before = ""
    case .deleteToEnd: after = ""
    case .deleteWord:
      while before.last?.isWhitespace == true { before.removeLast() }
      while before.last?.isWhitespace == false { before.removeLast() }
    default: return false
    }
    return self != old
  }

  private mutating func insert(_ text: String) {
    for character in text {
      let count = before.utf8.count + after.utf8.count + character.utf8.count
      guard count <= Self.byteLimit else { return }
      before.append(character)
    }
  }

  /// Returns the part of the line that fits into `width` columns, and the column of the cursor in
  /// it.
  package func window(width: Int) -> (text: String, cursor: Int) {
    var start = before.fitForTerminal()
    let end = after.fitForTerminal()
    // The cursor has a column of its own, behind the last character.
    let most = max(0, end.isEmpty ? width - 1 : width * 3 / 4)
    if start.terminalWidth > most {
      var rest = most - 1
      let kept = start.reversed().prefix { character in
        rest -= character.terminalWidth
        return rest >= 0
      }
      start = (most > 0 ? "…" : "") + String(kept.reversed())
    }
    let cursor = start.terminalWidth
    return (start + end.shortened(to: max(0, width - cursor)), cursor)
  }
}
