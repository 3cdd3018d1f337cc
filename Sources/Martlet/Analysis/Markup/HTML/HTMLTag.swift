/// One attribute of a tag, as ranges in the value.
struct HTMLAttribute {
  let name: Range<Int>
  let value: Range<Int>
}

/// A tag of HTML, read as a browser reads it (HTML Standard, sections 13.2.5.6 to 40).
///
/// Any bytes after `<` and a letter are a tag, up to the next `>` outside a quoted value.
///
/// - Complexity: O(bytes of the tag), each read once.
struct HTMLTag {
  /// The name.
  let name: Range<Int>
  /// True for an end tag, `</name>`.
  let isEnd: Bool
  /// The offset after the tag, which is the end of the text if the tag is not closed.
  private(set) var end: Int
  /// True if the closing `>` is present.
  private(set) var isClosed = false
  /// True if the tag ends with `/>`.
  private(set) var closesItself = false

  /// Reads the tag that starts with `<` or `</` and a letter at `start`.
  init(in bytes: SourceBytes, at start: Int, upTo limit: Int) {
    isEnd = bytes[start &+ 1] == UInt8(ascii: "/")
    let first = start &+ (isEnd ? 2 : 1)
    end = Self.endOfName(bytes, from: first, upTo: limit)
    name = first..<end
    while nextAttribute(in: bytes, upTo: limit) != nil {}
  }

  /// Calls `body` with the attributes of the tag, in order.
  func attributes(in bytes: SourceBytes, _ body: (HTMLAttribute) -> Void) {
    var cursor = self
    let limit = end
    cursor.end = name.upperBound
    while let attribute = cursor.nextAttribute(in: bytes, upTo: limit) { body(attribute) }
  }

  private static func endOfName(_ bytes: SourceBytes, from start: Int, upTo limit: Int) -> Int {
    var index = start
    while index < limit {
      let byte = bytes[index]
      if byte.isHTMLSpace || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") { break }
      index &+= 1
    }
    return index
  }

  /// Moves `end` after the next attribute and returns it; nil, with `end` after the tag, if there
  /// is none.
  private mutating func nextAttribute(in bytes: SourceBytes, upTo limit: Int) -> HTMLAttribute? {
    var slash = false
    while end < limit, bytes[end].isHTMLSpace || bytes[end] == UInt8(ascii: "/") {
      slash = bytes[end] == UInt8(ascii: "/")
      end &+= 1
    }
    guard end < limit else { return nil }
    if bytes[end] == UInt8(ascii: ">") {
      end &+= 1
      (isClosed, closesItself) = (true, slash)
      return nil
    }
    let start = end
    // A "=" that begins a name is part of it.
    end &+= 1
    while end < limit, bytes[end] != UInt8(ascii: "=") {
      let byte = bytes[end]
      if byte.isHTMLSpace || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") { break }
      end &+= 1
    }
    let attributeName = start..<end
    return HTMLAttribute(name: attributeName, value: readValue(in: bytes, upTo: limit))
  }

  /// Reads `= value`. The value is empty if there is none.
  private mutating func readValue(in bytes: SourceBytes, upTo limit: Int) -> Range<Int> {
    var index = Self.endOfSpace(bytes, from: end, upTo: limit)
    guard index < limit, bytes[index] == UInt8(ascii: "=") else { return end..<end }
    index = Self.endOfSpace(bytes, from: index &+ 1, upTo: limit)
    let quote = bytes[index]
    if index < limit, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let close = bytes.firstIndex(of: quote, from: index &+ 1, to: limit)
      end = min(close &+ 1, limit)
      return index &+ 1..<close
    }
    let start = index
    while index < limit, !bytes[index].isHTMLSpace, bytes[index] != UInt8(ascii: ">") {
      index &+= 1
    }
    end = index
    return start..<index
  }

  private static func endOfSpace(_ bytes: SourceBytes, from start: Int, upTo limit: Int) -> Int {
    var index = start
    while index < limit, bytes[index].isHTMLSpace { index &+= 1 }
    return index
  }
}
