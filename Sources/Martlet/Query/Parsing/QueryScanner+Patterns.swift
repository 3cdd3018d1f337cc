extension QueryScanner {
  /// Reads a word with wildcards, unless they are only stars at the end of a word without spaces;
  /// otherwise does not move.
  ///
  ///     ( char | "*" | "?" ) { char | "*" | "?" }     at least one char and one wildcard
  ///
  /// A `?` at the beginning or the end of what a person typed is a question mark and ends the
  /// pattern, and so is one in an address. Wildcards at the end belong to the pattern only if
  /// nothing else follows directly.
  mutating func pattern() -> WildcardPattern? {
    // Before this position, a pattern has been looked for in vain.
    guard position >= patternlessEnd else { return nil }
    var reader = self
    var (elements, open) = ([WildcardPattern.Element](), [WildcardPattern.Element]())
    var (text, length, hasSpace) = ([UInt8](), 0, false)
    while let scalar = reader.peek() {
      if let wildcard = Self.wildcard(scalar) {
        if wildcard == .one, !isStrict,
          open.isEmpty, length == 0 || Self.isAddress(text, isScoped: peek(-1) == ":")
        {
          break
        }
        reader.skip()
        open.append(wildcard)
      } else if let character = reader.character(isFirst: reader.position == position) {
        if !open.isEmpty {
          elements += [.text(text)] + open
          (text, open) = ([], [])
        }
        text += character.utf8
        hasSpace = hasSpace || QueryAlphabet.isSpace(character)
        length = reader.position - position
      } else {
        break
      }
    }
    elements.append(.text(text))
    if reader.isBoundary(0) {
      let questionMarks = isStrict ? 0 : open.reversed().prefix { $0 == .one }.count
      elements += open.dropLast(questionMarks)
      length = reader.position - position - questionMarks
    }
    let pattern = WildcardPattern(elements)
    guard pattern.hasText, pattern.hasWildcards, pattern.solePrefix == nil || hasSpace else {
      countSteps(of: reader)
      patternlessEnd = reader.position
      return nil
    }
    skip(length)
    return pattern
  }

  /// Returns true if a pattern begins with the wildcard at `distance`.
  func startsPattern(_ distance: Int) -> Bool {
    var end = distance
    // What a person types does not begin with the wildcard `?`, but may go on with it.
    while let scalar = peek(end), scalar == "*" || scalar == "?" && (isStrict || end > distance) {
      end += 1
    }
    var reader = self
    reader.skip(end)
    return end > distance && reader.character(isFirst: false) != nil
  }

  private static func wildcard(_ scalar: Unicode.Scalar) -> WildcardPattern.Element? {
    switch scalar {
    case "*": .any
    case "?": .one
    default: nil
    }
  }

  /// Returns true for the beginning of an address such as `https://example.com`, or, unless it is a
  /// value of a field, `example.com/`.
  static func isAddress(_ text: [UInt8], isScoped: Bool) -> Bool {
    guard let slash = text.firstIndex(of: UInt8(ascii: "/")) else { return false }
    let host = text[..<slash]
    if host.last == UInt8(ascii: ":") { return text[slash...].starts(with: "//".utf8) }
    guard !isScoped, let dot = host.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return false }
    let domain = host[(dot + 1)...]
    return domain.count > 1
      && domain.allSatisfy { QueryAlphabet.isLetter(Unicode.Scalar($0)) }
  }

  /// Reads a character of a pattern that stands for itself; nil if there is none.
  private mutating func character(isFirst: Bool) -> Unicode.Scalar? {
    guard let scalar = peek() else { return nil }
    if scalar == "\\" {
      guard let next = peek(1), isFirst || QueryAlphabet.isEscapableInPattern(next) else {
        return nil
      }
      skip(2)
      return next
    }
    let isPart =
      scalar == "&"
      ? !isFirst && peek(1).map(QueryAlphabet.isGlued) ?? false
      : scalar == "+" || scalar == "-" || isRun(scalar)
    guard isPart else { return nil }
    skip()
    return scalar
  }
}
