/// A character written as `&name;`, `&#decimal;` or `&#xhex;`.
///
/// Follows the HTML Standard, sections 13.2.5.72 to 80: the semicolon may be missing after numbers
/// and a few old names, numbers that are not a scalar are U+FFFD, and those from 128 to 159 mean
/// Windows-1252. Everything else is text.
///
/// - Complexity: O(1) for a name, O(digits) for a number.
struct CharacterReference {
  /// The omissions that the context of a reference allows.
  enum Form {
    /// HTML text: the semicolon may be missing after numbers and old names.
    case text
    /// An attribute: like text, except that an old name does not end before a letter, a digit or
    /// "=".
    case attribute
    /// Markdown: the semicolon is required, and numbers are short.
    case strict
  }

  /// The range of the reference, from the ampersand to the end.
  let range: Range<Int>
  /// The scalar.
  let scalar: UInt32
  /// A second scalar, or 0.
  let second: UInt32

  /// Reads the reference that starts with the ampersand at `start`; nil if that is text.
  init?(in bytes: SourceBytes, at start: Int, upTo end: Int, _ form: Form) {
    let next = start &+ 1
    guard next < end else { return nil }
    if bytes[next] == UInt8(ascii: "#") {
      self.init(number: bytes, at: start, upTo: end, form)
    } else {
      self.init(name: bytes, at: start, upTo: end, form)
    }
  }

  private init?(name bytes: SourceBytes, at start: Int, upTo end: Int, _ form: Form) {
    let first = start &+ 1
    let limit = min(end, first &+ NamedCharacterTable.longestName &+ 1)
    var last = first
    while last < limit, bytes[last].isASCIIAlphanumeric { last &+= 1 }
    if last < end, bytes[last] == UInt8(ascii: ";"),
      let found = NamedCharacters.find(first..<last, in: bytes)
    {
      self.init(found, start..<last &+ 1)
      return
    }
    guard form != .strict else { return nil }
    last = min(last, first &+ NamedCharacterTable.longestBareName)
    while last &- first >= 2 {
      if let found = NamedCharacters.find(first..<last, in: bytes), found.needsNoSemicolon {
        let next = last < end ? bytes[last] : 0
        let isPartOfMore = next == UInt8(ascii: "=") || next.isASCIIAlphanumeric
        if form == .attribute, isPartOfMore { return nil }
        self.init(found, start..<last)
        return
      }
      last &-= 1
    }
    return nil
  }

  /// Creates a reference that was read before.
  init(_ range: Range<Int>, scalar: UInt32, second: UInt32) {
    self.range = range
    self.scalar = scalar
    self.second = second
  }

  private init(_ character: NamedCharacter, _ range: Range<Int>) {
    self.range = range
    scalar = character.scalar
    second = character.second
  }

  private init?(number bytes: SourceBytes, at start: Int, upTo end: Int, _ form: Form) {
    let isHex = bytes[start &+ 2] | 0x20 == UInt8(ascii: "x")
    let first = start &+ (isHex ? 3 : 2)
    var value: UInt32 = 0
    var index = first
    while index < end, let digit = Self.digit(bytes[index], isHex: isHex) {
      value = min(value &* (isHex ? 16 : 10) &+ digit, 0x11_0000)
      index &+= 1
    }
    guard index > first else { return nil }
    let isClosed = index < end && bytes[index] == UInt8(ascii: ";")
    if form == .strict, !isClosed || index &- first > (isHex ? 6 : 7) { return nil }
    range = start..<(isClosed ? index &+ 1 : index)
    scalar = Self.scalar(numbered: value)
    second = 0
  }

  private static func digit(_ byte: UInt8, isHex: Bool) -> UInt32? {
    if byte.isASCIIDigit { return UInt32(byte &- 0x30) }
    let letter = (byte | 0x20) &- 0x61
    return isHex && letter < 6 ? UInt32(letter) &+ 10 : nil
  }

  private static func scalar(numbered value: UInt32) -> UInt32 {
    if value &- 0x80 < 0x20 {
      let offset = Int(value &- 0x80)
      return UInt32(windows1252[offset])
    }
    return value == 0 ? 0xFFFD : Unicode.Scalar(value)?.value ?? 0xFFFD
  }

  /// The scalars for the numbers from 128 to 159 (HTML Standard, numeric character reference end
  /// state).
  private static let windows1252: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}
