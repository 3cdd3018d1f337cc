/// A parser for the strict syntax, which throws an error with the location of the first mistake.
///
///     query   = branch { ("OR" | "|") branch }
///     branch  = chain { chain }                         a space means what `combine` says
///     chain   = near { ("AND" | "&") near }
///     near    = unary { ( "NEAR" | "BEFORE" ) [ "/" number ] unary }
///     unary   = { "NOT" } [ "-" | "!" | "+" ] scoped    the sign directly before an operand
///     scoped  = [ name ":" ] operand | name ":" ( "=" value | range | "*" )
///     operand = ( [ "^" ] ( word | phrase | set ) | group | "*" ) [ "^" [ "=" ] number ]
///     phrase  = quoted [ "~" number ] [ "*" ]           the last word may be a pattern
///     set     = "{" value value { value } "}"
///     word    = run [ "*" | "**" | "~" [ "0" | "1" | "2" ] ] | pattern
///     pattern = a run with "*" or "?" at its beginning, within it, or at its end
///     group   = "(" query ")" [ "~" number ]
///     range   = ( ">" | ">=" | "<" | "<=" ) value | run ".." [ run ] | ".." run
///             | ( "[" | "{" ) ( value | "*" ) "TO" ( value | "*" ) ( "]" | "}" )
///     value   = run | quoted
///     quoted  = '"' text '"'                            `\"` and `\\` within
///     run     = the characters of one word; `\` before a sign makes it one of them
///
/// `word*` represents all words that begin with it; `word**` does too, but the word itself scores
/// higher. In a pattern, `*` is any characters or none, and `?` is one character; a backslash makes
/// a space one of its characters, too. `word~1` represents all words that one edit makes of it.
/// `+a OR b` requires `a`, and `b` only adds to the score. `(a OR b OR c)~2` requires two of the
/// three. `a NEAR/5 b` asks for at most 5 words between the two, 10 if there is no number, and
/// `BEFORE` for this order, too; the operands are words, phrases, sets, and groups of these with
/// `OR`. The words of `"a b c"~2` may be moved by 2 words. `^a` stands at the beginning of a field.
/// The words of a set count as one word. `field:=value` is the value as a whole. In `[1 TO 3}`, 1
/// is in the range and 3 is not; `1..3` is `[1 TO 3]`, and `*` leaves an end open. `field:*` is any
/// value. Elsewhere, `*` is everything. A group's field applies to each operand in it that has
/// none.
///
/// There is no recursion: groups are frames of a ``QueryAssembler``.
///
/// - Complexity: O(text) within ``QueryLimits``.
struct StrictParser {
  private var lexer: QueryLexer
  private var assembler: QueryAssembler
  private let fields: [FieldRef]?
  /// The fields with their kinds; nil if a search is to find out about values.
  private let schema: IndexSchema?
  private let end: Int
  private var wordCount = 0
  private var openBrackets: [Range<Int>] = []
  /// True if an operand has to follow: at the start, and after an operator, a sign or a field.
  private var needsOperand = true

  /// Creates a parser of `text`.
  ///
  /// - Throws: An error when the text is longer than the limit.
  init(
    _ text: String,
    fields: [FieldRef]?,
    combine: WordCombination,
    schema: IndexSchema? = nil
  ) throws(QueryError) {
    self.schema = schema
    end = text.utf8.count
    guard end <= QueryLimits.strictByteCount else {
      throw QueryError(
        "A query of \(end) bytes is longer than \(QueryLimits.strictByteCount).", range: 0..<end)
    }
    let names = fields.map { $0.map(\.name) }
    lexer = QueryLexer(Array(text.unicodeScalars), isStrict: true) { name in
      guard let names else { return [name] }
      return IndexSchema.names(like: name, in: names)
    }
    assembler = QueryAssembler(combine: combine)
    self.fields = fields
  }

  /// The number of characters read.
  var steps: Int { lexer.steps }

  /// Reads the whole text.
  ///
  /// - Throws: An error at the first mistake.
  mutating func parse() throws(QueryError) -> Query {
    while let token = lexer.next() { try read(token) }
    if needsOperand { throw missingOperand(end..<end) }
    if let bracket = openBrackets.last {
      throw QueryError("The bracket is not closed.", range: bracket, expected: [")"])
    }
    guard let query = assembler.finish().query else { throw missingOperand(end..<end) }
    try check(query, 0..<end)
    return query
  }

  private mutating func read(_ token: QueryToken) throws(QueryError) {
    switch token.kind {
    case .word, .pattern, .fuzzy, .phrase, .phrasePattern, .synonyms, .value, .range, .everything:
      try operand(token)
    case .open, .close: try bracket(token)
    case .and, .or, .near: try combine(token)
    case .scope(let name): assembler.scope(FieldRef(name))
    case .exclude, .not, .require: try sign(token)
    case .problem(let problem): throw error(problem, token.range)
    }
  }

