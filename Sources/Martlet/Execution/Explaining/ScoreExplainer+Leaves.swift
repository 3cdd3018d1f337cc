/// The scores of words and phrases.
extension ScoreExplainer {
  /// A posting of the document, with the scorer that reads it.
  private struct Found {
    var scorer: TermScorer
    var frequency: UInt32
    var norm: UInt8
  }

  /// Explains a clause that gives each of its documents the same score.
  func constant(
    _ name: String, _ score: Float, _ leaf: PlanNode?
  ) throws(SearchError) -> ScoreExplanation {
    let found = try leaf.flatMap { (leaf) throws(SearchError) in try find(leaf) }
    // A small score is raised like any other; see `QueryPlan`.
    let value = found.map { $0.scorer.score(document, frequency: $0.frequency) } ?? Double(score)
    return ScoreExplanation(name, value, isMatch: found != nil)
  }

  /// Explains a clause of words that are scored as one term.
  func explain(
    _ clause: TermClause, _ name: String, _ leaf: PlanNode?
  ) throws(SearchError) -> ScoreExplanation {
    guard !clause.isConstant else { return try constant(name, clause.boost, leaf) }
    guard case .term(let number)? = leaf else {
      return ScoreExplanation(name, 0, isMatch: false)
    }
    let term = plan.terms[number]
    let idf = idf(term.documentFrequency, clause.field)
    return try explain(
      name, clause.field, .term(number), term.lengths,
      weight: weight(term.weight, clause.boost, idf, in: clause.field))
  }

  /// Explains a phrase.
  func explain(
    _ clause: PhraseClause, _ name: String, _ leaf: PlanNode?
  ) throws(SearchError) -> ScoreExplanation {
    let weight: Float
    switch leaf {
    case .term(let number): weight = plan.terms[number].weight
    case .phrase(let number): weight = plan.phrases[number].weight
    default: return ScoreExplanation(name, 0, isMatch: false)
    }
    let segment = segments.lengthTable(clause.field, parameters[clause.field])
    var idfs: [ScoreExplanation] = []
    for word in clause.lastIsPrefix ? Array(clause.words.dropLast()) : clause.words {
      let count = try Searcher.count(
        .term(TermClause(field: clause.field, term: word.term, boost: 1)), in: segments)
      let idf = idf(count, clause.field)
      let text = names.text(word.term, clause.field)
      idfs.append(
        ScoreExplanation("idf of \(text)", idf.value, formula: idf.formula, parts: idf.parts))
    }
    let sum = ScoreExplanation(
      "idf", Double(Float(idfs.reduce(0) { $0 + $1.value })),
      formula: "the sum in single precision", parts: idfs)
    return try explain(
      name, clause.field, leaf ?? .nothing, segment,
      weight: self.weight(weight, clause.boost, sum, in: clause.field))
  }

  /// Explains the score of a leaf of this weight.
  func explain(
    _ name: String, _ field: FieldID, _ leaf: PlanNode, _ lengths: LengthTable,
    weight: ScoreExplanation
  ) throws(SearchError) -> ScoreExplanation {
    guard let found = try find(leaf) else { return ScoreExplanation(name, 0, isMatch: false) }
    return ScoreExplanation(
      name, found.scorer.score(document, frequency: found.frequency),
      formula: "weight - weight / (1 + frequency * length factor)",
      parts: [
        weight, ScoreExplanation("frequency", Double(found.frequency)),
        lengthFactor(lengths, found.norm),
      ])
  }

  /// Explains what one occurrence is worth in a text of this coded length.
  func lengthFactor(_ lengths: LengthTable, _ norm: UInt8) -> ScoreExplanation {
    ScoreExplanation(
      "length factor", Double(lengths[norm]),
      formula: "1 / (k1 * (1 - b + b * length / average length))",
      parts: [
        ScoreExplanation("k1", Double(lengths.parameters.k1)),
        ScoreExplanation("b", Double(lengths.parameters.b)),
        ScoreExplanation("length", Double(NormCode.decode(norm))),
        ScoreExplanation("average length", Double(lengths.averageLength)),
      ])
  }

  /// Explains the weight of a clause.
  func weight(
    _ weight: Float, _ boost: Float, _ idf: ScoreExplanation, in field: FieldID
  ) -> ScoreExplanation {
    let isRaised = weight != boost * Float(idf.value)
    let name = names.isWeight(boost, of: field) ? "weight of the field" : "boost"
    return ScoreExplanation(
      "weight", Double(weight),
      formula: "\(name) * idf" + (isRaised ? ", raised to what sums can tell apart" : ""),
      parts: [ScoreExplanation(name, Double(boost)), idf])
  }

  /// Explains the rarity of a word that `count` documents have.
  func idf(_ count: Int, _ field: FieldID) -> ScoreExplanation {
    let all = max(segments.statistics[Int(field.rawValue)].documentCount, count)
    return ScoreExplanation(
      "idf", Double(BM25.inverseDocumentFrequency(count, of: all)),
      formula: "ln(1 + (N - n + 0.5) / (n + 0.5))",
      parts: [
        ScoreExplanation("N, documents with the field", Double(all)),
        ScoreExplanation("n, documents with the word", Double(count)),
      ])
  }

  /// Returns the document's posting in the list of a leaf; nil if it has none.
  private func find(_ leaf: PlanNode) throws(SearchError) -> Found? {
    let search = SegmentSearch(plan, segments, index)
    guard search.hasLists(leaf) else { return nil }
    if case .phrase(let number) = leaf, !search.isList(leaf) {
      guard let matcher = try search.phrase(number) else { return nil }
      var frequency: UInt32 = 0
      let start = document & ~63
      try PhraseConjunction(
        terms: [], phrases: [matcher], in: SearchRange(start..<(document + 1)),
        live: search.segment.live, base: 0, candidates: CandidateBuffer()
      ).forEachFrequency(stop) { if $0 == document { frequency = $1 } }
      return frequency == 0 ? nil : try found(matcher.words[0].scorer, frequency)
    }
    guard let scorer = try search.scorer(leaf), let slot = try scorer.cursor.find(document) else {
      return nil
    }
    return try found(scorer, try scorer.cursor.frequency(at: slot))
  }

  private func found(_ scorer: TermScorer, _ frequency: UInt32) throws(SearchError) -> Found {
    Found(scorer: scorer, frequency: frequency, norm: scorer.norm(of: document))
  }
}
