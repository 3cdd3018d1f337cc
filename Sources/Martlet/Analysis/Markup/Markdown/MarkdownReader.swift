/// Reads the words of Markdown. Finds the blocks of a document line by line, and passes their text
/// to ``MarkdownInline`` and ``HTMLReader``.
///
/// The rules are those of CommonMark 0.31 (MacFarlane) with the tables, footnotes and task lists of
/// GitHub. They are simplified where that does not change any word: list items are not grouped into
/// lists, emphasis may cross links, and the rows of a table may have any number of cells.
///
/// A document that may define labels of links is read twice, because a label may be used before its
/// definition, and only the blocks tell a definition from code.
///
/// - Complexity: O(bytes), without recursion; one copy of the document at a time.
struct MarkdownReader {
  private let bytes: SourceBytes
  private let scratch: MarkdownScratch
  private let text: ReadText
  private let inline: MarkdownInline
  /// True in the first reading, which only collects ``labels``.
  private let isCollecting: Bool
  /// The hashes of the labels that have a definition so far.
  private var labels: Set<UInt64> = []
  private var containers = MarkdownContainers()
  private var leaf = MarkdownLeaf.none
  /// The range of the bytes of the current leaf, for paragraphs and HTML.
  private var leafStart = 0
  private var leafEnd = 0
  /// The end of what a browser hides, if it lies behind the text that was read last.
  private var endOfHidden: Int?

  /// Reads `original` into `text`.
  static func read(_ original: SourceBytes, into text: ReadText) {
    var labels: Set<UInt64> = []
    text.stepCount &+= original.count
    if original.contains("]:", from: 0, to: original.count) {
      let unused = ReadText(keepsMap: false)
      labels = read(original, into: unused, labels: nil)
      text.stepCount &+= unused.stepCount
    }
    _ = read(original, into: text, labels: labels)
  }

  /// Reads `original` into `text`, or only collects labels if `labels` is nil.
  ///
  /// - Returns: The hashes of the labels that have a definition, if they are collected.
  private static func read(
    _ original: SourceBytes, into text: ReadText, labels: Set<UInt64>?
  ) -> Set<UInt64> {
    let scratch = MarkdownScratch(copying: original)
    return scratch.withBytes { bytes in
      var reader = MarkdownReader(bytes, of: scratch, text, labels)
      reader.readLines()
      return reader.labels
    }
  }

  private init(
    _ bytes: SourceBytes, of scratch: MarkdownScratch, _ text: ReadText, _ labels: Set<UInt64>?
  ) {
    self.bytes = bytes
    self.scratch = scratch
    self.text = text
    text.stepCount &+= bytes.count
    isCollecting = labels == nil
    inline = MarkdownInline(bytes: bytes, text: text, labels: labels ?? [])
  }

  private mutating func readLines() {
    var index = MarkdownFrontMatter.read(bytes, into: text)
    text.stepCount &+= 2 &* index
    while index < bytes.count {
      var line = MarkdownLine(in: bytes, at: index)
      text.stepCount &+= line.next &- index
      index = read(&line)
      if let end = endOfHidden {
        endOfHidden = nil
        begin(.html(.blankLine), at: end)
        index = MarkdownLine(in: bytes, at: end).next
        leafEnd = index
      }
    }
    close()
  }

  /// Reads one line.
  ///
  /// - Returns: The offset from which to continue, normally after the line.
  private mutating func read(_ line: inout MarkdownLine) -> Int {
    let match = containers.match(&line)
    if line.isBlank {
      readBlank(line, behind: match)
      return line.next
    }
    let matchesAll = match.containers == containers.count
    switch leaf {
    case .code(let fence):
      if matchesAll {
        readCode(line, fence)
        return line.next
      }
      close()
    case .html(let end):
      if matchesAll {
        continueHTML(line, upTo: end)
        return line.next
      }
      close()
      if endOfHidden != nil { return line.next }
    case .none, .paragraph, .table: break
    }
    return openBlocks(&line, match.containers)
  }

  // MARK: Leaves

  /// Begins a leaf at `offset`, separate from the text before.
  private mutating func begin(_ leaf: MarkdownLeaf, at offset: Int) {
    self.leaf = leaf
    leafStart = offset
    leafEnd = offset
    text.separate(at: offset)
  }

