/// The open block of Markdown that holds text and may continue in the next line.
enum MarkdownLeaf {
  case none
  case paragraph
  /// The rows of a table; each is read at once.
  case table
  case code(MarkdownFence)
  case html(HTMLBlockEnd)
}

/// The line that begins code, which decides the line that ends it.
struct MarkdownFence {
  let byte: UInt8
  let count: Int
  let indent: Int

  /// Reads the fence in `line`; nil if there is none.
  init?(_ line: MarkdownLine) {
    byte = line.first
    count = line.runLength()
    indent = line.indent
    guard byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~"), count >= 3 else { return nil }
    let info = line.textOffset &+ count
    if byte == UInt8(ascii: "`"),
      line.bytes.firstIndex(of: byte, from: info, to: line.end) < line.end
    {
      return nil
    }
  }

  /// Returns true if `line` ends the code.
  func isClosed(by line: MarkdownLine) -> Bool {
    guard line.first == byte, line.indent < 4 else { return false }
    let length = line.runLength()
    return length >= count && line.isBlank(from: length)
  }
}

/// The condition that ends a block of HTML in Markdown (CommonMark, section 4.6).
enum HTMLBlockEnd {
  /// An end tag of an element whose content may have blank lines.
  case rawEndTag
  case comment
  case instruction
  case declaration
  case cdata
  case blankLine

  /// Creates the condition that ends the block that begins with `line`; nil if no block begins.
  ///
  /// - Parameter interrupts: True if the line would end a paragraph, which not every tag may do.
  init?(_ line: MarkdownLine, interrupts: Bool) {
    let bytes = line.bytes
    let start = line.textOffset
    let next = line[1]
    if next == UInt8(ascii: "?") {
      self = .instruction
    } else if next == UInt8(ascii: "!") {
      if bytes.matches("<!--", at: start) {
        self = .comment
      } else if bytes.matches("<![CDATA[", at: start) {
        self = .cdata
      } else if line[2].isASCIILetter {
        self = .declaration
      } else {
        return nil
      }
    } else {
      self.init(tag: line, interrupts: interrupts)
    }
  }

  private init?(tag line: MarkdownLine, interrupts: Bool) {
    let isEnd = line[1] == UInt8(ascii: "/")
    var length = isEnd ? 2 : 1
    let first = line.textOffset &+ length
    while line[length].isASCIIAlphanumeric || line[length] == UInt8(ascii: "-") { length &+= 1 }
    let element = HTMLElement(named: first..<line.textOffset &+ length, in: line.bytes)
    let next = line[length]
    let isOver =
      next == 0 || MarkdownLine.isSpace(next) || next == UInt8(ascii: ">")
      || (next == UInt8(ascii: "/") && line[length &+ 1] == UInt8(ascii: ">"))
    if element.contains(.beginsRawBlock), !isEnd, isOver {
      self = .rawEndTag
    } else if element.contains(.beginsBlock), isOver {
      self = .blankLine
    } else {
      guard !interrupts, isEnd || !element.contains(.beginsRawBlock) else { return nil }
      let tag = MarkdownTag(in: line.bytes, at: line.textOffset, upTo: line.end)
      guard tag.isComplete, line.isBlank(from: tag.end &- line.textOffset) else { return nil }
      self = .blankLine
    }
  }

  /// Returns true if `line` has the end of the block, from `offset` on.
  func isReached(in line: MarkdownLine, from offset: Int) -> Bool {
    switch self {
    case .blankLine: false
    case .comment: Self.contains("-->", in: line, from: offset)
    case .instruction: Self.contains("?>", in: line, from: offset)
    case .declaration: Self.contains(">", in: line, from: offset)
    case .cdata: Self.contains("]]>", in: line, from: offset)
    case .rawEndTag:
      Self.contains("</pre>", in: line, from: offset)
        || Self.contains("</script>", in: line, from: offset)
        || Self.contains("</style>", in: line, from: offset)
        || Self.contains("</textarea>", in: line, from: offset)
    }
  }

  private static func contains(
    _ sign: StaticString, in line: MarkdownLine, from offset: Int
  ) -> Bool {
    line.bytes.contains(sign, from: offset, to: line.end)
  }
}
