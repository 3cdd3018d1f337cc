/// Lines of Markdown that are made of signs only.
struct MarkdownRule {
  /// The sign and the end of the run in the last line that was examined, so that a line that begins
  /// many lists is measured once.
  private var sign: UInt8 = 0
  private var end = 0

  /// Returns true if the rest of `line` is a rule: three or more of `*`, `-` or `_`, and spaces.
  mutating func isRule(_ line: MarkdownLine) -> Bool {
    let byte = line.first
    guard byte == UInt8(ascii: "*") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") else {
      return false
    }
    if byte == sign, line.textOffset < end { return false }
    var index = line.textOffset
    var count = 0
    while index < line.end, line.bytes[index] == byte || MarkdownLine.isSpace(line.bytes[index]) {
      if line.bytes[index] == byte { count &+= 1 }
      index &+= 1
    }
    guard index < line.end else { return count >= 3 }
    (sign, end) = (byte, index)
    return false
  }

  /// Returns true if a line below a paragraph makes it a heading.
  static func isUnderline(_ line: MarkdownLine) -> Bool {
    guard line.first == UInt8(ascii: "=") || line.first == UInt8(ascii: "-") else { return false }
    return line.isBlank(from: line.runLength())
  }

  /// Returns true if a line below the head of a table separates it from the rows: dashes, and bars
  /// or colons.
  static func isTableDelimiter(_ line: MarkdownLine) -> Bool {
    var hasDash = false
    var hasSign = false
    for index in line.textOffset..<line.end {
      switch line.bytes[index] {
      case UInt8(ascii: "-"): hasDash = true
      case UInt8(ascii: "|"), UInt8(ascii: ":"): hasSign = true
      case 0x20, 0x09: break
      default: return false
      }
    }
    return hasDash && hasSign
  }
}

/// The sign that begins a list item.
struct MarkdownItem {
  private let width: Int

  /// Reads the sign at the start of `line`; nil if there is none.
  ///
  /// - Parameter interrupts: True if the item would end a paragraph, which it may do only if it has
  ///   text and, if it has a number, the number 1.
  init?(_ line: MarkdownLine, interrupts: Bool) {
    var width = 1
    switch line.first {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"): break
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      while width < 10, line[width].isASCIIDigit { width &+= 1 }
      guard width < 10, line[width] == UInt8(ascii: ".") || line[width] == UInt8(ascii: ")") else {
        return nil
      }
      if interrupts, width > 1 || line.first != UInt8(ascii: "1") { return nil }
      width &+= 1
    default: return nil
    }
    guard line[width] == 0 || MarkdownLine.isSpace(line[width]) else { return nil }
    if interrupts, line.isBlank(from: width) { return nil }
    self.width = width
  }

  /// Consumes the sign from `line`, and the box of a task.
  ///
  /// - Returns: The number of columns by which the item's text is indented.
  func skip(in line: inout MarkdownLine) -> Int {
    var indent = line.indent &+ width
    line.skipText(width)
    let space = line.indent
    if line.isBlank || space > 4 {
      line.skipColumns(1)
      return indent &+ 1
    }
    line.skipColumns(space)
    indent &+= space
    let isBox =
      line.first == UInt8(ascii: "[") && line[2] == UInt8(ascii: "]")
      && (line[1] == 0x20 || line[1] | 0x20 == UInt8(ascii: "x")) && MarkdownLine.isSpace(line[3])
    if isBox { line.skipText(3) }
    return indent
  }
}

/// A heading that begins with `#`.
enum MarkdownHeading {
  /// Returns the range of the heading's text, without closing signs and `{#name}`; nil if `line` is
  /// not a heading.
  static func text(of line: MarkdownLine) -> Range<Int>? {
    let level = line.runLength()
    guard level <= 6, line[level] == 0 || MarkdownLine.isSpace(line[level]) else { return nil }
    let bytes = line.bytes
    let start = MarkdownLink.skipSpace(bytes, from: line.textOffset &+ level, upTo: line.end)
    var end = trimmed(bytes, start, line.end)
    var last = end
    while last > start, bytes[last &- 1] == UInt8(ascii: "#") { last &-= 1 }
    if last == start || MarkdownLine.isSpace(bytes[last &- 1]) { end = trimmed(bytes, start, last) }
    return start..<withoutName(bytes, start, end)
  }

  private static func trimmed(_ bytes: SourceBytes, _ start: Int, _ end: Int) -> Int {
    var end = end
    while end > start, MarkdownLine.isSpace(bytes[end &- 1]) { end &-= 1 }
    return end
  }

  /// Returns the end of the text before `{#name}`, which names the heading and is not shown.
  private static func withoutName(_ bytes: SourceBytes, _ start: Int, _ end: Int) -> Int {
    guard end > start, bytes[end &- 1] == UInt8(ascii: "}") else { return end }
    var open = end &- 1
    while open > start, bytes[open] != UInt8(ascii: "{"), !MarkdownLine.isSpace(bytes[open]) {
      open &-= 1
    }
    return bytes.matches("{#", at: open) ? open : end
  }
}
