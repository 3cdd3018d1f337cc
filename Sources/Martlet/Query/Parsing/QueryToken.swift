/// A piece of a query's text, with what it means before anyone looks at its neighbours.
struct QueryToken: Equatable {
  /// The terms that a word represents.
  enum WordForm: Equatable {
    /// Itself.
    case whole
    /// `word*`: all words that it begins.
    case prefix
    /// `word**`: itself, best, and the words that it begins.
    case typed
  }

  enum Kind: Equatable {
    case word(String, WordForm)
    /// `"a b"` or `"a b"*`; not closed when the text ends first.
    case phrase(String, lastIsPrefix: Bool, isClosed: Bool)
    /// `=value` directly after a scope.
    case value(String, isClosed: Bool)
    /// `*` alone.
    case everything
    case open
    /// `)`, or `)~2`: at least two of the group.
    case close(atLeast: Int?)
    /// `name:`, always directly before what it is the field of.
    case scope(String)
    case and(isSign: Bool)
    case or(isSign: Bool)
    /// `NOT`.
    case not
    /// `NEAR`, `BEFORE`, `NEAR/5`: words of the syntax without a meaning yet.
    case near(String, hasDistance: Bool)
    /// `-` or `!` directly before an operand.
    case exclude
    /// `+` directly before an operand.
    case require
    /// Characters without a meaning here, or what a reader should know of the next token.
    case problem(QueryProblem)
  }

  var kind: Kind
  /// The factor of `^2` behind an operand or a group.
  var boost: Double?
  /// The bytes of the text that the token was read from.
  var range: Range<Int>

  /// The word that an operator word is when it has nothing to combine, nil for other tokens.
  var asWord: String? {
    switch kind {
    case .and(isSign: false): "AND"
    case .or(isSign: false): "OR"
    case .not: "NOT"
    case .near(let text, _): text
    default: nil
    }
  }

  /// True when the token is an operand by itself: a word, a phrase, a value.
  var isOperand: Bool {
    switch kind {
    case .word, .phrase, .value, .everything: true
    default: false
    }
  }

  /// True when the token belongs to the operand directly after it.
  var isPrefix: Bool {
    switch kind {
    case .exclude, .require, .scope: true
    default: false
    }
  }

  /// The query of an operand, nil for other tokens.
  ///
  /// - Parameter field: Where to search, unless the syntax gives the operand none.
  func query(in field: FieldRef?) -> Query? {
    let query: Query
    switch kind {
    case .word(let text, .whole): query = .word(text, in: field)
    case .word(let text, .prefix): query = .prefix(text, in: field)
    case .word(let text, .typed): query = .typed(text, in: field)
    case .phrase(let text, let lastIsPrefix, _):
      query = .phrase(text, in: field, lastIsPrefix: lastIsPrefix)
    case .value(let text, _):
      guard let field else { return nil }
      query = .is(field, text)
    case .everything: query = .everything
    default: return nil
    }
    return boost.map(query.boosted(by:)) ?? query
  }
}
