/// The class of a scalar in the rules that find words.
///
/// The values of Unicode's Word_Break property, subdivided as searching requires: in Unicode,
/// `hangul` and `letterPictograph` are letters, `colon` is a middle letter, `katakanaSymbol` is
/// Katakana, and the rest from `pictograph` on is "other". Raw values are the digits of
/// ``WordClassTable``.
enum WordClass: UInt8, Sendable {
  case other = 0
  case carriageReturn = 1
  case lineFeed = 2
  case newline = 3
  case space = 4
  case extend = 5
  case joiner = 6
  case format = 7
  case letter = 8
  case hebrewLetter = 9
  /// A letter that is also an emoji, such as Ⓜ.
  case letterPictograph = 10
  case hangul = 11
  case katakana = 12
  case numeric = 13
  /// The underscore and similar signs.
  case connector = 14
  case regionalIndicator = 15
  case singleQuote = 16
  case doubleQuote = 17
  case middleNumberLetter = 18
  case middleLetter = 19
  case colon = 20
  case middleNumber = 21
  /// A pictograph that is normally a typographic sign: ©, ™, arrows.
  case pictograph = 22
  case emoji = 23
  /// A letter of a script without spaces: Han, Hiragana, Thai, Lao, Khmer, Myanmar and others.
  case unit = 24
  /// A sign that stands for letters or digits: ½, ㎞, ⑴.
  case symbol = 25
  case symbolPictograph = 26
  case zeroWidthSpace = 27
  /// A sign that stands for Katakana: ㌀.
  case katakanaSymbol = 28

  /// Returns the class of `scalar`; `other` for ``DecodedScalar/malformed``.
  @inline(__always)
  static func of(_ scalar: UInt32) -> WordClass {
    if isCommonUnit(scalar) { return .unit }
    return inTable(scalar)
  }

  /// Returns true for the ideographs and Hiragana letters of all but a few texts, which need no
  /// look-up.
  @inline(__always)
  private static func isCommonUnit(_ scalar: UInt32) -> Bool {
    scalar &- 0x4E00 < 0x5200 || scalar &- 0x3041 < 0x56
  }

  /// Returns the class of `scalar` in the table.
  @inline(__always)
  static func inTable(_ scalar: UInt32) -> WordClass {
    guard scalar < ScalarTable.limit else {
      return scalar &>> 12 == 0xE0 ? ofPlane14(scalar) : .other
    }
    let value = UInt8(truncatingIfNeeded: table[scalar])
    guard value <= WordClass.katakanaSymbol.rawValue else { return .other }
    // SAFETY: the raw values are 0 to that of the last case, without gaps. (`init(rawValue:)` is a
    // call, 15 % of the time for Chinese.)
    return unsafe unsafeBitCast(value, to: WordClass.self)
  }

  /// Returns the class of tags and variation selectors. (Unicode 17.0: Word_Break of E0001,
  /// E0020…E007F, E0100…E01EF.)
  private static func ofPlane14(_ scalar: UInt32) -> WordClass {
    switch scalar {
    case 0xE0001: .format
    case 0xE0020...0xE007F, 0xE0100...0xE01EF: .extend
    default: .other
    }
  }

  @inline(__always)
  private static var table: ScalarTable {
    ScalarTable(
      index: WordClassTable.classIndex, blocks: WordClassTable.classBlocks, pageBits: 7, width: 1)
  }
}

/// A set of word classes, one bit each.
struct WordClassSet: Sendable, ExpressibleByArrayLiteral {
  private(set) var bits: UInt32

  @inline(__always)
  init(arrayLiteral elements: WordClass...) {
    bits = 0
    for element in elements { bits |= 1 &<< UInt32(element.rawValue) }
  }

  @inline(__always)
  init(bits: UInt32) { self.bits = bits }

  @inline(__always)
  func contains(_ element: WordClass) -> Bool {
    bits & (1 &<< UInt32(element.rawValue)) != 0
  }

  @inline(__always)
  mutating func insert(_ element: WordClass) {
    bits |= 1 &<< UInt32(element.rawValue)
  }

  @inline(__always)
  func intersects(_ other: WordClassSet) -> Bool { bits & other.bits != 0 }
}
