/// Explains the score of one document.
///
/// The words are looked up and weighted as for a search, and the formula is evaluated by the code
/// that searches use, so every number is that of the search.
struct ScoreExplainer {
  let segments: SegmentSet
  /// The names of the fields, by their IDs.
  let fields: [FieldDefinition]
  let parameters: BM25
  let plan: QueryPlan
  private let leaves: [QueryPlan.Node?]
  private let nodes: [ResolvedQuery.Node]
  /// The index of the document's segment.
  let index: Int
  /// The document in its segment.
  let document: DocumentID

  /// Looks up the words of `query`.
  init(
    _ query: ResolvedQuery, in segments: SegmentSet, _ fields: [FieldDefinition],
    parameters: BM25, segment index: Int, _ document: DocumentID
  ) throws(SearchError) {
    (plan, leaves) = try QueryPlanner.explainedPlan(
      query, over: segments, parameters: parameters, stop: SearchStop())
    nodes = query.nodes
    self.segments = segments
    self.fields = fields
    self.parameters = parameters
    self.index = index
    self.document = document
  }

  /// Returns the score of the document by relevance.
  func explanation() throws(SearchError) -> ScoreExplanation {
    var rest = leaves[...]
    let tree = try nodes.folded { (node, children) throws(SearchError) in
      try explanation(of: node, rest.popFirst() ?? nil, Array(children))
    }
    return ScoreExplanation(
      "relevance", Double(Float(tree.value)), isMatch: tree.isMatch,
      formula: "the clause in single precision", parts: [tree])
  }

  /// Explains one node of the query, given its leaf in the plan or the explanations of its children.
  private func explanation(
    of node: ResolvedQuery.Node, _ leaf: QueryPlan.Node?, _ children: [ScoreExplanation]
  ) throws(SearchError) -> ScoreExplanation {
    switch node {
    case .nothing: return ScoreExplanation("no document", 0, isMatch: false)
    case .everything: return ScoreExplanation("every document", 0)
    case .term(let clause): return try explain(clause, text(clause.term, clause.field), leaf)
    case .prefix(let clause):
      return try explain(clause, text(clause.term, clause.field, suffix: "*"), leaf)
    case .phrase(let clause): return try explain(clause, leaf)
    case .terms(let clause):
      return try constant("a set of values" + name(clause.field), clause.boost, leaf)
    case .pattern(let clause):
      let term = TermClause(
        field: clause.field, term: [], boost: clause.boost, isConstant: clause.isConstant)
      return try explain(term, "\(clause.pattern.text)\(name(clause.field))", leaf)
    case .fuzzyWord(let clause):
      let highest = "the word of \(clause.pattern.text)\(name(clause.field)) itself"
      return try constant(highest, leaf.flatMap(weight) ?? 0, leaf)
    case .wholeText(let clause):
      return try constant("the whole text" + name(clause.field), clause.boost, leaf)
    case .positional(let clause): return try explain(clause, leaf)
    case .keys(let keys):
      return try constant(keys.count == 1 ? "one key" : "\(keys.count) keys", 0, leaf)
    case .filter: return try constant("a filter", 0, leaf)
    case .boolean(let counts): return group(counts, children)
    }
  }

  /// Returns the weight of a leaf of the plan.
  private func weight(_ leaf: QueryPlan.Node) -> Float? {
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

/// Names of clauses.
extension ScoreExplainer {
  /// Returns ` in title`, for the name of a clause.
  func name(_ field: FieldID) -> String { " in \(fields[Int(field.rawValue)].name)" }

  /// Returns the term and its field, for the name of a clause.
  func text(_ term: [UInt8], _ field: FieldID, suffix: String = "") -> String {
    let kind = fields[Int(field.rawValue)].kind
    if kind == .number || kind == .date, let number = SortableNumber.decode(term) {
      return (kind == .date ? DateText.text(number) : number.queryText) + name(field)
    }
    guard term.first == AnalyzedTerm.stemMarker else {
      return "\"\(String(decoding: term, as: UTF8.self))\(suffix)\"" + name(field)
    }
    return "stem \"\(String(decoding: term.dropFirst(), as: UTF8.self))\"" + name(field)
  }
}

extension TermPattern {
  /// The pattern as people type it.
  var text: String {
    switch self {
    case .fuzzy(let word, let edits): "\(String(decoding: word, as: UTF8.self))~\(edits)"
    case .misspelt(let misspelling):
      "\(String(decoding: misspelling.word, as: UTF8.self))~\(misspelling.edits)"
        + (misspelling.isPrefix ? "*" : "")
    case .wildcards(let pattern):
      pattern.parts.map { part in
        switch part {
        case .any: "*"
        case .one: "?"
        case .text(let bytes): String(decoding: bytes, as: UTF8.self)
        }
      }.joined()
    }
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
