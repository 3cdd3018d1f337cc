/// A query whose words were looked up: their lists in each segment, and their weights.
///
/// Made once per search by a ``QueryPlanBuilder``, for all threads of the search. A class, because
/// the search of each segment keeps it.
final class QueryPlan: Sendable {
  /// A phrase of whole words.
  struct Phrase: Sendable {
    /// The indices in ``QueryPlan/terms`` of the distinct words.
    var terms: [Int]
    /// The words by index in `terms`, each with its offset.
    var sequence: [(word: Int, offset: Int)]
    /// The lists of adjacent pairs in each segment; nil if the segment does not have the field.
    var pairs: [PhrasePairs?]
    /// The weight, which is the score of a full impact.
    var weight: Float
  }

  let terms: [PlannedTerm]
  let phrases: [Phrase]
  /// The pairs of words that add to the scores; nil if there are none.
  let proximity: ProximityProgram?
  /// The tree in postorder, without what matches no document.
  let nodes: [PlanNode]
  /// The words, if the plan is a group of words and nothing else.
  let clauses: TermClauses?

  init(
    terms: [PlannedTerm], phrases: [Phrase], proximity: ProximityProgram?, nodes: [PlanNode]
  ) {
    self.terms = terms
    self.phrases = phrases
    self.proximity = proximity
    self.nodes = nodes
    clauses = phrases.isEmpty ? TermClauses(nodes, isList: { _ in true }) : nil
  }

  var root: PlanNode { nodes.last ?? .nothing }
}
