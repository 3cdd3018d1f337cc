/// Phrases whose words may be moved or end in a pattern, synonyms, and anchors.
extension QueryScanner {
  /// Reads a quoted text like ``quoted()``, and its last word as a pattern if it is one; see
  /// ``pattern(_:)``.
  ///
  /// Elsewhere in quotes, and after a backslash, `*` and `?` are signs of the text.
  ///
  /// - Returns: The text without the pattern, the pattern, whether the quote was closed, and the
  ///   offsets of the first wildcard that is a sign of the text, unless a backslash says so, and of
  ///   the first one in the last word.
  mutating func phrase() -> (
    text: String, pattern: WildcardPattern?, isClosed: Bool, idleWildcard: Int?,
    lastWildcard: Int?
  ) {
    let opening = quote()
    skip()
    var (words, last) = ("", "")
    var (idleWildcard, lastWildcard, question): (Int?, Int?, Int?) = (nil, nil, nil)
    var elements: [WildcardPattern.Element] = []
    // A question mark within an address is no wildcard.
    func judgeQuestion() {
      if Self.hasOnlyLetters(elements) { lastWildcard = lastWildcard ?? question }
      question = nil
    }
    func append(_ scalar: Unicode.Scalar) {
      last.unicodeScalars.append(scalar)
      elements.append(.text(Array(String(scalar).utf8)))
    }
    var isClosed = false
    while let scalar = peek() {
      let isEnd = endsQuote(opening)
      skip()
      if isEnd {
        isClosed = true
        break
      }
      if scalar == "\\", let next = peek(),
        next == "\\" || next == "*" || next == "?" || isEscapableInQuotes(next, opening)
      {
        append(next)
        skip()
      } else if QueryAlphabet.isSpace(scalar) {
        judgeQuestion()
        last.unicodeScalars.append(scalar)
        words += last
        (last, elements) = ("", [])
        idleWildcard = idleWildcard ?? lastWildcard
        lastWildcard = nil
      } else if scalar == "*" {
        lastWildcard = lastWildcard ?? offset - 1
        last.unicodeScalars.append(scalar)
        elements.append(.any)
      } else if scalar == "?", isBetweenLetters {
        question = question ?? offset - 1
        last.unicodeScalars.append(scalar)
        elements.append(.one)
      } else {
        append(scalar)
      }
    }
    judgeQuestion()
    if let pattern = Self.pattern(elements) {
      while let end = words.unicodeScalars.last, QueryAlphabet.isSpace(end) {
        words.unicodeScalars.removeLast()
      }
      return (words, pattern, isClosed, idleWildcard, lastWildcard)
    }
    return (words + last, nil, isClosed, idleWildcard ?? lastWildcard, lastWildcard)
  }

  /// True if the character that was read last stands between letters and digits.
  private var isBetweenLetters: Bool {
    [peek(-2), peek()].allSatisfy { $0.map(QueryAlphabet.isGlued) ?? false }
  }

  /// Returns true if all text among the elements of a word is letters and digits.
  private static func hasOnlyLetters(_ elements: [WildcardPattern.Element]) -> Bool {
    elements.allSatisfy { element in
      guard case .text(let bytes) = element else { return true }
      return String(decoding: bytes, as: UTF8.self).unicodeScalars
        .allSatisfy(QueryAlphabet.isGlued)
    }
  }

  /// Returns the pattern that the last word of a quoted text is; nil if it is only a word.
  ///
  /// It is a pattern with a `*` at its beginning or its end and none elsewhere, or with a single
  /// `*` or `?` between letters and digits. What is in quotes is often copied from a text, such as
  /// `M*A*S*H` or an address.
  private static func pattern(_ elements: [WildcardPattern.Element]) -> WildcardPattern? {
    let inner = elements.dropFirst().dropLast()
    if inner.contains(.any) || inner.contains(.one) {
      let wildcards = elements.count { $0 == .any || $0 == .one }
      guard wildcards == 1, hasOnlyLetters(elements) else { return nil }
    }
    let pattern = WildcardPattern(elements)
    return pattern.hasText && pattern.hasWildcards ? pattern : nil
  }

