/// A parser for the text that a person typed. Every text has a meaning; nothing is an error.
///
/// The syntax is that of ``StrictParser``, and a text without a mistake means the same here.
/// Anything that is not a complete construct is read as the words that were probably meant, with a
/// diagnostic:
///
/// 1. `AND` and `OR` are operators only in capitals and between operands, `NOT` only in capitals
///    and before an operand; otherwise they are words. If everything is in capitals, a `NOT` that
///    excludes is reported.
/// 2. `-`, `!` and `+` are operators only at the beginning of an operand and directly before it;
///    within a word they belong to the word: `state-of-the-art`, `C++`.
/// 3. An open quote extends to the end of the text, and its last word is a prefix. `""` is ignored.
/// 4. Brackets without a partner are ignored, and so are those deeper than a limit.
/// 5. `name:` is a field only if the schema has it: `10:30` and `http://x` are words. There may be
///    a space before a word, a value, a quoted text or a bracket.
/// 6. Other signs that complete nothing separate words, like spaces. A single `*` is ignored, and
///    so, without a diagnostic, are `?` and `!` at the end of an operand.
/// 7. The last word, if no space follows, also represents the words that begin with it, unless it
///    has wildcards or a `~`.
/// 8. Exclusions alone mean all documents except those excluded.
/// 9. Beyond ``QueryLimits``, text is cut.
/// 10. A text of which no field makes a word, such as `$`, is like one without operands.
///
/// A `"` between two Hebrew letters is part of the word, as in `צה"ל`; after one letter such as ב
/// it opens a quoted text if the next one closes it.
///
/// Words stay as typed: the analyzers decide about words such as `don't`, stop words, and case.
///
/// A strict text has another meaning here in these cases: `*` adds nothing, `""` is ignored, a
/// range in a field of text is searched as words, a `?` at the beginning or end of a word or in an
/// address is a question mark, a pair of guillemets without backslashes is one of quotes, signs of
/// which no field makes a word find nothing or everything, and the limits are lower.
///
/// - Complexity: O(text), which is at most 4 KiB, times a constant depth.
struct LenientParser {
  private let schema: IndexSchema
  private let options: UserQueryOptions
  private var assembler: QueryAssembler
  private var diagnostics: [QueryDiagnostic] = []
  private var wordCount = 0
  private var hasTooManyWords = false
  private var hasDeepSigns = false
  /// The number of bytes read of the text; an unfinished word ends here.
  private var textEnd: Int?
  /// True if all letters of the text are capitals, also others than those of operators.
  private var isInCapitals = false

  private init(schema: IndexSchema, options: UserQueryOptions) {
    self.schema = schema
    self.options = options
    assembler = QueryAssembler(combine: options.combine, hasText: { schema.kind(of: $0) == .text })
  }

  /// Parses `text` for an index with these fields.
  static func parse(
    _ text: String,
    schema: IndexSchema,
    options: UserQueryOptions = .init()
  ) -> InterpretedQuery {
    if let plain = PlainText.parse(text, options: options),
      QueryResolver(schema).hasWords(plain.query)
    {
      return InterpretedQuery(query: plain.query, relaxations: plain.relaxations, schema: schema)
    }
    return parseSigns(text, schema: schema, options: options)
  }

  /// Parses `text` without first trying ``PlainText``.
  static func parseSigns(
    _ text: String, schema: IndexSchema, options: UserQueryOptions
  ) -> InterpretedQuery {
    LenientParser(schema: schema, options: options).parse(text)
  }

  private consuming func parse(_ text: String) -> InterpretedQuery {
    let tokens = BracketMatcher(schema).match(tokens(of: text))
    diagnostics += tokens.diagnostics
    assemble(tokens.tokens)
    for (problem, range) in assembler.unsuitable {
      diagnostics.append(QueryDiagnostic(problem, range: range))
    }
    var (query, relaxations) = assembler.finish()
    if let found = query, !QueryResolver(schema).hasWords(found) {
      (query, relaxations) = (nil, .none)
    }
    if query == nil { checkBlank(text) }
    let result = query ?? (options.emptyFindsEverything ? .everything : .nothing)
    return InterpretedQuery(
      query: result,
      relaxations: relaxations,
      schema: schema,
      diagnostics: diagnostics.ordered { $0.range.lowerBound < $1.range.lowerBound })
  }

  /// Returns the part of a text that is read, and its length in bytes.
  static func scalars(of text: String) -> (scalars: [Unicode.Scalar], byteCount: Int) {
    var scalars: [Unicode.Scalar] = []
    var end = 0
    for scalar in text.unicodeScalars {
      guard end + UTF8.width(scalar) <= QueryLimits.lenientByteCount else { break }
      scalars.append(scalar)
      end += UTF8.width(scalar)
    }
    return (scalars, end)
  }

