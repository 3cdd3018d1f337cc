/// A piece of a query's text, with its meaning before its neighbours are considered.
struct QueryToken: Equatable {
  /// The terms that a word represents.
  enum WordForm: Equatable {
    /// The word itself.
    case whole
    /// `word*`: all words that begin with it.
    case prefix
    /// `word**`: the word itself, with a higher score, and the words that begin with it.
    case typed
  }

  /// A change of the scores of an operand or a group.
  enum Scoring: Equatable {
    /// `^2`.
    case boost(Double)
    /// `^=2`.
    case constant(Double)
  }

  enum Kind: Equatable {
    case word(String, WordForm)
    /// `*word`, `w*d`, `w?rd`.
    case pattern(WildcardPattern)
    /// `word~` or `word~1`.
    case fuzzy(String, edits: Int?)
    /// `"a b"`, `"a b"~2` or `"a b"*`; not closed if the text ends first.
    case phrase(String, slop: Int = 0, lastIsPrefix: Bool, isClosed: Bool)
    /// `"a *b"`.
    case phrasePattern(String, WildcardPattern, isClosed: Bool)
    /// `{a b}`.
    case synonyms([String])
    /// `=value` directly after a field and its colon.
    case value(String, isClosed: Bool)
    /// A range directly after a field and its colon: `>=5`, `1..3`, `[1 TO 3}`. Where the field has
    /// no order, it is searched as `text`.
    case range(ValueRange, text: String, isClosed: Bool = true)
    /// A single `*`.
    case everything
    case open
    /// `)`, or `)~2`: at least two clauses of the group.
    case close(atLeast: Int?)
    /// `name:`, always directly before the operand that it belongs to.
    case scope(String)
    case and(isSign: Bool)
    case or(isSign: Bool)
    /// `NOT`.
    case not
    /// `NEAR`, `BEFORE`, `NEAR/5`.
    case near(String, distance: Int?, inOrder: Bool)
    /// `-` or `!` directly before an operand.
    case exclude
    /// `+` directly before an operand.
    case require
    /// Characters without a meaning here, or a problem with the next token.
    case problem(QueryProblem)
  }

  var kind: Kind
  /// The change of the scores of an operand or a group that is written behind it, such as `^2`.
  var scoring: Scoring?
  /// True for an operand after `^`.
  var isAnchored = false
  /// The range of the first `*` or `?` in quotes that represents no letters; nil if there is none.
  var idleWildcard: Range<Int>?
  /// The range in bytes of the text from which the token was read.
  var range: Range<Int>

  /// The word that an operator word represents if it has nothing to combine; nil for other tokens.
  var asWord: String? {
    switch kind {
    case .and(isSign: false): "AND"
    case .or(isSign: false): "OR"
    case .not: "NOT"
    case .near(let text, _, _): text
    default: nil
    }
  }

  /// True if the token is an operand by itself: a word, a phrase, a value, or `*`.
  var isOperand: Bool {
    switch kind {
    case .word, .pattern, .fuzzy, .phrase, .phrasePattern, .synonyms, .value, .range, .everything:
      true
    default: false
    }
  }

  /// The text of a word, a phrase or a value, or those of the bounds of a range; none for other
  /// tokens.
  var values: [String] {
    switch kind {
    case .word(let text, _), .phrase(let text, _, _, _), .value(let text, _): [text]
    case .phrasePattern(let text, let pattern, _): [text + " " + pattern.description]
    case .synonyms(let words): words
    case .pattern(let pattern): [pattern.description]
    case .fuzzy(let text, let edits): [text + "~" + (edits.map(String.init) ?? "")]
    case .range(let range, _, _): range.texts
    default: []
    }
  }

  /// True for a word, also one of several forms.
  var isWord: Bool {
    switch kind {
    case .word, .pattern, .fuzzy: true
    default: false
    }
  }

  /// True if the token belongs to the operand directly after it.
  var isPrefix: Bool {
    switch kind {
    case .exclude, .require, .scope: true
    default: false
    }
  }

  /// Returns the token as it is read in a field of this kind: where a field has values and no
  /// words, a quoted text that ends in a pattern is a pattern of the whole value.
  func asValue(in kind: FieldKind?) -> QueryToken {
    guard let kind, kind != .text, case .phrasePattern(let text, let pattern, _) = self.kind,
      pattern.solePrefix == nil, !text.isEmpty
    else { return self }
    var token = self
    token.kind = .pattern(WildcardPattern([.text(Array((text + " ").utf8))] + pattern.elements))
    return token
  }

  /// Returns the query of an operand; nil for other tokens.
  ///
  /// - Parameter field: The field to search, unless the operand has none in the syntax.
  func query(in field: FieldRef?) -> Query? {
    var query: Query
    switch kind {
    case .word(let text, .whole): query = .word(text, in: field)
    case .word(let text, .prefix): query = .prefix(text, in: field)
    case .word(let text, .typed): query = .typed(text, in: field)
    case .pattern(let pattern): query = .matching(pattern, in: field)
    case .fuzzy(let text, let edits): query = .fuzzy(text, edits: edits, in: field)
    case .phrase(let text, let slop, let lastIsPrefix, _):
      query = .phrase(text, slop: slop, in: field, lastIsPrefix: lastIsPrefix)
    case .phrasePattern(let text, let pattern, _):
      query = .phrase(text, endingWith: pattern, in: field)
    case .synonyms(let words): query = .synonyms(words, in: field)
    case .value(let text, _):
      guard let field else { return nil }
      query = Query(nodes: [.value(text, field: field)])
    case .range(let range, _, _):
      guard let field else { return nil }
      query = Query(nodes: [.range(range, field: field)])
    case .everything: query = .everything
    default: return nil
    }
    if isAnchored { query = .anchored(query) }
    return query.scored(as: scoring)
  }
}

extension Query {
  /// Returns the query with what was written behind it.
  func scored(as scoring: QueryToken.Scoring?) -> Query {
    switch scoring {
    case .boost(let factor): boosted(by: factor)
    case .constant(let score): constantScore(score)
    case nil: self
    }
  }
}
