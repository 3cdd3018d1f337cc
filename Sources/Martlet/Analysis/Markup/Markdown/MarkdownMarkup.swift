/// Reads the markup at a `<` in a text of Markdown: addresses, tags, comments (CommonMark 0.31,
/// sections 6.5, 6.6).
///
/// Markup that is not closed is text. A missing end is remembered, so that it is not searched for
/// again.
///
/// Reused for all texts of a document.
///
/// - Complexity: O(bytes) in all.
struct MarkdownMarkup {
  /// The ends that are missing in the rest of the text.
  private var hasNoEndOfComment = false
  private var hasNoEndOfInstruction = false
  private var hasNoBracket = false
  /// The number of readings in the text whose end was not found.
  private var missingReadings = 0
  /// The hashes of the names of hidden elements, such as a script, of which the rest of the
  /// document has no end tag.
  private var missingEndTags: Set<UInt64> = []

  /// Begins a text.
  mutating func begin() {
    (hasNoEndOfComment, hasNoEndOfInstruction, hasNoBracket) = (false, false, false)
    missingReadings = 0
  }

  /// Reads the markup at `start` and notes what is left out.
  ///
  /// - Returns: The offset from which to continue, behind `end` if a hidden element ends in a later
  ///   text; nil if the `<` is text.
  mutating func read(
    at start: Int, in bytes: SourceBytes, upTo end: Int, _ text: ReadText,
    _ edits: GrowingArray<MarkdownEdit>
  ) -> Int? {
    let next = bytes[start &+ 1]
    guard start &+ 1 < end else { return nil }
    if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") {
      guard let close = endOfDeclaration(at: start, in: bytes, upTo: end, text) else { return nil }
      edits.append(MarkdownEdit(start, close, .remove))
      return close
    }
    if let close = Self.endOfAddress(at: start, in: bytes, upTo: end, text) {
      edits.append(MarkdownEdit(start, start &+ 1, .remove))
      edits.append(MarkdownEdit(close &- 1, close, .remove))
      return close
    }
    let tag = MarkdownTag(in: bytes, at: start, upTo: end)
    text.stepCount &+= tag.end &- start
    guard tag.isComplete else { return nil }
    let (close, separates) = endOfElement(tag, in: bytes, upTo: end, text)
    edits.append(MarkdownEdit(start, min(close, end), separates ? .separate : .remove))
    return close
  }

  /// Returns the offset after a tag, and after what it hides; and whether it stands apart.
  private mutating func endOfElement(
    _ tag: MarkdownTag, in bytes: SourceBytes, upTo end: Int, _ text: ReadText
  ) -> (offset: Int, separates: Bool) {
    let element = HTMLElement(named: tag.name, in: bytes)
    let separates = element.contains(.separates)
    guard !tag.isEnd, bytes[tag.end &- 2] != UInt8(ascii: "/") else { return (tag.end, separates) }
    if element.contains(.isReading) {
      guard missingReadings < 8 else { return (tag.end, true) }
      let found = HTMLReading(start: tag.end).end(in: bytes, upTo: end)
      text.stepCount &+= (found ?? end) &- tag.end
      if found == nil { missingReadings &+= 1 }
      // One without an end stands apart.
      return (found ?? tag.end, separates || found == nil)
    }
    guard element.contains(.isHidden), let name = MarkdownLink.hash(tag.name, in: bytes),
      !missingEndTags.contains(name)
    else { return (tag.end, separates) }
    let hidden = HTMLHiddenText.content(of: tag.name, isScript: element.contains(.isScript))
    let found = hidden.end(in: bytes, from: tag.end, upTo: bytes.count)
    text.stepCount &+= (found ?? bytes.count) &- tag.end
    if found == nil { missingEndTags.insert(name) }
    return (found ?? tag.end, separates)
  }

  /// Returns the offset after a comment, an instruction, a declaration or the start of CDATA; nil
  /// if it is text.
  private mutating func endOfDeclaration(
    at start: Int, in bytes: SourceBytes, upTo end: Int, _ text: ReadText
  ) -> Int? {
    if bytes.matches("<!--", at: start), start &+ 4 < end {
      for sign in ["<!-->", "<!--->"] as [StaticString] where bytes.matches(sign, at: start) {
        return start &+ sign.utf8CodeUnitCount <= end ? start &+ sign.utf8CodeUnitCount : nil
      }
      guard !hasNoEndOfComment else { return nil }
      let close = HTMLHiddenText.comment.end(in: bytes, from: start &+ 4, upTo: end)
      hasNoEndOfComment = close == nil
      text.stepCount &+= (close ?? end) &- start
      return close
    }
    if bytes.matches("<![CDATA[", at: start), start &+ 9 <= end { return start &+ 9 }
    let isInstruction = bytes[start &+ 1] == UInt8(ascii: "?")
    guard isInstruction ? !hasNoEndOfInstruction : !hasNoBracket else { return nil }
    guard isInstruction || bytes[start &+ 2].isASCIILetter else { return nil }
    var index = start &+ 2
    while true {
      index = bytes.firstIndex(of: UInt8(ascii: ">"), from: index, to: end)
      guard index < end else { break }
      if !isInstruction || bytes[index &- 1] == UInt8(ascii: "?") { return index &+ 1 }
      index &+= 1
    }
    text.stepCount &+= end &- start
    if isInstruction { hasNoEndOfInstruction = true } else { hasNoBracket = true }
    return nil
  }

  /// Returns the offset after `<scheme:address>` or `<name@host>`; nil if it is neither.
  private static func endOfAddress(
    at start: Int, in bytes: SourceBytes, upTo end: Int, _ text: ReadText
  ) -> Int? {
    var index = start &+ 1
    var colon = -1
    var at = -1
    while index < end {
      let byte = bytes[index]
      if byte == UInt8(ascii: ">") { break }
      if byte <= 0x20 || byte == UInt8(ascii: "<") { return nil }
      if byte == UInt8(ascii: ":"), colon < 0 { colon = index }
      if byte == UInt8(ascii: "@"), at < 0 { at = index }
      index &+= 1
    }
    text.stepCount &+= index &- start
    guard index < end else { return nil }
    let first = start &+ 1
    if colon >= first &+ 2, colon &- first <= 32, bytes[first].isASCIILetter {
      let isScheme = (first..<colon).allSatisfy { offset in
        let byte = bytes[offset]
        return byte.isASCIIAlphanumeric || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
          || byte == UInt8(ascii: "-")
      }
      if isScheme { return index &+ 1 }
    }
    guard at > first, at &+ 1 < index, colon < 0 else { return nil }
    let isHost = (at &+ 1..<index).allSatisfy { offset in
      let byte = bytes[offset]
      return byte.isASCIIAlphanumeric || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }
    let isName = !(first..<at).contains {
      bytes[$0] == UInt8(ascii: "\"") || bytes[$0] == UInt8(ascii: "/")
    }
    return isHost && isName ? index &+ 1 : nil
  }
}