  private mutating func tokens(of text: String) -> [QueryToken] {
    let (scalars, end) = Self.scalars(of: text)
    if end < text.utf8.count {
      report(.textCut, end..<end, "Only the first \(QueryLimits.lenientByteCount) bytes are read.")
    }
    textEnd = end
    isInCapitals = QueryAlphabet.isInCapitals(scalars)
    let schema = schema
    var lexer = QueryLexer(
      scalars, fieldNames: schema.names(like:), mayHave: schema.mayHave(_:_:isRange:))
    var tokens: [QueryToken] = []
    while let token = lexer.next() { tokens.append(token) }
    return tokens
  }

  private mutating func assemble(_ tokens: [QueryToken]) {
    let startsOperand = LenientParser.operandStarts(tokens)
    for (index, token) in tokens.enumerated() {
      read(token, isBeforeOperand: startsOperand[index + 1])
    }
  }

  /// Returns for each token whether an operand begins there; the last element, for the end, is
  /// false.
  private static func operandStarts(_ tokens: [QueryToken]) -> [Bool] {
    var starts = [Bool](repeating: false, count: tokens.count + 1)
    for (index, token) in tokens.enumerated().reversed() {
      starts[index] =
        switch token.kind {
        case .open: true
        case .not, .exclude, .require, .scope: starts[index + 1]
        default: token.isOperand
        }
    }
    return starts
  }

  private mutating func read(_ token: QueryToken, isBeforeOperand: Bool) {
    switch token.kind {
    case .open: assembler.open()
    case .close(let atLeast): assembler.close(atLeast: atLeast, scoring: token.scoring)
    case .scope(let name): if isBeforeOperand { assembler.scope(FieldRef(name)) }
    case .exclude, .not, .require: sign(token, isBeforeOperand: isBeforeOperand)
    case .and, .or, .near: combine(token, isBeforeOperand: isBeforeOperand)
    default: operand(token)
    }
  }

  private mutating func sign(_ token: QueryToken, isBeforeOperand: Bool) {
    guard isBeforeOperand else {
      word(token)
      return
    }
    guard assembler.depth < QueryLimits.lenientDepth else {
      reportDeepSigns(token)
      return
    }
    if token.kind == .not, isInCapitals { reportExclusion(token) }
    assembler.sign(token.kind == .require ? .required : .not)
  }

  private mutating func combine(_ token: QueryToken, isBeforeOperand: Bool) {
    guard isBeforeOperand, assembler.hasOperand, !assembler.hasPrefix else {
      word(token)
      return
    }
    switch token.kind {
    case .and: assembler.and()
    case .or: assembler.or()
    case .near(_, let distance, let inOrder):
      assembler.near(QueryFrame.Nearness(distance, inOrder: inOrder, range: token.range))
    default: word(token)
    }
  }

  /// Reads an operator word as a word to search; an operator sign is ignored.
  private mutating func word(_ token: QueryToken) {
    guard let text = token.asWord else {
      diagnostics.append(QueryDiagnostic(.sign(LenientParser.sign(of: token)), range: token.range))
      return
    }
    report(
      .operatorAsWord, token.range,
      "`\(text)` has no operands to combine and is searched as a word.")
    operand(QueryToken(kind: .word(text, .whole), range: token.range))
  }

  private static func sign(of token: QueryToken) -> Character {
    switch token.kind {
    case .or: "|"
    case .and: "&"
    case .require: "+"
    default: "-"
    }
  }

  private mutating func operand(_ token: QueryToken) {
    let kind = assembler.field.flatMap { schema.kind(of: $0.name) }
    guard let token = fitting(finished(ordered(token.asValue(in: kind)))),
      let query = token.query(in: assembler.field)
    else { return }
    checkValue(token)
    let isBareWord = token.isWord && assembler.field == nil
    var isBlank = false
    if isBareWord, case .word(let text, _) = token.kind {
      isBlank = QueryResolver(schema).isBlank(text, query)
    }
    assembler.add(query, isBareWord: isBareWord, isBlank: isBlank)
  }

