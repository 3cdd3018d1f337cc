/// The characters and words that have a meaning in a query, for both parsers and the printer.
///
/// Every other character belongs to a *run*: the characters of one word as typed.
enum QueryAlphabet {
  /// Returns true for white space of Unicode, for control characters, which are never meant to be
  /// searched, and for the marks of direction that come with texts that are pasted.
  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x20, 0x7F...0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000:
      true
    case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// Returns what follows the last space of `text`.
  static func lastRun(of text: String) -> Substring {
    let scalars = text.unicodeScalars
    let start = scalars.lastIndex(where: isSpace).map { scalars.index(after: $0) }
    return text[(start ?? text.startIndex)...]
  }

  /// Returns true if all letters of a text that have two cases are capitals, also outside
  /// operators.
  static func isInCapitals(_ text: [Unicode.Scalar]) -> Bool {
    guard !text.contains(where: \.properties.isLowercase) else { return false }
    return text.split(whereSeparator: isSpace).contains { word in
      var run = String.UnicodeScalarView()
      run.append(contentsOf: word)
      return word.contains(where: \.properties.isUppercase) && reservedWord(String(run)) == nil
    }
  }

  /// Returns true for the straight quote, and for the curved ones of any language.
  static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\"" || (0x201C...0x201F).contains(scalar.value)
  }

  /// Returns true for the quotes of French, which are also signs of running text.
  static func isGuillemet(_ scalar: Unicode.Scalar) -> Bool { scalar == "«" || scalar == "»" }

  /// Returns true for the letters of Hebrew, and for the points on them.
  static func isHebrew(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x5BE, 0x5C0, 0x5C3, 0x5C6: false
    case 0x591...0x5C7, 0x5D0...0x5EA, 0x5EF...0x5F2, 0xFB1D...0xFB4F: true
    default: false
    }
  }

  /// Returns true for a sign after which a period does not begin a word.
  static func isClosing(_ scalar: Unicode.Scalar) -> Bool {
    ")]}!?\u{201D}".unicodeScalars.contains(scalar)
  }

  static func isBracket(_ scalar: Unicode.Scalar) -> Bool { scalar == "(" || scalar == ")" }

  /// Returns true for signs that end a run in any position.
  static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "*", "?", "~", "^", "{", "}", "[", "]", "|", "!", "\\": true
    default: false
    }
  }

  /// Returns true for signs that are operators at the beginning of a run, and belong to it inside:
  /// `-4`, `state-of-the-art`, `C++`, `AT&T`.
  static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "+" || scalar == "-" || scalar == "&"
  }

  /// Returns true if the character may begin a run.
  static func isRun(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return !isSpace(scalar) && scalar != "\"" && !isBracket(scalar) && !isSign(scalar)
        && !isJoiner(scalar)
    }
    return !isSpace(scalar) && !isQuote(scalar)
  }

  /// Returns true if an `&` between a run and this character belongs to the run.
  static func isGlued(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? isLetterOrDigit(scalar) : isRun(scalar)
  }

  /// Returns true if a backslash inside a run can remove the character's special meaning.
  static func isEscapable(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.isASCII else { return isQuote(scalar) || isGuillemet(scalar) }
    return !isSpace(scalar) && !isLetterOrDigit(scalar)
  }

  /// Returns true if a backslash inside a pattern can remove the character's special meaning.
  static func isEscapableInPattern(_ scalar: Unicode.Scalar) -> Bool {
    isEscapable(scalar) || isSpace(scalar)
  }

  static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    isLetter(scalar) || isDigit(scalar)
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  /// Returns true if the character may begin a field name: a letter or `_`.
  static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
    isLetter(scalar) || scalar == "_"
      || (!scalar.isASCII && isRun(scalar) && !isGuillemet(scalar))
  }

  /// Returns true if the character may continue a field name: a letter, a digit, `_`, `.` or `-`.
  static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    isNameStart(scalar) || isDigit(scalar) || scalar == "." || scalar == "-"
  }

  /// The words that are operators when in capitals.
  enum ReservedWord: Equatable {
    case and
    case or
    case not
    /// `NEAR` or `BEFORE`, which asks for the order, with a distance as in `NEAR/5` or without.
    case near(distance: Int?, inOrder: Bool)
    /// `NEAR/500` or `NEAR/3b`: not a distance of ``QueryLimits/distances``.
    case noDistance
  }

  /// Returns the operator that the word represents; nil for any other word.
  static func reservedWord(_ text: String) -> ReservedWord? {
    switch text {
    case "AND": return .and
    case "OR": return .or
    case "NOT": return .not
    case "NEAR": return .near(distance: nil, inOrder: false)
    case "BEFORE": return .near(distance: nil, inOrder: true)
    default: return nearWord(text)
    }
  }

  /// Returns the operator that a word such as `NEAR/5` represents; nil for any other word.
  private static func nearWord(_ text: String) -> ReservedWord? {
    for (name, inOrder) in [("NEAR/", false), ("BEFORE/", true)] where text.hasPrefix(name) {
      let digits = text.unicodeScalars.dropFirst(name.unicodeScalars.count)
      guard digits.allSatisfy(isDigit), let distance = Int(String(digits)),
        QueryLimits.distances.contains(distance)
      else { return .noDistance }
      return .near(distance: distance, inOrder: inOrder)
    }
    return nil
  }
}
