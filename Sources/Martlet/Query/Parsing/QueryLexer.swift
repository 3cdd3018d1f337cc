/// Divides a query's text into tokens, for both parsers.
///
/// Every text becomes tokens; anything that has no meaning becomes a `problem` token. The parsers
/// decide which operators have operands, and which brackets have a partner.
///
/// - Complexity: O(text); ``steps`` counts it.
struct QueryLexer {
  /// The part of the text directly before the next character, as far as it changes the character's
  /// meaning.
  enum Context {
    case free
    /// After `-`, `!` or `+`: an operator word is a word.
    case prefixed
    /// After `name:`: a second name, or a sign, is part of the word.
    case scoped
  }

  var scanner: QueryScanner
  let fieldNames: (String) -> [String]
  let mayHave: (_ field: String, _ text: String, _ isRange: Bool) -> Bool
  var context = Context.free
  /// True after the field of an anchored operand, as in `^title:word`.
  var anchorsNext = false
  /// The end of a set that is read as alternatives, and true if a member was read that no `OR`
  /// follows yet; nil outside such sets.
  var set: (end: Int, hasMember: Bool)?
  /// The position of the last name that was looked up, so that it is reported once.
  var judgedName: Int?
  /// The end of the last operand; ``operandIsPhrase`` is true if it was a phrase.
  var operandEnd: Int?
  private var operandIsPhrase = false

  /// The number of characters read, not counting lookahead by one or two.
  var steps: Int { scanner.steps }

  /// - Parameters:
  ///   - scalars: The text.
  ///   - isStrict: True if a `?` at the beginning or end of a word is a wildcard.
  ///   - fieldNames: Returns the fields that a name before a colon may stand for; it is a field if
  ///     there is one.
  ///   - mayHave: Returns true if a document may have a text in a field, or a value of the range.
  init(
    _ scalars: [Unicode.Scalar], isStrict: Bool = false,
    fieldNames: @escaping (String) -> [String],
    mayHave: @escaping (_ field: String, _ text: String, _ isRange: Bool) -> Bool = { _, _, _ in
      true
    }
  ) {
    scanner = QueryScanner(scalars, isStrict: isStrict)
    if !isStrict { scanner.findGuillemets() }
    self.fieldNames = fieldNames
    self.mayHave = mayHave
  }

  /// Returns the next token; nil at the end of the text.
  mutating func next() -> QueryToken? {
    if !scanner.isStrict, operandEnd == scanner.position { scanner.skipEndMarks() }
    if scanner.skipSpaces() { context = .free }
    guard let scalar = scanner.peek() else { return nil }
    if set != nil { return member() }
    if anchorsNext { return anchoredOperand(from: scanner.offset) }
    if context == .scoped {
      if scalar == "=", let token = value() { return token }
      if scalar == "<" || scalar == ">" { return comparison() }
      if scalar == "[" || scalar == "{", let token = bracketedRange() { return token }
      if scalar == "*", scanner.isBoundary(1) { return anyValue() }
    }
    return scanner.startsQuote() ? phrase() : token(startingWith: scalar)
  }

  private mutating func token(startingWith scalar: Unicode.Scalar) -> QueryToken {
    switch scalar {
    case "(": return short(.open)
    case ")": return close()
    case "|", "&": return operatorSign(scalar)
    case "-", "+": return context == .scoped ? run() : prefix() ?? sign(scalar)
    case "!": return prefix() ?? sign(scalar)
    case "*": return star() ?? freePattern() ?? sign(scalar)
    case "?": return freePattern() ?? sign(scalar)
    case "~": return distance() ?? sign(scalar)
    case "\\": return escapedRun()
    case "^": return anchored() ?? sign(scalar)
    case "{": return synonyms() ?? patternSet() ?? sign(scalar)
    default: return QueryAlphabet.isSign(scalar) ? sign(scalar) : scope() ?? run()
    }
  }

  /// Reads a sign and its repetitions as one token without a meaning.
  private mutating func sign(_ scalar: Unicode.Scalar) -> QueryToken {
    let start = scanner.offset
    while scanner.peek() == scalar { scanner.skip() }
    return token(.problem(.sign(Character(scalar))), from: start)
  }

