/// A reader of the pieces that tokens are made of: quoted texts, words with escapes, and numbers.
///
/// It keeps its position in the text in characters and in UTF-8 bytes. Each function reads to the
/// end of its piece, accepts any text, and never moves back.
///
/// - Complexity: every function is linear in what it reads; ``steps`` counts it.
struct QueryScanner {
  private let scalars: [Unicode.Scalar]
  /// True if a `?` at the beginning or end of a word is a wildcard.
  let isStrict: Bool

  /// The number of characters before the next one.
  private(set) var position = 0
  /// The number of UTF-8 bytes before the next character.
  private(set) var offset = 0
  /// The number of characters read, not counting lookahead by one or two.
  private(set) var steps = 0

  /// The end of the characters in which no pattern begins, as far as is known.
  var patternlessEnd = 0

  /// The indices of the characters of ``findGuillemets()``.
  var guillemets: Set<Int> = []

  /// The indices of the last straight quote and of the last curved one; −1 for none.
  let lastStraightQuote: Int
  let lastCurvedQuote: Int

  init(_ scalars: [Unicode.Scalar], isStrict: Bool) {
    self.scalars = scalars
    lastStraightQuote = scalars.lastIndex(of: "\"") ?? -1
    lastCurvedQuote = scalars.lastIndex { QueryAlphabet.isQuote($0) && $0 != "\"" } ?? -1
    self.isStrict = isStrict
  }

