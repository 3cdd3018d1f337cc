/// Anchored operands, and words in braces.
extension QueryLexer {
  /// Reads `^` and the word, phrase or set directly after it, or the field before these.
  mutating func anchored() -> QueryToken? {
    guard operandEnd != scanner.position, scanner.startsAnchored(1) else { return nil }
    if let scope = anchoredScope() { return scope }
    let start = scanner.offset
    scanner.skip()
    return anchoredOperand(from: start)
  }

  /// Reads `^` and `name:` before something that may be anchored: `^title:word` is `title:^word`.
  private mutating func anchoredScope() -> QueryToken? {
    var reader = scanner
    reader.skip()
    let found = reader.nameBeforeColon()
    scanner.countSteps(of: reader)
    guard let name = found, let next = scanner.peek(name.length + 2),
      !"=<>+-[".unicodeScalars.contains(next), scanner.startsAnchored(name.length + 2)
    else { return nil }
    let fields = fieldNames(name.text)
    guard fields.count == 1 else { return nil }
    anchorsNext = true
    let token = short(.scope(fields[0]), length: name.length + 2)
    context = .scoped
    return token
  }

  /// Reads the operand after `^`, which began at `start`.
  mutating func anchoredOperand(from start: Int) -> QueryToken {
    anchorsNext = false
    // An operator word after the sign is a word.
    context = .prefixed
    let isSet = scanner.peek() == "{"
    var token = scanner.startsQuote() ? phrase() : isSet ? synonyms() ?? run() : run()
    token.isAnchored = true
    token.range = start..<token.range.upperBound
    return token
  }

  /// Reads `{a b}`.
  mutating func synonyms() -> QueryToken? {
    let start = scanner.offset
    guard operandEnd != scanner.position, let found = scanner.synonyms() else { return nil }
    var token = operand(.synonyms(found.words), from: start)
    token.idleWildcard = found.idleWildcard.map { $0..<$0 + 1 }
    return token
  }

  /// Begins to read `{a* b}`, whose members become alternatives in brackets: returns the problem
  /// with it.
  mutating func patternSet() -> QueryToken? {
    guard operandEnd != scanner.position, let end = scanner.endOfPatternSet() else { return nil }
    set = (end, hasMember: false)
    return QueryToken(kind: .problem(.patternInSet), range: scanner.offset..<scanner.offset + 1)
  }

  /// Reads the next bracket or member of a set with patterns, or the `OR` between two members.
  mutating func member() -> QueryToken {
    if scanner.peek() == "{" { return short(.open) }
    guard let set, scanner.position < set.end else {
      self.set = nil
      return close()
    }
    self.set?.hasMember.toggle()
    if set.hasMember {
      return QueryToken(kind: .or(isSign: true), range: scanner.offset..<scanner.offset)
    }
    // An operator word in a set is a word.
    context = .prefixed
    return scanner.startsQuote() ? phrase() : run()
  }
}
