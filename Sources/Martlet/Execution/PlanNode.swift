/// A node of the tree of a ``QueryPlan``, which combines words and phrases.
enum PlanNode: PostorderNode, Sendable {
  case nothing
  case everything
  /// An index in ``QueryPlan/terms``.
  case term(Int)
  /// An index in ``QueryPlan/phrases``.
  case phrase(Int)
  /// A group of clauses, like a ``BooleanClause``.
  case boolean(ClauseCounts)

  var childCount: Int {
    if case .boolean(let counts) = self { counts.total } else { 0 }
  }
}