  /// Returns the character `distance` after the next one; nil beyond the ends of the text.
  func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    let index = position + distance
    return index >= 0 && index < scalars.count ? scalars[index] : nil
  }

  /// Returns true if a complete operand ends before the character at `distance`.
  func isBoundary(_ distance: Int) -> Bool {
    guard let scalar = peek(distance) else { return true }
    return QueryAlphabet.isSpace(scalar) || isQuote(distance)
      || "()|&^}".unicodeScalars.contains(scalar)
  }

  /// Returns true if an operand can begin with the character at `distance`.
  func startsOperand(_ distance: Int) -> Bool {
    guard let scalar = peek(distance) else { return false }
    switch scalar {
    case "*": return isBoundary(distance + 1) || startsPattern(distance)
    case "?": return startsPattern(distance)
    case "^": return startsAnchored(distance + 1)
    case "{": return startsSynonyms(distance)
    case "\\": return peek(distance + 1).map { !QueryAlphabet.isSpace($0) } ?? false
    default: return scalar == "(" || startsQuote(distance) || QueryAlphabet.isRun(scalar)
    }
  }

  /// Returns the name before the next colon, and its length; nil if there is none. Does not move.
  mutating func nameBeforeColon() -> (text: String, length: Int)? {
    guard let first = peek(), QueryAlphabet.isNameStart(first) else { return nil }
    var name = ""
    var length = 0
    while let scalar = peek(length), QueryAlphabet.isNamePart(scalar) {
      name.unicodeScalars.append(scalar)
      length += 1
    }
    steps += length
    return peek(length) == ":" ? (name, length) : nil
  }

  /// Skips `count` characters.
  mutating func skip(_ count: Int = 1) {
    for _ in 0..<count {
      offset += UTF8.width(scalars[position])
      position += 1
      steps += 1
    }
  }

  /// Adds the characters that a copy of this reader has read ahead.
  mutating func countSteps(of reader: QueryScanner) { steps += reader.steps - steps }

  /// Moves to the next character that is not a space.
  ///
  /// - Returns: True if there was any space.
  mutating func skipSpaces() -> Bool {
    let start = position
    while let scalar = peek(), QueryAlphabet.isSpace(scalar) { skip() }
    return position > start
  }

  /// Moves past question and exclamation marks, if nothing follows them directly.
  mutating func skipEndMarks() {
    var length = 0
    while let scalar = peek(length), scalar == "?" || scalar == "!" { length += 1 }
    if length > 0, isBoundary(length) { skip(length) }
  }

  /// Moves to the next character that is not a space.
  ///
  /// - Returns: True if there was any space, and the line did not end.
  mutating func skipSpacesOfLine() -> Bool {
    let start = position
    return skipSpaces() && !scalars[start..<position].contains { Character($0).isNewline }
  }

  /// Reads from the opening quote past the closing one, or to the end.
  mutating func quoted() -> (text: String, isClosed: Bool) {
    let opening = quote()
    skip()
    var text = ""
    while let scalar = peek() {
      let isEnd = endsQuote(opening)
      skip()
      if isEnd { return (text, true) }
      if scalar == "\\", let next = peek(), next == "\\" || isEscapableInQuotes(next, opening) {
        text.unicodeScalars.append(next)
        skip()
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return (text, false)
  }

  /// Reads the characters of one word, the first of which has been checked.
  ///
  /// - Parameter isValue: True for a value of a field, which may be an address with signs.
  /// - Returns: The word without backslashes, whether there were any, and the number of characters
  ///   before its first two dots, if it has any.
  mutating func run(isValue: Bool = false) -> (text: String, isEscaped: Bool, dots: Int?) {
    let start = position
    let isScoped = peek(-1) == ":"
    /// True once a question mark has been found in an address, which stays one.
    var hasQuestion = false
    var (text, isEscaped) = ("", false)
    var dots: Int?
    /// The number of open brackets in an address; nil before it is one.
    var openBrackets: Int?
    while var scalar = peek() {
      if scalar == "\\" {
        guard let next = peek(1), isEscape(of: next, isFirst: position == start) else { break }
        isEscaped = true
        skip()
        scalar = next
      } else if scalar == "&" {
        guard position > start, let next = peek(1), QueryAlphabet.isGlued(next),
          !isPairedGuillemet(1)
        else { break }
      } else if scalar == "?", !isStrict, !isBoundary(1),
        hasQuestion || Self.isAddress(Array(text.utf8), isScoped: isScoped)
      {
        hasQuestion = true
      } else if scalar != "+" && scalar != "-" && !isRun(scalar) {
        guard let open = openBrackets, isPartOfAddress(scalar, open) else { break }
        openBrackets = open + (scalar == "(" ? 1 : scalar == ")" ? -1 : 0)
      } else if isValue, scalar == "/", text.hasSuffix(":/") {
        openBrackets = openBrackets ?? 0
      } else if scalar == "." && peek(1) == "." {
        dots = dots ?? text.unicodeScalars.count
      }
      text.unicodeScalars.append(scalar)
      skip()
    }
    return (text, isEscaped, dots)
  }

  /// Returns true for a sign in an address such as `https://example.com/~me?q=a`. At its end a sign
  /// has the meaning that it has elsewhere.
  private func isPartOfAddress(_ scalar: Unicode.Scalar, _ openBrackets: Int) -> Bool {
    switch scalar {
    case ")": openBrackets > 0
    case "~": !isBoundary(1) && !(peek(1).map(QueryAlphabet.isDigit) ?? false && isBoundary(2))
    case "(", "?", "!", "[", "]", "{", "}": !isBoundary(1)
    default: false
    }
  }

  /// Returns true if a backslash before `scalar` makes it part of the word. At the beginning of a
  /// word a backslash may precede a letter, so that `\AND` is a word.
  private func isEscape(of scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    isFirst ? !QueryAlphabet.isSpace(scalar) : QueryAlphabet.isEscapable(scalar)
  }

  /// Reads a boost such as `^2`, or a score such as `^=2`, if there is one, complete and in range.
  mutating func scoring() -> QueryToken.Scoring? {
    let isConstant = peek(1) == "="
    let start = isConstant ? 2 : 1
    guard peek() == "^", let length = numberLength(at: start, isDecimal: true),
      let number = Double(text(at: start, length: length)), Query.boostRange.contains(number)
    else { return nil }
    skip(start + length)
    return isConstant ? .constant(number) : .boost(number)
  }

  /// Reads a count such as `~2` if there is one, and complete.
  mutating func atLeast() -> Int? {
    guard peek() == "~", let length = numberLength(at: 1, isDecimal: false) else { return nil }
    let digits = text(at: 1, length: length)
    skip(1 + length)
    return Int(digits) ?? Int.max
  }

  /// Reads `~`, `~0`, `~1` or `~2` after a word.
  ///
  /// - Returns: The number, or nil if there is only the sign; nothing if there is neither.
  mutating func edits() -> Int?? {
    guard peek() == "~" else { return nil }
    if isBoundary(1) {
      skip()
      return .some(nil)
    }
    guard let digit = peek(1), QueryAlphabet.isDigit(digit), isBoundary(2) else { return nil }
    let edits = Int(digit.value - UnicodeScalar("0").value)
    guard Query.fuzzyEdits.contains(edits) else { return nil }
    skip(2)
    return edits
  }

  /// Returns the number of characters that form a number: digits, and if `isDecimal` a fraction and
  /// an exponent. Nil if there is none, or if anything else follows directly.
  private mutating func numberLength(at distance: Int, isDecimal: Bool) -> Int? {
    var end = distance
    defer { steps += end - distance }
    guard skipDigits(&end) else { return nil }
    if isDecimal, peek(end) == "." {
      end += 1
      guard skipDigits(&end) else { return nil }
    }
    if isDecimal, peek(end) == "e" {
      end += peek(end + 1) == "-" || peek(end + 1) == "+" ? 2 : 1
      guard skipDigits(&end) else { return nil }
    }
    return isBoundary(end) ? end - distance : nil
  }

  private func skipDigits(_ distance: inout Int) -> Bool {
    let start = distance
    while let scalar = peek(distance), QueryAlphabet.isDigit(scalar) { distance += 1 }
    return distance > start
  }

  private func text(at distance: Int, length: Int) -> String {
    var text = ""
    let start = position + distance
    text.unicodeScalars.append(contentsOf: scalars[start..<start + length])
    return text
  }
}