  /// Reads `|` or `&`, also doubled, as programmers write them.
  private mutating func operatorSign(_ scalar: Unicode.Scalar) -> QueryToken {
    short(
      scalar == "|" ? .or(isSign: true) : .and(isSign: true),
      length: scanner.peek(1) == scalar ? 2 : 1)
  }

  /// Reads `-`, `!` or `+` at the beginning of something and directly before an operand: in `a -b`,
  /// but not in `a - b` or `"a"-b`.
  private mutating func prefix() -> QueryToken? {
    if let previous = scanner.peek(-1) {
      guard QueryAlphabet.isSpace(previous) || "(|&".unicodeScalars.contains(previous) else {
        return nil
      }
    }
    guard scanner.startsOperand(1) else { return nil }
    let token = short(scanner.peek() == "+" ? .require : .exclude)
    context = .prefixed
    return token
  }

  /// Reads a single `*`.
  private mutating func star() -> QueryToken? {
    guard operandEnd != scanner.position, scanner.isBoundary(1) else { return nil }
    let start = scanner.offset
    scanner.skip()
    return operand(.everything, from: start)
  }

  /// Reads a pattern that begins with a wildcard.
  private mutating func freePattern() -> QueryToken? {
    operandEnd == scanner.position ? nil : pattern()
  }

  private mutating func pattern() -> QueryToken? {
    let start = scanner.offset
    return scanner.pattern().map { operand(.pattern($0), from: start) }
  }

  /// Reads `~` after a phrase without a number, or with one that is too large.
  private mutating func distance() -> QueryToken? {
    guard operandEnd == scanner.position, operandIsPhrase, let length = scanner.digitsAfterTilde()
    else { return nil }
    return short(.problem(.tolerance), length: length)
  }

  mutating func close() -> QueryToken {
    let start = scanner.offset
    scanner.skip()
    return operand(.close(atLeast: scanner.atLeast()), from: start)
  }

  /// Reads `=value` after a field and its colon.
  private mutating func value() -> QueryToken? {
    let start = scanner.offset
    guard let first = scanner.peek(1), !"(*?".unicodeScalars.contains(first), mayFollowColon(1)
    else { return nil }
    scanner.skip()
    if scanner.startsQuote() {
      let (text, isClosed) = scanner.quoted()
      return operand(.value(text, isClosed: isClosed), from: start)
    }
    return operand(.value(scanner.run(isValue: true).text, isClosed: true), from: start)
  }

  /// Reads `<`, `<=`, `>` or `>=` and a value after a field and its colon.
  private mutating func comparison() -> QueryToken {
    let start = scanner.offset
    let isLess = scanner.peek() == "<"
    let isIncluded = scanner.peek(1) == "="
    scanner.skip(isIncluded ? 2 : 1)
    let (text, isClosed) = scanner.value()
    let bound = ValueRange.Bound(text: text, isIncluded: isIncluded)
    let range = isLess ? ValueRange(upper: bound) : ValueRange(lower: bound)
    return operand(.range(range, text: text, isClosed: isClosed), from: start)
  }

  /// Reads `*` after a field and its colon: any value.
  private mutating func anyValue() -> QueryToken {
    let start = scanner.offset
    scanner.skip()
    return operand(.range(ValueRange(), text: "*"), from: start)
  }

  /// Reads `[a TO b]` after a field and its colon.
  private mutating func bracketedRange() -> QueryToken? {
    let start = scanner.offset
    guard let (range, length) = scanner.rangeInBrackets(at: 0) else { return nil }
    scanner.skip(length)
    let text = range.texts.joined(separator: " ")
    return operand(.range(range, text: text), from: start)
  }

  /// Returns the range that a word with two dots is, or with three as in Swift: `1..3`, `1..` or
  /// `..3`; nil for the dots alone.
  private static func range(_ text: String, dots: Int) -> ValueRange? {
    let scalars = text.unicodeScalars
    func bound(_ part: Substring.UnicodeScalarView) -> ValueRange.Bound? {
      part.isEmpty ? nil : ValueRange.Bound(text: String(part), isIncluded: true)
    }
    var rest = scalars.dropFirst(dots + 2)
    while rest.first == "." { rest.removeFirst() }
    let range = ValueRange(lower: bound(scalars.prefix(dots)), upper: bound(rest))
    return range.lower == nil && range.upper == nil ? nil : range
  }