  /// Reports a text that is no value of the number or date field that it is searched in, or a range
  /// that ends before it begins, unless something else was reported about it than a missing quote.
  private mutating func checkValue(_ token: QueryToken) {
    guard let field = assembler.field, let kind = schema.kind(of: field.name),
      kind == .number || kind == .date,
      !diagnostics.contains(where: {
        $0.range.lowerBound == token.range.lowerBound && $0.kind != .unclosedQuote
      })
    else { return }
    if let text = token.values.first(where: { kind.numbers(in: $0) == nil }) {
      report(
        .unreadableValue, token.range,
        "The field `\(field.name)` has \(kind == .date ? "dates" : "numbers"); `\(text)` is not one "
          + "and finds nothing.")
    } else if case .range(let range, let text, _) = token.kind, kind.isReversed(range) {
      report(
        .unreadableValue, token.range,
        "The range `\(text)` ends before it begins and finds nothing.")
    }
  }

  /// Returns the token, as a word if it is a range in a field of text, whose words have no order.
  private mutating func ordered(_ token: QueryToken) -> QueryToken {
    guard case .range(_, let text, _) = token.kind, let field = assembler.field,
      schema.kind(of: field.name) == .text
    else { return token }
    report(
      .unsupported, token.range,
      text == "*"
        ? "The field `\(field.name)` has text, in which `*` alone finds nothing."
        : "The field `\(field.name)` has text, which has no ranges; `\(text)` is searched as words."
    )
    return QueryToken(kind: .word(text, .whole), scoring: token.scoring, range: token.range)
  }

  /// Returns the token, with its last word marked as unfinished if it is.
  private func finished(_ token: QueryToken) -> QueryToken {
    guard options.lastWordIsUnfinished, token.range.upperBound == textEnd, !assembler.isNegating,
      token.scoring == nil
    else { return token }
    var token = token
    switch token.kind {
    case .word(let text, .whole) where mayBeUnfinished: token.kind = .word(text, .typed)
    case .phrase(let text, let slop, _, isClosed: false):
      let endsWithSpace = text.unicodeScalars.last.map(QueryAlphabet.isSpace) ?? true
      token.kind = .phrase(text, slop: slop, lastIsPrefix: !endsWithSpace, isClosed: false)
    default: break
    }
    return token
  }

  /// True if the field of the next operand has values that other values can begin with.
  private var mayBeUnfinished: Bool {
    switch assembler.field.flatMap({ schema.kind(of: $0.name) }) {
    case .number, .date: false
    case .text, .keyword, nil: true
    }
  }

  /// Returns the token; nil if no more words are searched. A phrase is cut to the words that are.
  private mutating func fitting(_ token: QueryToken) -> QueryToken? {
    var words = [Substring.UnicodeScalarView()]
    switch token.kind {
    case .phrase(let text, _, _, _), .phrasePattern(let text, _, _):
      words = text[...].unicodeScalars.split(whereSeparator: QueryAlphabet.isSpace)
    case .synonyms(let all): words = all.map { $0[...].unicodeScalars }
    default: break
    }
    let room = QueryLimits.lenientWordCount - wordCount
    wordCount += min(words.count, room)
    if words.count <= room { return token }
    reportWordsCut(token)
    guard case .phrase(let text, let slop, _, let isClosed) = token.kind, room > 0 else {
      return nil
    }
    var cut = token
    cut.kind = .phrase(
      String(text.unicodeScalars[..<words[room - 1].endIndex]), slop: slop, lastIsPrefix: false,
      isClosed: isClosed)
    return cut
  }

  /// Reports a text without an operand, unless it is blank or something else was reported about it.
  private mutating func checkBlank(_ text: String) {
    guard diagnostics.isEmpty, !text.unicodeScalars.allSatisfy(QueryAlphabet.isSpace) else {
      return
    }
    let found = options.emptyFindsEverything ? "everything" : "nothing"
    report(
      .noWords, 0..<text.utf8.count, "The text has no word to search for and finds \(found).")
  }

  private mutating func report(
    _ kind: QueryDiagnostic.Kind, _ range: Range<Int>, _ message: String
  ) {
    diagnostics.append(QueryDiagnostic(kind, range: range, message: message))
  }

  private mutating func reportExclusion(_ token: QueryToken) {
    report(
      .wordAsOperator, token.range,
      "`NOT` excludes what follows it; in small letters, `not` is a word to search for.")
  }

  private mutating func reportWordsCut(_ token: QueryToken) {
    guard !hasTooManyWords else { return }
    hasTooManyWords = true
    report(
      .wordsCut, token.range, "Only the first \(QueryLimits.lenientWordCount) words are searched.")
  }

  private mutating func reportDeepSigns(_ token: QueryToken) {
    guard !hasDeepSigns else { return }
    hasDeepSigns = true
    report(
      .nestingCut, token.range, "Signs deeper than \(QueryLimits.lenientDepth) are ignored.")
  }
}
