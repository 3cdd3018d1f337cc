/// A position in one line of Markdown, counted in columns as the rules of its blocks are.
///
/// A tab extends to the next multiple of four. White space before the text is measured once, so
/// that many nested blocks do not measure it repeatedly.
struct MarkdownLine {
  /// The bytes of the document.
  let bytes: SourceBytes
  /// The start of the line.
  let start: Int
  /// The end of the line's text: the line's end, or the document's.
  let end: Int
  /// The start of the next line.
  let next: Int
  /// The first byte that is not consumed yet.
  private(set) var offset: Int
  /// The start of the remaining text, after white space.
  private(set) var textOffset: Int
  private var column = 0
  private var textColumn = 0

  /// Creates a position at the start of the line that begins at `start`.
  init(in bytes: SourceBytes, at start: Int) {
    self.bytes = bytes
    self.start = start
    let lineFeed = UInt8(ascii: "\n")
    let carriageReturn = UInt8(ascii: "\r")
    end = bytes.firstIndex(
      of: lineFeed, carriageReturn, lineFeed, from: start, to: bytes.count)
    let isPair = bytes[end] == carriageReturn && bytes[end &+ 1] == lineFeed
    next = min(end &+ (isPair ? 2 : 1), bytes.count)
    offset = start
    textOffset = start
    findText()
  }

  /// The number of columns of white space before the text.
  var indent: Int { textColumn &- column }

  /// True if only white space remains.
  var isBlank: Bool { textOffset >= end }

  /// The first byte of the text, 0 if there is none.
  var first: UInt8 { self[0] }

  /// The byte at `index` of the text; 0 after the end of the line.
  subscript(index: Int) -> UInt8 {
    textOffset &+ index < end ? bytes[textOffset &+ index] : 0
  }

  /// Consumes `columns` columns of white space, at most all that is before the text.
  mutating func skipColumns(_ columns: Int) {
    let target = column &+ min(columns, indent)
    while offset < textOffset {
      let width = Self.width(of: bytes[offset], at: column)
      // A tab that is consumed in part stays: its remaining columns still count.
      guard column &+ width <= target else { break }
      column &+= width
      offset &+= 1
    }
    column = target
  }

  /// Consumes the white space and the first `count` bytes of the text, which are not white space.
  mutating func skipText(_ count: Int) {
    offset = textOffset &+ count
    column = textColumn &+ count
    findText()
  }

  /// Returns true if `byte` is a space or a tab.
  @inline(__always)
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Returns true if the text from `index` on is white space.
  func isBlank(from index: Int) -> Bool {
    var index = index
    while Self.isSpace(self[index]) { index &+= 1 }
    return textOffset &+ index >= end
  }

  /// Returns the number of times that the first byte of the text repeats without a gap.
  func runLength() -> Int {
    let byte = first
    var count = 1
    while self[count] == byte, byte != 0 { count &+= 1 }
    return count
  }

  private mutating func findText() {
    textOffset = offset
    textColumn = column
    while textOffset < end, Self.isSpace(bytes[textOffset]) {
      textColumn &+= Self.width(of: bytes[textOffset], at: textColumn)
      textOffset &+= 1
    }
  }

  private static func width(of byte: UInt8, at column: Int) -> Int {
    byte == 0x09 ? 4 &- column & 3 : 1
  }
}