  mutating func phrase() -> QueryToken {
    let start = scanner.offset
    let (text, pattern, isClosed, idleWildcard, lastWildcard) = scanner.phrase()
    let slop = scanner.slop()
    let isPrefix = scanner.peek() == "*" && scanner.isBoundary(1)
    if isPrefix { scanner.skip() }
    var token: QueryToken
    if let pattern, slop == nil, !isPrefix {
      token = operand(.phrasePattern(text, pattern, isClosed: isClosed), from: start)
    } else {
      let words = pattern.map { (text.isEmpty ? "" : text + " ") + $0.description } ?? text
      let kind = QueryToken.Kind.phrase(
        words, slop: slop ?? 0, lastIsPrefix: isPrefix, isClosed: isClosed)
      token = operand(kind, from: start, isPhrase: slop == nil)
    }
    var idle = idleWildcard
    if case .phrase = token.kind { idle = idle ?? lastWildcard }
    token.idleWildcard = idle.map { $0..<$0 + 1 }
    return token
  }

  /// Reads a word that begins with a backslash. A backslash within a word or before nothing is a
  /// problem.
  private mutating func escapedRun() -> QueryToken {
    if operandEnd == scanner.position { return short(.problem(.escape)) }
    return scanner.startsOperand(0) ? run() : sign("\\")
  }

  mutating func run() -> QueryToken {
    if let token = pattern() { return token }
    let start = scanner.offset
    let isAfterBracket =
      context == .free && scanner.peek() == "."
      && scanner.peek(-1).map(QueryAlphabet.isClosing) ?? false
    let (read, isEscaped, dots) = scanner.run(isValue: context == .scoped)
    var text = read
    // In a document, the period of `(1).pdf` begins no word such as `.NET`.
    if isAfterBracket, let first = text.firstIndex(where: { $0 != "." }) {
      text = String(text[first...])
    }
    if context == .scoped, let dots, let range = Self.range(text, dots: dots) {
      return operand(.range(range, text: text), from: start)
    }
    if let edits = scanner.edits() { return operand(.fuzzy(text, edits: edits), from: start) }
    let form = wordForm()
    if form == .whole, !isEscaped, context == .free, let kind = reserved(text) {
      operandEnd = scanner.position
      return token(kind, from: start)
    }
    return operand(.word(text, form), from: start)
  }

  /// Reads the stars after a word.
  private mutating func wordForm() -> QueryToken.WordForm {
    guard scanner.peek() == "*" else { return .whole }
    let count = scanner.peek(1) == "*" ? 2 : 1
    guard scanner.isBoundary(count) else { return .whole }
    scanner.skip(count)
    return count == 2 ? .typed : .prefix
  }

  private func reserved(_ text: String) -> QueryToken.Kind? {
    switch QueryAlphabet.reservedWord(text) {
    case .and: .and(isSign: false)
    case .or: .or(isSign: false)
    case .not: .not
    case .near(let distance, let inOrder): .near(text, distance: distance, inOrder: inOrder)
    case .noDistance: .problem(.distance(text))
    case nil: nil
    }
  }

  /// Returns the token of the next `length` characters.
  mutating func short(_ kind: QueryToken.Kind, length: Int = 1) -> QueryToken {
    let start = scanner.offset
    scanner.skip(length)
    return token(kind, from: start)
  }

  private mutating func token(_ kind: QueryToken.Kind, from start: Int) -> QueryToken {
    context = .free
    return QueryToken(kind: kind, range: start..<scanner.offset)
  }

  /// Returns the token of an operand or of a group's end, with its boost.
  mutating func operand(
    _ kind: QueryToken.Kind,
    from start: Int,
    isPhrase: Bool = false
  ) -> QueryToken {
    let scoring = scanner.scoring()
    context = .free
    operandEnd = scanner.position
    operandIsPhrase = isPhrase
    return QueryToken(kind: kind, scoring: scoring, range: start..<scanner.offset)
  }
}