  /// Reads `~2` after a phrase; nil if there is none, or a number that is too large.
  mutating func slop() -> Int? {
    var length = 1
    var slop = 0
    while let scalar = peek(length), QueryAlphabet.isDigit(scalar),
      slop <= QueryLimits.distances.upperBound
    {
      slop = slop * 10 + Int(scalar.value - UnicodeScalar("0").value)
      length += 1
    }
    let isEnd = isBoundary(length) || peek(length) == "*" && isBoundary(length + 1)
    guard peek() == "~", length > 1, isEnd, QueryLimits.distances.contains(slop) else { return nil }
    skip(length)
    return slop
  }

  /// Returns the number of characters of a `~` and any digits after it, if nothing else follows
  /// directly.
  func digitsAfterTilde() -> Int? {
    guard peek() == "~" else { return nil }
    var length = 1
    while let scalar = peek(length), QueryAlphabet.isDigit(scalar) { length += 1 }
    return isBoundary(length) ? length : nil
  }

  /// The words and quoted texts of a set, and the offset of the first wildcard in one of the texts.
  typealias Synonyms = (words: [String], idleWildcard: Int?)

  /// Reads two or more words or quoted texts in braces; nil if there is anything else in them. Does
  /// not move then.
  mutating func synonyms() -> Synonyms? {
    var reader = self
    defer { countSteps(of: reader) }
    guard let found = reader.synonymWords() else { return nil }
    skip(reader.position - position)
    return found
  }

  private mutating func synonymWords() -> Synonyms? {
    skip()
    var words: [String] = []
    var idleWildcard: Int?
    _ = skipSpaces()
    while let scalar = peek(), scalar != "}" {
      if startsQuote() {
        var quote = self
        let (text, isClosed) = quoted()
        if idleWildcard == nil {
          let phrase = quote.phrase()
          idleWildcard = phrase.idleWildcard ?? phrase.lastWildcard
        }
        guard isClosed, text.unicodeScalars.contains(where: { !QueryAlphabet.isSpace($0) }) else {
          return nil
        }
        words.append(text)
      } else {
        guard scalar == "\\" ? startsOperand(0) : QueryAlphabet.isRun(scalar) else { return nil }
        words.append(run().text)
      }
      let hasSpace = skipSpaces()
      guard hasSpace || peek() == "}" else { return nil }
    }
    guard peek() == "}", words.count > 1 else { return nil }
    skip()
    return (words, idleWildcard)
  }

  /// Returns true if a set of synonyms begins at `distance`, or one with patterns among them.
  func startsSynonyms(_ distance: Int) -> Bool {
    var reader = self
    reader.skip(distance)
    guard reader.peek() == "{" else { return false }
    return reader.endOfPatternSet() != nil || reader.synonymWords() != nil
  }

  /// Returns the position of the `}` that ends a set of two or more words, quoted texts and
  /// patterns, at least one of which is a pattern; nil if there is anything else in it. Does not
  /// move.
  mutating func endOfPatternSet() -> Int? {
    var reader = self
    defer { countSteps(of: reader) }
    reader.skip()
    var (count, hasPattern) = (0, false)
    _ = reader.skipSpaces()
    while let scalar = reader.peek(), scalar != "}" {
      let start = reader.position
      if reader.startsQuote() {
        guard reader.quoted().isClosed else { return nil }
      } else if reader.pattern() != nil {
        hasPattern = true
      } else {
        guard scalar == "\\" ? reader.startsOperand(0) : QueryAlphabet.isRun(scalar) else {
          return nil
        }
        _ = reader.run()
        let end = reader.position
        while reader.position < end + 2, reader.peek() == "*" { reader.skip() }
        hasPattern = hasPattern || reader.position > end
      }
      count += 1
      let isApart = reader.skipSpaces() || reader.peek() == "}"
      guard isApart, reader.position > start else { return nil }
    }
    return reader.peek() == "}" && count > 1 && hasPattern ? reader.position : nil
  }

  /// Returns true if something that may be anchored begins at `distance`, after the `^`.
  func startsAnchored(_ distance: Int) -> Bool {
    guard let scalar = peek(distance) else { return false }
    switch scalar {
    case "^", "(": return false
    case "{":
      var reader = self
      reader.skip(distance)
      return reader.synonymWords() != nil
    case "*": return startsPattern(distance)
    default: return startsOperand(distance)
    }
  }
}
