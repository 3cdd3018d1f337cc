/// The definition of a link's label, `[label]: address "title"`, with which a paragraph begins.
struct MarkdownDefinition {
  /// The hash of the label.
  let label: UInt64
  /// The offset after the definition's last line.
  let end: Int

  /// Reads the definition that starts at `start` of a paragraph; nil if that is text.
  ///
  /// - Complexity: O(bytes read), at most those of the paragraph. It reads on behind its end only
  ///   if a line follows that begins like a title, and so no other definition.
  init?(in bytes: SourceBytes, at start: Int, upTo limit: Int) {
    guard start < limit, bytes[start] == UInt8(ascii: "["),
      let range = MarkdownLink.label(in: bytes, at: start, upTo: limit),
      range.upperBound &+ 1 < limit, bytes[range.upperBound &+ 1] == UInt8(ascii: ":"),
      let hash = MarkdownLink.hash(range, in: bytes)
    else { return nil }
    label = hash
    let address = MarkdownLink.skipSpace(bytes, from: range.upperBound &+ 2, upTo: limit)
    guard let endOfAddress = MarkdownLink.endOfAddress(in: bytes, at: address, upTo: limit) else {
      return nil
    }
    let title = MarkdownLink.skipSpace(bytes, from: endOfAddress, upTo: limit)
    if title > endOfAddress,
      let endOfTitle = MarkdownLink.endOfTitle(in: bytes, at: title, upTo: limit),
      let endOfAll = Self.endOfLine(bytes, from: endOfTitle, upTo: limit)
    {
      end = endOfAll
    } else if let endOfLine = Self.endOfLine(bytes, from: endOfAddress, upTo: limit) {
      end = endOfLine
    } else {
      return nil
    }
  }

  /// Returns the offset after the line in which `start` lies, if only spaces follow it there.
  private static func endOfLine(_ bytes: SourceBytes, from start: Int, upTo limit: Int) -> Int? {
    var index = start
    while index < limit, MarkdownLine.isSpace(bytes[index]) { index &+= 1 }
    guard index < limit else { return limit }
    if bytes[index] == 0x0D { return min(limit, index &+ (bytes[index &+ 1] == 0x0A ? 2 : 1)) }
    return bytes[index] == 0x0A ? index &+ 1 : nil
  }
}

/// The sign that begins the text of a footnote: `[^label]:`.
struct MarkdownFootnote {
  /// The hash of the label.
  let label: UInt64
  /// The number of bytes of the sign.
  let width: Int

  /// Reads the sign at the start of `line`; nil if there is none.
  init?(_ line: MarkdownLine) {
    let start = line.textOffset
    guard line.first == UInt8(ascii: "["), line[1] == UInt8(ascii: "^"),
      let range = MarkdownLink.label(in: line.bytes, at: start, upTo: line.end), range.count > 1,
      line[range.upperBound &+ 1 &- start] == UInt8(ascii: ":"),
      let hash = MarkdownLink.hash(range, in: line.bytes)
    else { return nil }
    label = hash
    width = range.upperBound &+ 2 &- start
  }
}
