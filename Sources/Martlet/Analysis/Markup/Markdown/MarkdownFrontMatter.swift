/// The data before the text of a page, for a page generator: YAML between lines of `---`, or TOML
/// between lines of `+++`. Only its title is shown.
enum MarkdownFrontMatter {
  /// Reads the title.
  ///
  /// - Returns: The offset at which the text starts.
  /// - Complexity: O(front matter), or O(text) once if it is not closed.
  static func read(_ bytes: SourceBytes, into text: ReadText) -> Int {
    let end = end(in: bytes)
    var index = 0
    while index < end {
      let line = MarkdownLine(in: bytes, at: index)
      index = line.next
      guard let value = title(line) else { continue }
      // A longer text continues in lines that are indented.
      while index < end, MarkdownLine.isSpace(bytes[index]) {
        index = MarkdownLine(in: bytes, at: index).next
      }
      let shown = withoutSigns(bytes, value, index)
      text.copy(shown, of: bytes)
      text.separate(at: shown.upperBound)
      break
    }
    return end
  }

  /// Returns the start of the value of `title` in a line that gives it.
  private static func title(_ line: MarkdownLine) -> Int? {
    guard line.bytes.matches("title", at: line.start) else { return nil }
    var index = line.start &+ 5
    while MarkdownLine.isSpace(line.bytes[index]) { index &+= 1 }
    let sign = line.bytes[index]
    return sign == UInt8(ascii: ":") || sign == UInt8(ascii: "=") ? index &+ 1 : nil
  }

  /// Returns a value without the white space and quotes around it, and without the sign of a block
  /// text.
  private static func withoutSigns(_ bytes: SourceBytes, _ start: Int, _ end: Int) -> Range<Int> {
    var start = MarkdownLink.skipSpace(bytes, from: start, upTo: end)
    var end = end
    while end > start, bytes[end &- 1].isHTMLSpace { end &-= 1 }
    if bytes[start] == UInt8(ascii: ">") || bytes[start] == UInt8(ascii: "|") {
      while start < end, !bytes[start].isHTMLSpace { start &+= 1 }
      start = MarkdownLink.skipSpace(bytes, from: start, upTo: end)
    }
    let quote = bytes[start]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), end &- start >= 2,
      bytes[end &- 1] == quote
    else { return start..<end }
    return start &+ 1..<end &- 1
  }

  private static func end(in bytes: SourceBytes) -> Int {
    let start = bytes.matches("\u{FEFF}", at: 0) ? 3 : 0
    let first = MarkdownLine(in: bytes, at: start)
    let sign = bytes[start]
    guard sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+"), isFence(first, of: sign),
      isData(MarkdownLine(in: bytes, at: first.next), sign)
    else { return start }
    var index = first.next
    while index < bytes.count {
      let line = MarkdownLine(in: bytes, at: index)
      index = line.next
      let isDots = sign == UInt8(ascii: "-") && bytes.matches("...", at: line.start)
      if isFence(line, of: sign) || (isDots && isFence(line, of: UInt8(ascii: "."))) {
        return index
      }
    }
    return start
  }

  /// Returns true if a line is exactly three of `sign`.
  private static func isFence(_ line: MarkdownLine, of sign: UInt8) -> Bool {
    line.textOffset == line.start && line.first == sign && line.runLength() == 3
      && line.isBlank(from: 3)
  }

  /// Returns true if a line looks like data. A page may begin with a rule between texts instead.
  private static func isData(_ line: MarkdownLine, _ sign: UInt8) -> Bool {
    if line.first == UInt8(ascii: "#") || isFence(line, of: sign) { return true }
    let mark = UInt8(ascii: sign == UInt8(ascii: "-") ? ":" : "=")
    return line.bytes.firstIndex(of: mark, from: line.start, to: line.end) < line.end
  }
}
