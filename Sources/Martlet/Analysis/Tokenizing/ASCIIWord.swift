/// A word of ASCII letters, digits and underscores, found by the rules of ``WordBreaker``.
///
/// A period or an apostrophe joins letters; between digits a comma or a semicolon joins too.
struct ASCIIWord {
  /// The lowest kind of a byte that is part of a word by itself.
  static let word: UInt8 = 3
  /// The kind of bytes that are not ASCII.
  static let beyond: UInt8 = 6

  private static let joinsBoth: UInt8 = 1
  private static let joinsDigits: UInt8 = 2
  private static let connector: UInt8 = 3
  private static let digit: UInt8 = 4
  private static let letter: UInt8 = 5

  /// The byte after the word.
  let end: Int
  /// True if the word has a letter or a digit.
  let hasContent: Bool
  /// False if a byte beyond ASCII follows, which may belong to the word.
  let isComplete: Bool

  /// Reads the word whose first byte, of a kind from ``word`` to below ``beyond``, is at `start`.
  @inline(__always)
  init(in text: Span<UInt8>, from start: Int) {
    let count = text.count
    var index = start
    var isASCII = true
    while true {
      index &+= 1
      while index < count, Self.isInside(text[index]) { index &+= 1 }
      guard index < count else { break }
      let next = Self.kind(text[index])
      if next == 0 { break }
      if next == Self.beyond {
        isASCII = false
        break
      }
      guard index &+ 1 < count else { break }
      let last = Self.kind(text[index &- 1])
      let after = Self.kind(text[index &+ 1])
      if after == Self.beyond {
        isASCII = false
        break
      }
      let joins =
        last == after && (last == Self.digit || (last == Self.letter && next == Self.joinsBoth))
      if !joins { break }
      index &+= 1
    }
    end = index
    isComplete = isASCII
    hasContent =
      Self.kind(text[start]) != Self.connector || Self.hasContent(text, start..<index)
  }

  @inline(never)
  private static func hasContent(_ text: Span<UInt8>, _ word: Range<Int>) -> Bool {
    for index in word where kind(text[index]) != connector { return true }
    return false
  }

  @inline(__always)
  private static func isInside(_ byte: UInt8) -> Bool {
    let kind = kind(byte)
    return kind >= word && kind < beyond
  }

  /// Returns true if the byte is a sign that may join the characters on both of its sides.
  @inline(__always)
  static func isJoining(_ byte: UInt8) -> Bool {
    (joinsBoth...joinsDigits).contains(kind(byte))
  }

  /// Returns true if a word may continue with the byte.
  @inline(__always)
  static func isPartOfWord(_ byte: UInt8) -> Bool { kind(byte) >= word }

  /// Returns the kind of a byte. The table has one digit per byte.
  @inline(__always)
  static func kind(_ byte: UInt8) -> UInt8 { kinds.byte(at: Int(byte)) & 0x0F }

  private static let kinds: StaticString = """
    00000000000000000000000000000000\
    00000001000020104444444444020000\
    05555555555555555555555555500003\
    05555555555555555555555555500000\
    66666666666666666666666666666666\
    66666666666666666666666666666666\
    66666666666666666666666666666666\
    66666666666666666666666666666666
    """
}