  /// Ends the leaf and reads its text.
  private mutating func close() {
    switch leaf {
    case .none, .table, .code: break
    case .paragraph: readParagraph()
    case .html: readHTML()
    }
    leaf = .none
    text.separate(at: leafEnd)
  }

  private mutating func readHTML() {
    let reader = HTMLReader(bytes: bytes, text: text, hasMacros: true)
    guard let hidden = reader.read(leafStart..<leafEnd) else { return }
    endOfHidden = hidden.end(in: bytes, from: leafEnd, upTo: bytes.count) ?? bytes.count
    text.stepCount &+= (endOfHidden ?? leafEnd) &- leafEnd
  }

  /// Reads the text of the leaf behind the definitions with which it begins.
  ///
  /// - Parameter isTable: True if the last line is the head of a table.
  private mutating func readParagraph(isTable: Bool = false) {
    while let definition = MarkdownDefinition(in: bytes, at: leafStart, upTo: leafEnd) {
      text.stepCount &+= definition.end &- leafStart
      if isCollecting { labels.insert(definition.label) }
      leafStart = MarkdownLink.skipSpace(bytes, from: definition.end, upTo: leafEnd)
    }
    guard isTable else { return readInline(leafStart..<leafEnd) }
    var head = leafEnd
    while head > leafStart, Self.isLineEnd(bytes[head &- 1]) { head &-= 1 }
    while head > leafStart, !Self.isLineEnd(bytes[head &- 1]) { head &-= 1 }
    readInline(leafStart..<head)
    if endOfHidden == nil { readRow(head..<leafEnd) }
  }

