/// Explains the score of one document.
///
/// The words are looked up and weighted as for a search, and the formula is evaluated by the code
/// that searches use, so every number is that of the search.
struct ScoreExplainer {
  let segments: SegmentSet
  let names: ClauseNames
  let parameters: FieldRankings
  let plan: QueryPlan
  private let leaves: [PlanNode?]
  private let nodes: [ResolvedQuery.Node]
  private let pairs: WordPairs?
  /// The index of the document's segment.
  let index: Int
  /// The document in its segment.
  let document: DocumentID
  /// Asked within every loop over postings whether to give up.
  let stop: SearchStop

  /// Looks up the words of `query`.
  ///
  /// - Parameter pairs: The pairs of words that add to the score; nil for none.
  init(
    _ query: ResolvedQuery, _ pairs: WordPairs?, in segments: SegmentSet,
    _ fields: [FieldDefinition], parameters: FieldRankings, segment index: Int,
    _ document: DocumentID, stop: SearchStop = SearchStop()
  ) throws(SearchError) {
    (plan, leaves) = try QueryPlanner.explainedPlan(
      query, over: segments, parameters: parameters, stop: stop, pairs: pairs)
    self.pairs = pairs
    nodes = query.nodes
    self.segments = segments
    names = ClauseNames(fields)
    self.parameters = parameters
    self.index = index
    self.document = document
    self.stop = stop
  }

  /// Returns the score of the document by relevance.
  func explanation() throws(SearchError) -> ScoreExplanation {
    var rest = leaves[...]
    let tree = try nodes.folded { (node, children) throws(SearchError) in
      try explanation(of: node, rest.popFirst() ?? nil, Array(children))
    }
    guard tree.isMatch, let pairs, let program = plan.proximity else {
      return ScoreExplanation(
        "relevance", Double(Float(tree.value)), isMatch: tree.isMatch,
        formula: "the clause in single precision", parts: [tree])
    }
    let near = try explain(pairs, program)
    return ScoreExplanation(
      "relevance", Double(Float(tree.value + near.value)),
      formula: "the sum in single precision", parts: [tree, near])
  }

  /// Explains one node of the query, given its leaf in the plan or the explanations of its
  /// children.
  private func explanation(
    of node: ResolvedQuery.Node, _ leaf: PlanNode?, _ children: [ScoreExplanation]
  ) throws(SearchError) -> ScoreExplanation {
    let name = names.name(of: node) ?? ""
    switch node {
    case .nothing: return ScoreExplanation("no document", 0, isMatch: false)
    case .everything: return ScoreExplanation("every document", 0)
    case .term(let clause), .prefix(let clause): return try explain(clause, name, leaf)
    case .phrase(let clause): return try explain(clause, name, leaf)
    case .terms(let clause): return try constant(name, clause.boost, leaf)
    case .pattern(let clause):
      let term = TermClause(
        field: clause.field, term: [], boost: clause.boost, isConstant: clause.isConstant)
      return try explain(term, name, leaf)
    case .exactWord: return try constant(name, leaf.flatMap(weight) ?? 0, leaf)
    case .wholeText(let clause): return try constant(name, clause.boost, leaf)
    case .positional(let clause): return try explain(clause, name, leaf)
    case .keys: return try constant(name, 0, leaf)
    case .filter(let clause): return try constant(name, clause.score ?? 0, leaf)
    case .boolean(let counts): return group(counts, children)
    }
  }

  /// Returns the weight of a leaf of the plan.
  private func weight(_ leaf: PlanNode) -> Float? {
    if case .term(let number) = leaf { plan.terms[number].weight } else { nil }
  }

  /// Explains a group by its clauses.
  private func group(_ counts: ClauseCounts, _ children: [ScoreExplanation]) -> ScoreExplanation {
    let required = children.prefix(counts.required)
    let optional = children.dropFirst(counts.required).prefix(counts.optional)
    let prohibited = children.suffix(counts.prohibited)
    let isMatch =
      required.allSatisfy(\.isMatch) && optional.count(where: \.isMatch) >= counts.atLeast
      && !prohibited.contains(where: \.isMatch) && counts.required + counts.atLeast > 0
    var parts = Array(required)
    parts += optional.map {
      counts.atLeast > 0
        ? $0 : ScoreExplanation("if it matches", $0.value, formula: "the clause", parts: [$0])
    }
    parts += prohibited.map { ScoreExplanation("without", 0, isMatch: !$0.isMatch, parts: [$0]) }
    return ScoreExplanation(
      counts.groupName, (required + optional).reduce(0) { $0 + $1.value }, isMatch: isMatch,
      formula: "the sum of the clauses", parts: parts)
  }
}

extension ClauseCounts {
  /// The name of a group of these clauses.
  fileprivate var groupName: String {
    if required > 0, optional + prohibited == 0 { return "all of \(required)" }
    if isAny { return "any of \(optional)" }
    let least = atLeast > 0 ? "at least \(atLeast) of \(optional)" : "\(optional) that may match"
    let parts = [
      required > 0 ? "all of \(required)" : nil, optional > 0 ? least : nil,
      prohibited > 0 ? "none of \(prohibited)" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}
