/// A query whose words were looked up: their lists in each segment, and their weights.
///
/// Made once per search by a ``QueryPlanBuilder``, for all threads of the search. A class, because
/// the search of each segment keeps it.
final class QueryPlan: Sendable {
  let terms: [PlannedTerm]
  let phrases: [PlannedPhrase]
  /// The pairs of words that add to the scores; nil if there are none.
  let proximity: ProximityProgram?
  /// The tree in postorder, without what matches no document.
  let nodes: [PlanNode]
  /// The words, if the plan is a group of words and nothing else.
  let clauses: TermClauses?

  init(
    terms: [PlannedTerm], phrases: [PlannedPhrase], proximity: ProximityProgram?,
    nodes: [PlanNode]
  ) {
    self.terms = terms
    self.phrases = phrases
    self.proximity = proximity
    self.nodes = nodes
    clauses = phrases.isEmpty ? TermClauses(nodes, isList: { _ in true }) : nil
  }

  var root: PlanNode { nodes.last ?? .nothing }
}