  /// Reads the cells of a row, each as a text of its own. A bar ends a cell, also within code and
  /// tags, unless a backslash is before it.
  private mutating func readRow(_ row: Range<Int>) {
    let (bar, backslash) = (UInt8(ascii: "|"), UInt8(ascii: "\\"))
    var (start, index) = (row.lowerBound, row.lowerBound)
    while true {
      index = bytes.firstIndex(of: bar, backslash, bar, from: index, to: row.upperBound)
      guard index < row.upperBound else { break }
      if bytes[index] == bar {
        readInline(start..<index)
        guard endOfHidden == nil else { return }
        text.separate(at: index)
        start = index &+ 1
      } else if bytes[index &+ 1].isASCIIPunctuation {
        index &+= 1
      }
      index &+= 1
    }
    readInline(start..<row.upperBound)
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private mutating func readInline(_ range: Range<Int>) {
    // To collect labels, it is enough to know what is hidden.
    let bracket = UInt8(ascii: "<")
    if isCollecting,
      bytes.firstIndex(of: bracket, from: range.lowerBound, to: range.upperBound)
        == range.upperBound
    {
      return
    }
    endOfHidden = inline.read(range)
  }

  /// Ends the leaf and all containers after the first `count`.
  private mutating func keep(_ count: Int) {
    close()
    containers.keep(count)
  }

  private mutating func readBlank(_ line: MarkdownLine, behind match: MarkdownContainers.Match) {
    let count = containers.countOverBlank(match)
    guard count == containers.count else { return keep(count) }
    switch leaf {
    case .none: break
    case .paragraph, .table, .html(.blankLine): close()
    case .code: text.copy(line.end..<line.next, of: bytes)
    case .html: leafEnd = line.next
    }
  }

  private mutating func readCode(_ line: MarkdownLine, _ fence: MarkdownFence) {
    text.stepCount &+= line.end &- line.textOffset
    guard !fence.isClosed(by: line) else { return close() }
    var line = line
    line.skipColumns(fence.indent)
    text.copy(line.offset..<line.next, of: bytes)
    leafEnd = line.next
  }

  private mutating func continueHTML(_ line: MarkdownLine, upTo end: HTMLBlockEnd) {
    text.stepCount &+= 4 &* (line.end &- line.start)
    extend(by: line)
    if end.isReached(in: line, from: line.offset) { close() }
  }

  /// Adds a line to the leaf, without the signs of its containers.
  private mutating func extend(by line: MarkdownLine) {
    scratch.blank(line.start..<line.offset)
    leafEnd = line.next
  }

  // MARK: Beginnings

  /// Reads the rest of a line after the signs of the first `matched` containers.
  private mutating func openBlocks(_ line: inout MarkdownLine, _ matched: Int) -> Int {
    var matched = matched
    var rule = MarkdownRule()
    while endOfHidden == nil {
      if line.isBlank {
        keep(matched)
        return line.next
      }
      let continues = matched == containers.count
      if line.indent >= 4 {
        if case .paragraph = leaf { return readText(line, matched) }
        keep(matched)
        begin(.none, at: line.offset)
        line.skipColumns(4)
        text.copy(line.offset..<line.next, of: bytes)
        return line.next
      }
      if openContainer(&line, &matched, continues: continues, &rule) { continue }
      return readLeaf(line, matched, continues: continues, &rule) ?? readText(line, matched)
    }
    return line.next
  }

  /// Begins a block quote, a footnote or a list item, if the line has one here.
  private mutating func openContainer(
    _ line: inout MarkdownLine, _ matched: inout Int, continues: Bool, _ rule: inout MarkdownRule
  ) -> Bool {
    if line.first == UInt8(ascii: ">") {
      keep(matched)
      _ = MarkdownContainers.skipQuote(&line)
      containers.addQuote()
    } else if let footnote = MarkdownFootnote(line) {
      text.stepCount &+= footnote.width
      keep(matched)
      if isCollecting { labels.insert(footnote.label) }
      line.skipText(footnote.width)
      line.skipColumns(line.indent)
      containers.addItem(indent: 4)
    } else {
      let interrupts = continues && isParagraph
      if interrupts, MarkdownRule.isUnderline(line) { return false }
      guard let item = MarkdownItem(line, interrupts: interrupts), !rule.isRule(line) else {
        return false
      }
      keep(matched)
      containers.addItem(indent: item.skip(in: &line))
    }
    matched = containers.count
    return true
  }

  private var isParagraph: Bool {
    if case .paragraph = leaf { true } else { false }
  }

  /// Reads a line that is a block by itself, or begins one, whatever precedes it.
  private mutating func readLeaf(
    _ line: MarkdownLine, _ matched: Int, continues: Bool, _ rule: inout MarkdownRule
  ) -> Int? {
    switch line.first {
    case UInt8(ascii: "#"):
      guard let heading = MarkdownHeading.text(of: line) else { return nil }
      keep(matched)
      guard endOfHidden == nil else { break }
      begin(.none, at: heading.lowerBound)
      readInline(heading)
      text.separate(at: heading.upperBound)
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      guard let fence = MarkdownFence(line) else { return nil }
      text.stepCount &+= line.end &- line.textOffset
      keep(matched)
      begin(.code(fence), at: line.next)
    case UInt8(ascii: "<"):
      text.stepCount &+= line.end &- line.textOffset
      guard let end = HTMLBlockEnd(line, interrupts: continues && isParagraph) else { return nil }
      keep(matched)
      guard endOfHidden == nil else { break }
      begin(.html(end), at: line.textOffset)
      leafEnd = line.next
      if end.isReached(in: line, from: line.textOffset &+ 1) { close() }
    case UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: "*"), UInt8(ascii: "_"):
      let isUnderline = continues && isParagraph && MarkdownRule.isUnderline(line)
      guard isUnderline || rule.isRule(line) else { return nil }
      keep(matched)
    default: return nil
    }
    return line.next
  }

  /// Reads a line of a paragraph or a table.
  private mutating func readText(_ line: MarkdownLine, _ matched: Int) -> Int {
    switch leaf {
    case .paragraph:
      if matched == containers.count, MarkdownRule.isTableDelimiter(line) {
        readParagraph(isTable: true)
        leaf = .table
      } else {
        extend(by: line)
      }
    case .table where matched == containers.count:
      begin(.table, at: line.textOffset)
      readRow(line.textOffset..<line.next)
    default:
      keep(matched)
      begin(.paragraph, at: line.textOffset)
      leafEnd = line.next
    }
    return line.next
  }
}
