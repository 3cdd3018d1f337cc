/// Reads the markup at a `<` in a text of Markdown: addresses, tags, comments (CommonMark 0.31,
/// sections 6.5, 6.6).
///
/// Markup that is not closed is text. A missing end is remembered, so that it is not searched for
/// again.
///
/// - Complexity: O(bytes) in all.
struct MarkdownMarkup {
  /// The ends that are missing in the rest of the text.
  private var hasNoEndOfComment = false
  private var hasNoEndOfInstruction = false
  private var hasNoBracket = false
  /// The number of times that the end tag of a hidden element, such as a script, was not found.
  private var missingEndTags = 0

  /// Reads the markup at `start` and notes what is left out.
  ///
  /// - Returns: The offset from which to continue; nil if the `<` is text.
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
    let element = HTMLElement(named: tag.name, in: bytes)
    var close = tag.end
    let isReading =
      element.contains(.isReading) && !tag.isEnd && bytes[close &- 2] != UInt8(ascii: "/")
    // One without an end stands apart.
    var separates = element.contains(.separates) || isReading
    if element.contains(.isHidden) || isReading, !tag.isEnd, missingEndTags < 8 {
      let found =
        isReading
        ? HTMLReading(start: close).end(in: bytes, upTo: end)
        : HTMLHiddenText.content(of: tag.name, isScript: element.contains(.isScript))
          .end(in: bytes, from: close, upTo: end)
      if isReading, found != nil { separates = false }
      text.stepCount &+= (found ?? end) &- close
      if let found { close = found } else { missingEndTags &+= 1 }
    }
    edits.append(MarkdownEdit(start, close, separates ? .separate : .remove))
    return close
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
