/// Reads the text of a paragraph, a heading or a cell of a table in Markdown.
///
/// Goes through the text once and notes what is to be left out, because it is known only later
/// whether a bracket or an asterisk is markup. Then the text is written. The order of precedence is
/// that of CommonMark 0.31, section 6: code, tags and addresses, then links, then emphasis.
///
/// Reused for all texts of a document; used by one thread.
///
/// - Complexity: O(bytes).
final class MarkdownInline {
  private let bytes: SourceBytes
  private let text: ReadText
  /// The hashes of the labels that have a definition.
  private let labels: Set<UInt64>
  private let edits = GrowingArray<MarkdownEdit>()
  private let brackets = GrowingArray<Bracket>()
  private var emphasis = MarkdownEmphasis()
  private var code = MarkdownCodeSpans()
  private var markup = MarkdownMarkup()
  private var end = 0
  /// The offset after the last markup.
  private var consumed = 0
  /// The number of outermost brackets that cannot begin a link because there is a link inside them.
  private var inactiveCount = 0

  /// A `[` that may begin a link.
  private struct Bracket {
    let offset: Int
    /// The index of the edit that removes the bracket if it begins a link.
    let edit: Int
    let isImage: Bool
    /// False if a link was found inside the brackets: links are not nested.
    var isActive = true
    /// True if there are other brackets inside, which a label may not have.
    var hasInner = false
  }

  init(bytes: SourceBytes, text: ReadText, labels: Set<UInt64>) {
    self.bytes = bytes
    self.text = text
    self.labels = labels
  }

  /// Reads `range` and adds its words to the text.
  ///
  /// - Returns: The end of a hidden element that begins in the range and ends behind it, if there
  ///   is one.
  func read(_ range: Range<Int>) -> Int? {
    end = range.upperBound
    text.stepCount &+= range.count
    var index = nextSign(from: range.lowerBound)
    guard index < end else {
      text.copy(range, of: bytes)
      return nil
    }
    edits.removeAll()
    brackets.removeAll()
    emphasis.begin(start: range.lowerBound)
    code = MarkdownCodeSpans()
    markup.begin()
    consumed = range.lowerBound
    inactiveCount = 0
    while index < end {
      let next = readSign(at: index)
      text.stepCount &+= next &- index
      index = nextSign(from: next)
    }
    text.stepCount &+= emphasis.stepCount
    MarkdownEdit.write(range, of: bytes, edits, to: text)
    return consumed > end ? consumed : nil
  }

  /// Returns the offset of the next byte that may be markup.
  private func nextSign(from start: Int) -> Int {
    bytes.firstIndex(marked: Self.signs, from: start, to: end)
  }

  /// The table of bytes that may be markup, marked by "1": `& * < [ \ ] _ ` { ~`.
  private static let signs: StaticString = """
    00000000000000000000000000000000\
    00000010001000000000000000001000\
    00000000000000000000000000011101\
    10000000000000000000000000010010\
    00000000000000000000000000000000\
    00000000000000000000000000000000\
    00000000000000000000000000000000\
    00000000000000000000000000000000
    """

  /// Reads the sign at `start`, and the markup that it begins.
  ///
  /// - Returns: The offset from which to continue.
  private func readSign(at start: Int) -> Int {
    switch bytes[start] {
    case UInt8(ascii: "\\"): return readEscape(at: start)
    case UInt8(ascii: "`"): return readCode(at: start)
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
      return emphasis.read(at: start, in: bytes, upTo: end, edits)
    case UInt8(ascii: "["):
      openBracket(at: start)
    case UInt8(ascii: "]"):
      return closeBracket(at: start)
    case UInt8(ascii: "<"):
      if let next = markup.read(at: start, in: bytes, upTo: end, text, edits) {
        consumed = next
        return next
      }
    case UInt8(ascii: "&"):
      if let reference = CharacterReference(in: bytes, at: start, upTo: end, .strict) {
        edits.append(MarkdownEdit(reference))
        consumed = reference.range.upperBound
        return consumed
      }
    default:
      if let macro = MarkdownMacro(in: bytes, at: start, upTo: end) {
        read(macro, at: start)
        consumed = macro.end
        return consumed
      }
    }
    return start &+ 1
  }

  /// Notes what is left out of a macro, including its arguments.
  private func read(_ macro: MarkdownMacro, at start: Int) {
    var position = start
    for (number, shown) in macro.shown.enumerated() {
      edits.append(MarkdownEdit(position, shown.lowerBound, number == 0 ? .remove : .separate))
      readTags(in: shown)
      position = shown.upperBound
    }
    edits.append(MarkdownEdit(position, macro.end, position == start ? .separate : .remove))
  }

  /// Notes the tags and character references in a text that has no other markup.
  private func readTags(in range: Range<Int>) {
    let (bracket, ampersand) = (UInt8(ascii: "<"), UInt8(ascii: "&"))
    var index = range.lowerBound
    while true {
      index = bytes.firstIndex(
        of: bracket, ampersand, bracket, from: index, to: range.upperBound)
      guard index < range.upperBound else { return }
      if bytes[index] == ampersand {
        let reference = CharacterReference(in: bytes, at: index, upTo: range.upperBound, .strict)
        if let reference { edits.append(MarkdownEdit(reference)) }
      } else {
        let tag = MarkdownTag(in: bytes, at: index, upTo: range.upperBound)
        text.stepCount &+= tag.end &- index
        if tag.isComplete { edits.append(MarkdownEdit(index, tag.end, .remove)) }
      }
      index &+= 1
    }
  }

