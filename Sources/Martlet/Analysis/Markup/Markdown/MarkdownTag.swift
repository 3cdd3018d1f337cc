/// A tag inside a paragraph of Markdown, where a `<` that begins no complete tag is text.
///
/// The grammar is that of CommonMark 0.31, section 6.6, which is narrower than that of ``HTMLTag``.
///
/// - Complexity: O(bytes read). An incomplete tag ends at the first `<` outside quotes, so reading
///   all tags of a text is O(text): of two attempts that overlap, one is in a quoted value wherever
///   the other is not, and there are two kinds of quotes.
struct MarkdownTag {
  /// The name.
  let name: Range<Int>
  let isEnd: Bool
  /// The offset after the tag, or the offset up to which it was read.
  private(set) var end: Int
  /// True if the `<` begins a tag and is not text.
  private(set) var isComplete = false

  /// Reads the tag that starts with the `<` at `start`.
  init(in bytes: SourceBytes, at start: Int, upTo limit: Int) {
    isEnd = bytes[start &+ 1] == UInt8(ascii: "/")
    let first = start &+ (isEnd ? 2 : 1)
    end = first
    if bytes[first].isASCIILetter {
      while end < limit, bytes[end].isASCIIAlphanumeric || bytes[end] == UInt8(ascii: "-") {
        end &+= 1
      }
    }
    end = min(end, limit)
    name = min(first, end)..<end
    guard !name.isEmpty else { return }
    if !isEnd {
      while let isRight = readAttribute(bytes, upTo: limit) {
        if !isRight { return }
      }
    }
    skipSpace(bytes, upTo: limit)
    if !isEnd, end < limit, bytes[end] == UInt8(ascii: "/") { end &+= 1 }
    guard end < limit, bytes[end] == UInt8(ascii: ">") else { return }
    end &+= 1
    isComplete = true
  }

  private mutating func skipSpace(_ bytes: SourceBytes, upTo limit: Int) {
    while end < limit, bytes[end].isHTMLSpace { end &+= 1 }
  }

  /// Reads white space and an attribute. Returns nil if there is no attribute, false if it is
  /// malformed.
  private mutating func readAttribute(_ bytes: SourceBytes, upTo limit: Int) -> Bool? {
    let start = end
    skipSpace(bytes, upTo: limit)
    guard end > start, end < limit, Self.beginsName(bytes[end]) else { return nil }
    while end < limit, Self.continuesName(bytes[end]) { end &+= 1 }
    let endOfName = end
    skipSpace(bytes, upTo: limit)
    guard end < limit, bytes[end] == UInt8(ascii: "=") else {
      end = endOfName
      return true
    }
    end &+= 1
    skipSpace(bytes, upTo: limit)
    return readValue(bytes, upTo: limit)
  }

  private mutating func readValue(_ bytes: SourceBytes, upTo limit: Int) -> Bool {
    guard end < limit else { return false }
    let quote = bytes[end]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let close = bytes.firstIndex(of: quote, from: end &+ 1, to: limit)
      end = min(close &+ 1, limit)
      return close < limit
    }
    let start = end
    while end < limit, Self.isUnquoted(bytes[end]) { end &+= 1 }
    return end > start
  }

  private static func beginsName(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
  }

  private static func continuesName(_ byte: UInt8) -> Bool {
    beginsName(byte) || byte.isASCIIDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }

  private static func isUnquoted(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "="), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "`"):
      false
    default: byte > 0x20
    }
  }
}
