/// A part of HTML that is not shown and that ends with a certain sign.
///
/// It may begin in one block of Markdown and end in a later one, because a browser does not know
/// these blocks.
enum HTMLHiddenText {
  /// A comment, up to `-->`.
  case comment
  /// The content of an element such as a style, up to its end tag. The range is that of the name in
  /// the start tag.
  case content(of: Range<Int>, isScript: Bool)

  /// Returns the end of the hidden part that continues from `start`, after the closing sign; nil if
  /// it does not end.
  ///
  /// - Complexity: O(distance).
  func end(in bytes: SourceBytes, from start: Int, upTo limit: Int) -> Int? {
    switch self {
    case .comment: Self.endOfComment(in: bytes, from: start, upTo: limit)
    case .content(let name, let isScript):
      Self.endOfContent(of: name, isScript: isScript, in: bytes, from: start, upTo: limit)
    }
  }

  /// Returns the offset after `-->` or `--!>`; nil if there is none.
  private static func endOfComment(
    in bytes: SourceBytes, from start: Int, upTo limit: Int
  ) -> Int? {
    var index = start
    while true {
      index = bytes.firstIndex(of: UInt8(ascii: "-"), from: index, to: limit)
      guard index &+ 2 < limit else { return nil }
      if bytes[index &+ 1] == UInt8(ascii: "-") {
        var close = index &+ 2
        if bytes[close] == UInt8(ascii: "!") { close &+= 1 }
        if close < limit, bytes[close] == UInt8(ascii: ">") { return close &+ 1 }
      }
      index &+= 1
    }
  }

  /// Returns the offset after the end tag; nil if there is none. A script that holds `<!--` and
  /// `<script` holds its end tag too, until `-->` (HTML Standard, script data double escaped
  /// state).
  private static func endOfContent(
    of name: Range<Int>, isScript: Bool, in bytes: SourceBytes, from start: Int, upTo limit: Int
  ) -> Int? {
    var index = start
    var isEscaped = false
    var isDoubleEscaped = false
    let dash = UInt8(ascii: isScript ? "-" : "<")
    while true {
      index = bytes.firstIndex(of: UInt8(ascii: "<"), dash, dash, from: index, to: limit)
      guard index < limit else { return nil }
      if bytes[index] == UInt8(ascii: "-") {
        if isEscaped, bytes.matches("-->", at: index) {
          (isEscaped, isDoubleEscaped) = (false, false)
        }
      } else if isScript, bytes.matches("<!--", at: index) {
        isEscaped = true
        // The two dashes may be those of "-->" too.
        index &+= 1
      } else if bytes[index &+ 1] == UInt8(ascii: "/"),
        isName(name, at: index &+ 2, in: bytes, upTo: limit)
      {
        guard isDoubleEscaped else {
          let tag = HTMLTag(in: bytes, at: index, upTo: limit)
          return tag.isClosed ? tag.end : nil
        }
        isDoubleEscaped = false
      } else if isEscaped, isName(name, at: index &+ 1, in: bytes, upTo: limit) {
        isDoubleEscaped = true
      }
      index &+= 1
    }
  }

  /// Returns true if the name of a tag at `start` equals the one at `name`, in either case.
  private static func isName(
    _ name: Range<Int>, at start: Int, in bytes: SourceBytes, upTo limit: Int
  ) -> Bool {
    guard start &+ name.count < limit else { return false }
    for offset in 0..<name.count {
      let found = bytes[start &+ offset]
      let expected = bytes[name.lowerBound &+ offset]
      guard found == expected || (found.isASCIILetter && found | 0x20 == expected | 0x20) else {
        return false
      }
    }
    let next = bytes[start &+ name.count]
    return next.isHTMLSpace || next == UInt8(ascii: ">") || next == UInt8(ascii: "/")
  }
}