  private func readEscape(at start: Int) -> Int {
    let next = bytes[start &+ 1]
    guard start &+ 1 < end, next.isASCIIPunctuation || next == 0x0A || next == 0x0D else {
      return start &+ 1
    }
    edits.append(MarkdownEdit(start, start &+ 1, .remove))
    consumed = start &+ 2
    return consumed
  }

  /// Reads code, or backticks that are not closed and are text.
  private func readCode(at start: Int) -> Int {
    guard let between = code.span(at: start, in: bytes, upTo: end, text) else {
      return MarkdownCodeSpans.endOfRun(at: start, in: bytes, upTo: end)
    }
    let span = MarkdownCodeSpans.withoutPadding(between, in: bytes)
    text.stepCount &+= span.count
    edits.append(MarkdownEdit(start, span.lowerBound, .remove))
    readReferences(in: span)
    consumed = MarkdownCodeSpans.endOfRun(at: between.upperBound, in: bytes, upTo: end)
    edits.append(MarkdownEdit(span.upperBound, consumed, .remove))
    return consumed
  }

  /// Notes what is left out of the macros in code. Only macros that stand for a reference and are
  /// not escaped are read there.
  private func readReferences(in code: Range<Int>) {
    let brace = UInt8(ascii: "{")
    var index = code.lowerBound
    while true {
      index = bytes.firstIndex(of: brace, from: index, to: code.upperBound)
      guard index < code.upperBound else { return }
      let macro = MarkdownMacro(in: bytes, at: index, upTo: code.upperBound)
      if let macro, !macro.shown.isEmpty, bytes[index &- 1] != UInt8(ascii: "\\") {
        read(macro, at: index)
        index = macro.end
      } else {
        index &+= 1
      }
    }
  }

  // MARK: Links

  private func openBracket(at start: Int) {
    let isImage = start > consumed && bytes[start &- 1] == UInt8(ascii: "!")
    brackets.append(Bracket(offset: start, edit: edits.count, isImage: isImage))
    edits.append(MarkdownEdit(isImage ? start &- 1 : start, start &+ 1, .keep))
  }

  private func closeBracket(at start: Int) -> Int {
    guard brackets.count > 0 else { return start &+ 1 }
    let open = brackets[brackets.count &- 1]
    brackets.truncate(to: brackets.count &- 1)
    inactiveCount = min(inactiveCount, brackets.count)
    if brackets.count > 0 { brackets[brackets.count &- 1].hasInner = true }
    guard open.isActive else { return start &+ 1 }
    if isFootnote(open, start) {
      edits.truncate(to: open.edit)
      emphasis.forget(from: open.offset)
      edits.append(MarkdownEdit(open.offset, start &+ 1, .remove))
      consumed = start &+ 1
      return consumed
    }
    guard let next = endOfTarget(open, start) else { return start &+ 1 }
    let kind: MarkdownEdit.Kind = open.isImage ? .separate : .remove
    edits[open.edit].kind = kind
    edits.append(MarkdownEdit(start, next, kind))
    if !open.isImage { deactivateBrackets() }
    consumed = next
    return next
  }

  /// Returns the offset after the address or the label that follows the `]` at `start`; nil if the
  /// brackets are text.
  private func endOfTarget(_ open: Bracket, _ start: Int) -> Int? {
    let next = start &+ 1
    if next < end, bytes[next] == UInt8(ascii: "("),
      let resource = MarkdownLink.endOfResource(in: bytes, at: next, upTo: end)
    {
      return resource
    }
    guard !labels.isEmpty else { return nil }
    if next < end, bytes[next] == UInt8(ascii: "["),
      let label = MarkdownLink.label(in: bytes, at: next, upTo: end)
    {
      text.stepCount &+= label.count
      if !label.isEmpty { return isDefined(label) ? label.upperBound &+ 1 : nil }
      return isDefined(open, start) ? next &+ 2 : nil
    }
    return isDefined(open, start) ? next : nil
  }

  private func isFootnote(_ open: Bracket, _ start: Int) -> Bool {
    bytes[open.offset &+ 1] == UInt8(ascii: "^") && !open.isImage && isDefined(open, start)
  }

  /// Returns true if the text in brackets is a label.
  private func isDefined(_ open: Bracket, _ start: Int) -> Bool {
    !labels.isEmpty && !open.hasInner && isDefined(open.offset &+ 1..<start)
  }

  private func isDefined(_ label: Range<Int>) -> Bool {
    text.stepCount &+= min(label.count, 1_000)
    guard let hash = MarkdownLink.hash(label, in: bytes) else { return false }
    return labels.contains(hash)
  }

  /// Marks all open brackets, except those of images, as unable to begin a link, because a link was
  /// found inside them.
  private func deactivateBrackets() {
    for index in inactiveCount..<max(inactiveCount, brackets.count) where !brackets[index].isImage {
      brackets[index].isActive = false
    }
    inactiveCount = brackets.count
  }
}
