/// An operand of a text, with the properties that matter to its neighbours.
struct QueryOperand: Sendable {
  /// A sign before an operand, which changes it.
  enum Sign {
    case not
    case required
  }

  enum Mark {
    case none
    /// `+`: required, whatever a space or an `OR` next to it means.
    case required
    /// `-`: the query excludes its matches; if a space means "any", it excludes them for all
    /// neighbours.
    case excluded
  }

  var query: Query
  var mark = Mark.none
  /// True for a bare word, which may be missing when a search with all words finds nothing.
  var isLoose = false

  /// True for a word of signs alone, which asks for nothing.
  var isBlank = false

  /// True if the operand may be near another one.
  var isPositional: Bool { mark == .none && query.isPositional }

  /// True if the operand is kept when words are dropped.
  var isNeeded: Bool { !isLoose && !isBlank && mark != .excluded }
}
