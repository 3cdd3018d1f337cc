/// The scores of words at certain positions.
extension ScoreExplainer {
  /// Explains a positional clause.
  func explain(
    _ clause: PositionalClause, _ name: String, _ leaf: PlanNode?
  ) throws(SearchError) -> ScoreExplanation {
    guard case .term(let number)? = leaf else {
      return ScoreExplanation(name, 0, isMatch: false)
    }
    let term = plan.terms[number]
    var rarity = try clause.isOneWord ? nil : idf(of: clause)
    if rarity?.value ?? 0 == 0 { rarity = idf(term.documentFrequency, clause.field) }
    guard let rarity else { return ScoreExplanation(name, 0, isMatch: false) }
    return try explain(
      name, clause.field, .term(number), term.lengths,
      weight: weight(term.weight, clause.boost, rarity, in: clause.field))
  }

  /// Explains the rarity of words together, as `QueryPlanner` adds it up.
  private func idf(of clause: PositionalClause) throws(SearchError) -> ScoreExplanation {
    try clause.nodes.folded { (node, children) throws(SearchError) -> ScoreExplanation in
      switch node {
      case .terms(let terms): try idf(ofAny: terms, in: clause.field)
      case .prefix, .pattern: ScoreExplanation("idf of many words", 0)
      case .phrase, .near:
        ScoreExplanation(
          "idf", children.reduce(0) { Double(Float($0) + Float($1.value)) },
          formula: "the sum, each step in single precision", parts: Array(children))
      case .any:
        ScoreExplanation(
          "idf", children.map(\.value).max() ?? 0, formula: "the highest", parts: Array(children))
      case .start, .widened: children.first ?? ScoreExplanation("idf", 0)
      }
    }
  }

  private func idf(
    ofAny terms: [[UInt8]], in field: FieldID
  ) throws(SearchError) -> ScoreExplanation {
    var parts: [ScoreExplanation] = []
    for term in terms {
      let count = try Searcher.count(
        .term(TermClause(field: field, term: term, boost: 1)), in: segments)
      guard count > 0 else { continue }
      let idf = idf(count, field)
      parts.append(
        ScoreExplanation(
          "idf of \(names.text(term, field))", idf.value, formula: idf.formula, parts: idf.parts))
    }
    if parts.count == 1 { return parts[0] }
    return ScoreExplanation(
      "idf", parts.map(\.value).max() ?? 0, formula: "the highest", parts: parts)
  }
}
