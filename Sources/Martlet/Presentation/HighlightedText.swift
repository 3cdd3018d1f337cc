/// A text, and the parts of it that a query matches.
///
/// The text is plain text, whatever the field is written in: it has no tags. To show it on a web
/// page, use ``html(element:)``, which escapes everything else.
public struct HighlightedText: Sendable, Hashable {
  /// A part of the text that is highlighted, or not, as a whole.
  public struct Part: Sendable, Hashable {
    /// The text of the part.
    public let text: Substring
    /// A Boolean value that indicates whether the query matches the part.
    public let isHighlighted: Bool
  }

  /// The text.
  public let text: String

  /// The ranges of ``text`` that the query matches, in rising order.
  ///
  /// They do not overlap, and begin and end between characters.
  public let ranges: [Range<String.Index>]

  /// A Boolean value that indicates whether the query matches nothing in the text.
  public var isPlain: Bool { ranges.isEmpty }

  /// Creates a text with highlighted ranges.
  ///
  /// - Parameters:
  ///   - bytes: The ranges in bytes of UTF-8, which are extended to whole characters.
  init(_ text: String, bytes: [Range<Int>]) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
    let utf8 = text.utf8
    var ranges: [Range<String.Index>] = []
    var (index, offset) = (text.startIndex, 0)
    for range in bytes where !range.isEmpty {
      let start = utf8.index(index, offsetBy: range.lowerBound - offset)
      let end = utf8.index(start, offsetBy: range.count)
      (index, offset) = (end, range.upperBound)
      // Finding the ends of a character takes as long as it is.
      if let last = ranges.last, end <= last.upperBound { continue }
      let whole = text.characterStart(at: start)..<text.characterEnd(at: end)
      if let last = ranges.last, whole.lowerBound < last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, whole.upperBound)
      } else {
        ranges.append(whole)
      }
    }
    self.ranges = ranges
  }

  /// The whole text in parts, which are highlighted or not.
  public var parts: [Part] {
    var parts: [Part] = []
    var index = text.startIndex
    for range in ranges {
      if index < range.lowerBound {
        parts.append(Part(text: text[index..<range.lowerBound], isHighlighted: false))
      }
      parts.append(Part(text: text[range], isHighlighted: true))
      index = range.upperBound
    }
    if index < text.endIndex { parts.append(Part(text: text[index...], isHighlighted: false)) }
    return parts
  }

  /// Returns the text with a mark before and after each highlighted range: `marked("[", "]")`.
  ///
  /// Nothing is escaped.
  public func marked(_ start: String, _ end: String) -> String {
    parts.reduce(into: "") { $0 += $1.isHighlighted ? start + $1.text + end : "\($1.text)" }
  }

  /// Returns the text as HTML, with each highlighted range in an element:
  /// `never <mark>lands</mark>`.
  ///
  /// The characters `&`, `<`, `>`, `"` and `'` are always escaped, so the result is safe between
  /// tags and in quoted attributes, whoever wrote the text.
  ///
  /// - Parameter element: The name of the element, which is not escaped.
  public func html(element: String = "mark") -> String {
    parts.reduce(into: "") { html, part in
      let text = part.text.escapingHTML
      html += part.isHighlighted ? "<\(element)>\(text)</\(element)>" : text
    }
  }
}

extension HighlightedText: CustomStringConvertible {
  /// The text with two asterisks before and after each highlighted range.
  public var description: String { marked("**", "**") }
}

extension StringProtocol {
  /// The text with the characters that HTML has a use for as references.
  fileprivate var escapingHTML: String {
    guard utf8.contains(where: { $0.reference != nil }) else { return String(self) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count + 16)
    for byte in utf8 {
      if let reference = byte.reference {
        bytes += reference.utf8
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  /// The reference that HTML has for the character; nil if it stands for itself.
  fileprivate var reference: String? {
    switch self {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isFlagLetter: Bool { (0x1F1E6...0x1F1FF).contains(value) }
}

extension String {
  /// Returns the start of the character that `index` lies in.
  func characterStart(at index: Index) -> Index {
    guard index > startIndex, index < endIndex else { return index }
    let (last, next) = (utf8[utf8.index(before: index)], utf8[index])
    // Between ASCII, only a line end is one character of two.
    if last < 0x80, next < 0x80, next != UInt8(ascii: "\n") { return index }
    // Words pair the letters of flags as characters do, which would count those of a whole run.
    if next == 0xF0, unicodeScalars[index].isFlagLetter,
      unicodeScalars[unicodeScalars.index(before: index)].isFlagLetter
    {
      return index
    }
    return self.index(before: self.index(after: index))
  }

  /// Returns the end of the character that `index` lies in; `index` itself between two characters.
  func characterEnd(at index: Index) -> Index {
    let start = characterStart(at: index)
    return start == index ? index : self.index(after: start)
  }
}
