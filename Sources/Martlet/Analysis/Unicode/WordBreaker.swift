/// Cuts a text into segments at the word boundaries of Unicode Standard Annex 29 (Davis, Chapman;
/// revision 47, Unicode 17.0).
///
/// With `.standard` rules the boundaries are exactly those of the annex. With `.search` rules,
/// which section 4.1.1 of the annex allows for, five things differ:
/// - a colon always separates, so `level:error` is two words (as in CLDR);
/// - Hangul joins only Hangul, so `KBS뉴스` is two words;
/// - each Katakana letter is a segment, like Han and Hiragana, whose substrings are words;
/// - a zero width space belongs to the letter of a script without spaces before it;
/// - a narrow no-break space separates, as other spaces do, and does not join words like `_`.
///
/// Bytes that are not UTF-8 are segments of their own.
///
/// - Complexity: O(bytes); looks ahead over at most one sign and the marks on it.
struct WordBreaker {
  enum Rules: Sendable { case standard, search }

  /// The text between two boundaries.
  struct Segment {
    /// The offset of the first byte.
    let start: Int
    /// The offset after the last byte.
    let end: Int
    /// The classes of the segment's scalars, except those of marks.
    let classes: WordClassSet
  }

  private let rules: Rules
  private let divided: WordClassSet
  /// The scalar that ended the last segment, which begins the next one.
  private var ahead = Element(index: -1, kind: .other, byteCount: 0)

  private struct Element {
    let index: Int
    let kind: WordClass
    let byteCount: Int
  }

  /// Creates a breaker for one text.
  @inline(__always)
  init(rules: Rules) {
    self.rules = rules
    divided = rules == .search ? Self.dividedForSearch : Self.dividedByStandard
  }

  /// Returns the segment that begins at `start`, which must be a boundary before the end of the
  /// text, always the same one.
  mutating func segment(at start: Int, in text: Span<UInt8>) -> Segment {
    let count = text.count
    var next = ahead.index == start ? ahead : element(at: start, in: text)
    var left = next.kind
    var previous = left
    var index = start + next.byteCount
    var classes: WordClassSet = [left]
    var isBridge = false
    var indicators = left == .regionalIndicator ? 1 : 0
    if Self.hardBreaks.contains(left) {
      let pair =
        left == .carriageReturn && index < count && element(at: index, in: text).kind == .lineFeed
      return Segment(start: start, end: pair ? index &+ 1 : index, classes: classes)
    }
    if left == .unit, index < count {
      // Most letters of these scripts are separate: the rules join them to nothing but marks.
      next = element(at: index, in: text)
      if !Self.joinedToUnits.contains(next.kind) {
        ahead = next
        return Segment(start: start, end: index, classes: classes)
      }
    }
    while index < count {
      next = element(at: index, in: text)
      let right = next.kind
      let end = index + next.byteCount
      if left == .letter, right == .letter {
        previous = right
        index = end
        continue
      }
      if Self.ignored.contains(right) || (right == .zeroWidthSpace && left == .unit) {
        previous = right
        index = end
        continue
      }
      if previous == .joiner, Self.pictographs.contains(right) {
        isBridge = false
      } else if previous == .space, right == .space {
        isBridge = false
      } else if isBridge || Self.joins(left, right) {
        isBridge = false
      } else if right == .regionalIndicator, left == right, indicators & 1 == 1 {
        classes.insert(.emoji)
      } else if bridges(left, right, end, in: text) {
        isBridge = true
      } else if left != .hebrewLetter || right != .singleQuote {
        ahead = next
        break
      }
      if right == .regionalIndicator { indicators &+= 1 }
      classes.insert(right)
      left = right
      previous = right
      index = end
    }
    return Segment(start: start, end: index, classes: classes)
  }

