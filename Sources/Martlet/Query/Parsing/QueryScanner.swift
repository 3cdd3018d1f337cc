/// Reads the pieces that tokens are made of: quoted texts, words with escapes, numbers.
///
/// Keeps the place in the text in characters and in UTF-8 bytes. Total: each function reads as
/// far as its piece goes, and no function goes back.
///
/// - Complexity: every function is linear in what it reads; ``steps`` counts it.
struct QueryScanner {
  private let scalars: [Unicode.Scalar]

  /// Characters before the next one.
  private(set) var position = 0
  /// UTF-8 bytes before the next character.
  private(set) var offset = 0
  /// Characters looked at, without looking ahead by one or two.
  private(set) var steps = 0

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  /// The character `distance` behind the next one, nil beyond the ends of the text.
  func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    let index = position + distance
    return index >= 0 && index < scalars.count ? scalars[index] : nil
  }

  /// Returns true if a complete operand ends before the character at `distance`.
  func isBoundary(_ distance: Int) -> Bool {
    guard let scalar = peek(distance) else { return true }
    return QueryAlphabet.isSpace(scalar) || QueryAlphabet.isQuote(scalar)
      || "()|&^".unicodeScalars.contains(scalar)
  }

  /// Returns true if an operand can begin with the character at `distance`.
  func startsOperand(_ distance: Int) -> Bool {
    guard let scalar = peek(distance) else { return false }
    switch scalar {
    case "*": return isBoundary(distance + 1)
    case "\\": return peek(distance + 1).map { !QueryAlphabet.isSpace($0) } ?? false
    default:
      return scalar == "(" || QueryAlphabet.isQuote(scalar) || QueryAlphabet.isRun(scalar)
    }
  }

  /// The name that a colon follows, without moving.
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

  /// Goes past `count` characters.
  mutating func skip(_ count: Int = 1) {
    for _ in 0..<count {
      offset += UTF8.width(scalars[position])
      position += 1
      steps += 1
    }
  }

  /// Goes to the next character that is no space.
  ///
  /// - Returns: Whether there was any.
  mutating func skipSpaces() -> Bool {
    let start = position
    while let scalar = peek(), QueryAlphabet.isSpace(scalar) { skip() }
    return position > start
  }

  /// Reads from the opening quote past the closing one, or to the end.
  mutating func quoted() -> (text: String, isClosed: Bool) {
    skip()
    var text = ""
    while let scalar = peek() {
      skip()
      if QueryAlphabet.isQuote(scalar) { return (text, true) }
      if scalar == "\\", let next = peek(), next == "\\" || QueryAlphabet.isQuote(next) {
        text.unicodeScalars.append(next)
        skip()
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return (text, false)
  }

  /// Reads the characters of one word, whose first one has been looked at.
  ///
  /// - Returns: The word without backslashes, whether there were any, and whether two dots stand
  ///   side by side.
  mutating func run() -> (text: String, isEscaped: Bool, hasTwoDots: Bool) {
    let start = position
    var (text, isEscaped, hasTwoDots) = ("", false, false)
    while var scalar = peek() {
      if scalar == "\\" {
        guard let next = peek(1), isEscape(of: next, isFirst: position == start) else { break }
        isEscaped = true
        skip()
        scalar = next
      } else if scalar == "&" {
        guard position > start, let next = peek(1), QueryAlphabet.isGlued(next) else { break }
      } else if scalar != "+" && scalar != "-" && !QueryAlphabet.isRun(scalar) {
        break
      } else if scalar == "." && peek(1) == "." {
        hasTwoDots = true
      }
      text.unicodeScalars.append(scalar)
      skip()
    }
    return (text, isEscaped, hasTwoDots)
  }

  /// Returns true if a backslash before `scalar` makes it part of the word. At the beginning of a
  /// word it may stand before a letter, so that `\AND` is a word.
  private func isEscape(of scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    isFirst ? !QueryAlphabet.isSpace(scalar) : QueryAlphabet.isEscapable(scalar)
  }

  /// Reads `^2` if it is there, complete and in range.
  mutating func boost() -> Double? {
    guard peek() == "^", let length = numberLength(at: 1, isDecimal: true),
      let factor = Double(text(at: 1, length: length)), Query.boostRange.contains(factor)
    else { return nil }
    skip(1 + length)
    return factor
  }

  /// Reads `~2` if it is there and complete.
  mutating func atLeast() -> Int? {
    guard peek() == "~", let length = numberLength(at: 1, isDecimal: false) else { return nil }
    let digits = text(at: 1, length: length)
    skip(1 + length)
    return Int(digits) ?? Int.max
  }

  /// Reads `~`, `~1` behind a word, `~25` behind a phrase.
  mutating func tolerance(isPhrase: Bool) -> Bool {
    var length = 1
    while length <= 2, let scalar = peek(length), QueryAlphabet.isDigit(scalar) { length += 1 }
    guard isBoundary(length) else { return false }
    if !isPhrase, length > 1, length > 2 || peek(1).map({ $0 > "2" }) ?? false { return false }
    skip(length)
    return true
  }

  /// Returns the number of characters that form a number: digits, and if `isDecimal` a fraction and
  /// an exponent. Nil if there is none, or something else is glued to it.
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