  private mutating func operand(_ token: QueryToken) throws(QueryError) {
    let kind = assembler.field.flatMap { schema?.kind(of: $0.name) }
    let token = token.asValue(in: kind)
    switch token.kind {
    case .phrase(let text, _, _, let isClosed), .phrasePattern(let text, _, let isClosed):
      wordCount += text.unicodeScalars.split(whereSeparator: QueryAlphabet.isSpace).count
      try checkClosed(isClosed, token)
    case .synonyms(let words): wordCount += words.count
    case .range(_, _, let isClosed):
      wordCount += 2
      try checkClosed(isClosed, token)
    case .value(_, let isClosed):
      wordCount += 1
      try checkClosed(isClosed, token)
    default: wordCount += 1
    }
    guard wordCount <= QueryLimits.strictWordCount else {
      throw QueryError(
        "The query has more than \(QueryLimits.strictWordCount) words.", range: token.range)
    }
    guard let query = token.query(in: assembler.field) else { return }
    try check(query, token.range)
    assembler.add(query)
    needsOperand = false
    try checkNear()
  }

  /// Makes sure that the fields can have what is asked for, if their kinds are known.
  private func check(_ query: Query, _ range: Range<Int>) throws(QueryError) {
    do throws(SearchError) {
      try schema?.requireFields(of: query)
    } catch {
      throw QueryError(
        error.finding.prefix(1).uppercased() + error.finding.dropFirst() + ".", range: range,
        suggestion: error.advice)
    }
  }

  private func checkNear() throws(QueryError) {
    if let (problem, range) = assembler.unsuitable.first { throw error(problem, range) }
  }

  private func checkClosed(_ isClosed: Bool, _ token: QueryToken) throws(QueryError) {
    if !isClosed {
      throw QueryError("The quote is not closed.", range: token.range, expected: ["\""])
    }
  }

  private mutating func bracket(_ token: QueryToken) throws(QueryError) {
    guard case .close(let atLeast) = token.kind else {
      assembler.open()
      openBrackets.append(token.range)
      needsOperand = true
      return try checkDepth(token)
    }
    guard openBrackets.popLast() != nil else {
      throw QueryError("No bracket is open here.", range: token.range)
    }
    if needsOperand { throw missingOperand(token.range) }
    assembler.close(atLeast: atLeast, scoring: token.scoring)
    try checkNear()
  }

  private mutating func combine(_ token: QueryToken) throws(QueryError) {
    if needsOperand { throw missingOperand(token.range) }
    switch token.kind {
    case .and: assembler.and()
    case .near(_, let distance, let inOrder):
      assembler.near(QueryFrame.Nearness(distance, inOrder: inOrder, range: token.range))
    default: assembler.or()
    }
    needsOperand = true
  }

  private mutating func sign(_ token: QueryToken) throws(QueryError) {
    assembler.sign(token.kind == .require ? .required : .not)
    needsOperand = true
    try checkDepth(token)
  }

  private func checkDepth(_ token: QueryToken) throws(QueryError) {
    if assembler.depth > QueryLimits.strictDepth {
      throw QueryError(
        "Groups and signs are nested deeper than \(QueryLimits.strictDepth).", range: token.range)
    }
  }

  private func missingOperand(_ range: Range<Int>) -> QueryError {
    QueryError(
      "Something to search for is missing.", range: range,
      expected: ["a word", "a phrase", "a group"])
  }

  private func error(_ problem: QueryProblem, _ range: Range<Int>) -> QueryError {
    var error = QueryError(
      problem.message, range: range, expected: problem.expected, suggestion: problem.suggestion)
    if case .unknownField(_, let similar) = problem, similar.count > 1 {
      error.expected = similar.map { "\($0):" }
    } else if case .unknownField(let name, _) = problem, let fields {
      let names = fields.prefix(QueryLimits.suggestionFieldCount).map(\.name)
      error.expected = names.prefix(QueryLimits.expectedFieldCount).map { "\($0):" }
      error.suggestion =
        SpellingSuggestion.nearest(to: name, in: names).map { "did you mean the field `\($0)`?" }
        ?? "to search for the word itself, write `\(name)\\:`"
    }
    return error
  }
}

extension Query {
  /// Creates a query from text in the strict syntax, which is that of ``description``.
  ///
  /// - Parameters:
  ///   - text: The query.
  ///   - fields: The fields that may be named; nil accepts every name as a field.
  ///   - combine: The meaning of a space between two operands; `allThenAny` counts as `all`.
  /// - Throws: ``QueryError`` at the first mistake, and when the text exceeds a limit: 64 KiB,
  ///   1,024 words, 256 levels.
  /// - Complexity: O(text).
  public init(
    parsing text: String,
    fields: [FieldRef]? = nil,
    combine: WordCombination = .all
  ) throws(QueryError) {
    var parser = try StrictParser(text, fields: fields, combine: combine)
    self = try parser.parse()
  }
}
