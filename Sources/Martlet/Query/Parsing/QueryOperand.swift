/// An operand of a text, with what its neighbours have to know.
struct QueryOperand: Sendable {
  /// A sign before an operand, which changes it.
  enum Sign {
    case not
    case required
  }

  enum Mark {
    case none
    /// `+`: needed, whatever a space or an `OR` next to it asks for.
    case required
    /// `-`: the query excludes; where a space means any, it does so for all neighbours.
    case excluded
  }

  var query: Query
  var mark = Mark.none
  /// A bare word, which may be missing when a search without all the words is tried.
  var isLoose = false

  /// True when the operand stays while words are dropped.
  var isNeeded: Bool { !isLoose && mark != .excluded }
}
