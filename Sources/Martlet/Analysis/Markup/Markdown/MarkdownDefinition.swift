/// The definition of a link's label, `[label]: address "title"`, or the start of a footnote's text,
/// `[^label]: text`.
struct MarkdownDefinition {
  /// The hash of the label.
  let label: UInt64
  let isFootnote: Bool
  /// The offset after the line of a label, or after the colon of a footnote.
  let end: Int

  /// Reads the definition that starts with the `[` at `start`; nil if that is text.
  ///
  /// - Complexity: O(bytes read): the definition and at most the next line.
  init?(in bytes: SourceBytes, at start: Int) {
    let limit = bytes.count
    guard let range = MarkdownLink.label(in: bytes, at: start, upTo: limit),
      bytes[range.upperBound &+ 1] == UInt8(ascii: ":"),
      let hash = MarkdownLink.hash(range, in: bytes)
    else { return nil }
    label = hash
    let colon = range.upperBound &+ 1
    isFootnote = bytes[range.lowerBound] == UInt8(ascii: "^") && range.count > 1
    guard !isFootnote else {
      end = colon &+ 1
      return
    }
    let address = Self.skipSpaceAndLineEnd(bytes, from: colon &+ 1)
    guard let endOfAddress = MarkdownLink.endOfAddress(in: bytes, at: address, upTo: limit) else {
      return nil
    }
    let endOfLine = Self.endOfBlank(bytes, from: endOfAddress)
    let title = Self.skipSpaceAndLineEnd(bytes, from: endOfAddress)
    if title > endOfAddress, let endOfTitle = Self.endOfTitle(bytes, at: title),
      let endOfAll = Self.endOfBlank(bytes, from: endOfTitle)
    {
      end = endOfAll
    } else if let endOfLine {
      end = endOfLine
    } else {
      return nil
    }
  }

  /// Returns the hashes of the labels of all definitions, including those that only look like one
  /// in code.
  ///
  /// - Complexity: O(bytes).
  static func labels(in bytes: SourceBytes) -> Set<UInt64> {
    var labels: Set<UInt64> = []
    var index = 0
    while true {
      index = bytes.firstIndex(of: UInt8(ascii: ":"), from: index, to: bytes.count)
      guard index < bytes.count else { return labels }
      if index > 0, bytes[index &- 1] == UInt8(ascii: "]") { break }
      index &+= 1
    }
    index = 0
    while index < bytes.count {
      let line = MarkdownLine(in: bytes, at: index)
      index = line.next
      var start = line.textOffset
      while start < line.end, Self.isMarker(bytes[start]) { start &+= 1 }
      guard bytes[start] == UInt8(ascii: "["), start < line.end else { continue }
      if let definition = MarkdownDefinition(in: bytes, at: start) {
        labels.insert(definition.label)
      }
    }
    return labels
  }

  /// Returns true if a byte may precede a definition, in a block quote or a list.
  private static func isMarker(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: ")"):
      true
    default: MarkdownLine.isSpace(byte) || byte.isASCIIDigit
    }
  }

  /// Returns the offset after spaces, one line end and spaces.
  private static func skipSpaceAndLineEnd(_ bytes: SourceBytes, from start: Int) -> Int {
    var index = start
    var hasLineEnd = false
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x0D, bytes[index &+ 1] == 0x0A { index &+= 1 }
      if byte == 0x0A || byte == 0x0D {
        if hasLineEnd { break }
        hasLineEnd = true
      } else if !MarkdownLine.isSpace(byte) {
        break
      }
      index &+= 1
    }
    return index
  }

  /// Returns the offset after the end of the line if only spaces precede it.
  private static func endOfBlank(_ bytes: SourceBytes, from start: Int) -> Int? {
    var index = start
    while MarkdownLine.isSpace(bytes[index]) { index &+= 1 }
    if index >= bytes.count { return bytes.count }
    if bytes[index] == 0x0D { return index &+ (bytes[index &+ 1] == 0x0A ? 2 : 1) }
    return bytes[index] == 0x0A ? index &+ 1 : nil
  }

  /// Returns the offset after the title at `start`, of at most two lines; nil if there is none.
  private static func endOfTitle(_ bytes: SourceBytes, at start: Int) -> Int? {
    let first = MarkdownLine(in: bytes, at: start)
    guard !first.isBlank else { return nil }
    let second = MarkdownLine(in: bytes, at: first.next)
    let limit = second.isBlank ? first.next : second.next
    return MarkdownLink.endOfTitle(in: bytes, at: start, upTo: limit)
  }
}
