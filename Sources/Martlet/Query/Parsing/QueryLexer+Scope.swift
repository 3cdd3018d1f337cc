/// The name of a field before a colon, and what may come after that.
extension QueryLexer {
  /// Reads `name:` if the name is a field and an operand follows; otherwise returns the problem
  /// with the name, once.
  mutating func scope() -> QueryToken? {
    guard context != .scoped, judgedName != scanner.position,
      let name = scanner.nameBeforeColon()
    else { return nil }
    judgedName = scanner.position
    let range = scanner.offset..<scanner.offset + name.text.utf8.count + 1
    let fields = fieldNames(name.text)
    if fields.isEmpty, isScheme(name.length) { return nil }
    guard let field = fields.first, fields.count == 1 else {
      return QueryToken(kind: .problem(.unknownField(name.text, similar: fields)), range: range)
    }
    guard let gap = gap(after: name.length + 1, in: field) else {
      let isRange = scanner.peek(name.length + 1).map { "[<>".unicodeScalars.contains($0) } ?? false
      return QueryToken(
        kind: .problem(isRange ? .incompleteRange(name.text) : .emptyScope(name.text)),
        range: range)
    }
    let token = short(.scope(field), length: name.length + 1 + gap)
    context = .scoped
    return token
  }

  /// Returns the number of spaces between `field`, whose colon ends at `distance`, and what is to
  /// be found in it; nil if there is nothing.
  ///
  /// People type `title: soup`, as they write it. After a space, an operator, a sign or another
  /// field is none of the field, nor is what it cannot have, as in `Year: unknown`.
  private mutating func gap(after distance: Int, in field: String) -> Int? {
    if mayFollowColon(distance) { return 0 }
    guard !scanner.isStrict else { return nil }
    var reader = scanner
    reader.skip(distance)
    defer { scanner.countSteps(of: reader) }
    guard reader.skipSpacesOfLine(), let first = reader.peek() else { return nil }
    let gap = reader.position - scanner.position - distance
    guard mayFollowColon(distance + gap) else { return nil }
    if first == "(" || reader.startsQuote() { return gap }
    guard QueryAlphabet.isRun(first) else { return nil }
    if let name = reader.nameBeforeColon(), !fieldNames(name.text).isEmpty { return nil }
    let (text, isEscaped, dots) = reader.run(isValue: true)
    let isLast = reader.peek() == nil
    if !isEscaped, !isLast, QueryAlphabet.reservedWord(text) != nil, reader.isBoundary(0) {
      return nil
    }
    let isBegun = isLast && QueryAlphabet.isDigit(first)
    return isBegun || mayHave(field, text, dots != nil) ? gap : nil
  }

  /// Returns true for the name in an address such as `https://example.com`, which a person that
  /// typed it does not mean as a field.
  private func isScheme(_ length: Int) -> Bool {
    !scanner.isStrict && scanner.peek(length + 1) == "/" && scanner.peek(length + 2) == "/"
  }

  func mayFollowColon(_ distance: Int) -> Bool {
    switch scanner.peek(distance) {
    case "-", "+": true
    case "*": scanner.startsPattern(distance) || scanner.isBoundary(distance + 1)
    case "=": scanner.peek(distance + 1).map { $0 != ")" && !QueryAlphabet.isSpace($0) } ?? false
    case "[": scanner.rangeInBrackets(at: distance) != nil
    case "{": scanner.rangeInBrackets(at: distance) != nil || scanner.startsSynonyms(distance)
    case "<", ">": scanner.startsValue(distance + (scanner.peek(distance + 1) == "=" ? 2 : 1))
    default: scanner.startsOperand(distance)
    }
  }
}