  /// Returns true for pairs that are joined whatever follows: rules WB5, WB8…WB10, WB13, WB13a,
  /// WB13b.
  @inline(__always)
  private static func joins(_ left: WordClass, _ right: WordClass) -> Bool {
    if lettersAndDigits.contains(left) {
      return lettersAndDigits.contains(right) || right == .connector
    }
    if left == .connector {
      return connected.contains(right)
    }
    if left == .katakana { return right == .katakana || right == .connector }
    return left == .hangul && right == .hangul
  }

  /// Returns true for a sign between two letters or two digits that joins them: rules WB6, WB7,
  /// WB7b, WB7c, WB11, WB12.
  private func bridges(
    _ left: WordClass, _ right: WordClass, _ end: Int, in text: Span<UInt8>
  ) -> Bool {
    if Self.letters.contains(left), Self.middleOfLetters.contains(right) {
      return Self.letters.contains(visible(from: end, in: text))
    }
    if left == .numeric, Self.middleOfDigits.contains(right) {
      return visible(from: end, in: text) == .numeric
    }
    return left == .hebrewLetter && right == .doubleQuote
      && visible(from: end, in: text) == .hebrewLetter
  }

  /// Returns the class of the first scalar at or after `start` that rule WB4 does not ignore.
  private func visible(from start: Int, in text: Span<UInt8>) -> WordClass {
    var index = start
    while index < text.count {
      let next = element(at: index, in: text)
      if !Self.ignored.contains(next.kind) { return next.kind }
      index &+= next.byteCount
    }
    return .other
  }

  @inline(__always)
  private func element(at index: Int, in text: Span<UInt8>) -> Element {
    let scalar = DecodedScalar(text, at: index)
    return Element(
      index: index, kind: adapted(WordClass.of(scalar.value), scalar.value),
      byteCount: scalar.byteCount)
  }

  /// The narrow no-break space of French, before `!` and in `10 000`.
  private static let narrowSpace: UInt32 = 0x202F

  /// Returns the class of a scalar under the rules in use.
  @inline(__always)
  private func adapted(_ kind: WordClass, _ scalar: UInt32) -> WordClass {
    guard divided.contains(kind) else { return kind }
    switch (kind, rules) {
    case (.connector, .search): return scalar == Self.narrowSpace ? .other : kind
    case (.katakana, .search): return .unit
    case (.colon, .search): return .other
    case (.hangul, .standard): return .letter
    case (.colon, .standard): return .middleLetter
    case (.katakanaSymbol, .standard): return .katakana
    case (.katakanaSymbol, .search): return .symbol
    case (.zeroWidthSpace, .standard), (.unit, .standard): return .other
    default: return kind
    }
  }

  private static let dividedForSearch: WordClassSet = [
    .katakana, .colon, .katakanaSymbol, .connector,
  ]
  private static let dividedByStandard: WordClassSet = [
    .colon, .hangul, .zeroWidthSpace, .unit, .katakanaSymbol,
  ]
  private static let hardBreaks: WordClassSet = [.carriageReturn, .lineFeed, .newline]
  private static let ignored: WordClassSet = [.extend, .joiner, .format]
  private static let joinedToUnits: WordClassSet = [.extend, .joiner, .format, .zeroWidthSpace]
  private static let letters: WordClassSet = [.letter, .hebrewLetter, .letterPictograph]
  private static let lettersAndDigits: WordClassSet = [
    .letter, .hebrewLetter, .letterPictograph, .numeric,
  ]
  private static let connected: WordClassSet = [
    .letter, .hebrewLetter, .letterPictograph, .numeric, .katakana, .connector,
  ]
  private static let middleOfLetters: WordClassSet = [
    .middleLetter, .middleNumberLetter, .singleQuote,
  ]
  private static let middleOfDigits: WordClassSet = [
    .middleNumber, .middleNumberLetter, .singleQuote,
  ]
  private static let pictographs: WordClassSet = [
    .pictograph, .emoji, .symbolPictograph, .letterPictograph,
  ]
}
