/// The scores of words that stand near each other.
extension ScoreExplainer {
  /// Explains what pairs of words add to the score of the document.
  func explain(
    _ pairs: WordPairs, _ program: ProximityProgram
  ) throws(SearchError) -> ScoreExplanation {
    let scorer = ProximityScorer(program)
    let frequencies = try scorer.frequencies(segment: index, document)
    var (sum, parts) = (0.0, [ScoreExplanation]())
    for (pair, frequency) in zip(program.pairs, frequencies)
    where frequency.near + frequency.inOrder > 0 {
      let score = scorer.score(pair, document, frequency)
      sum += score
      parts.append(explain(pair, pairs, program, frequency, score))
    }
    return ScoreExplanation("proximity", sum, formula: "the sum of the pairs", parts: parts)
  }

  private func explain(
    _ pair: ProximityProgram.Pair, _ pairs: WordPairs, _ program: ProximityProgram,
    _ frequency: (inOrder: UInt32, near: UInt32), _ score: Double
  ) -> ScoreExplanation {
    let words = pairs.pairs[pair.number]
    let (first, second) = (words.first.clause, words.second.clause)
    let name = "\(names.text(first.term, first.field)) and \(names.text(second.term, second.field))"
    let both = ScoreExplanation(
      "weight of both words", Double(pair.weight),
      formula: "the sum of their weights without the shares of their forms",
      parts: [
        ScoreExplanation("weight of the first", Double(program.terms[pair.first].weight)),
        ScoreExplanation("share of its form", Double(words.first.share)),
        ScoreExplanation("weight of the second", Double(program.terms[pair.second].weight)),
        ScoreExplanation("share of its form", Double(words.second.share)),
      ])
    let lengths = program.terms[pair.first].lengths
    let norm = program.terms[pair.first].lists[index]?.norms?[Int(document)]
    let factor = lengthFactor(lengths, norm ?? NormCode.encode(length: 1))
    func part(_ name: String, _ share: Double, _ weight: Float, _ count: UInt32) -> ScoreExplanation
    {
      let value =
        count == 0 ? 0 : Double(weight - weight / (1 + Float(count) * Float(factor.value)))
      return ScoreExplanation(
        name, value, formula: "weight - weight / (1 + frequency * length factor)",
        parts: [
          ScoreExplanation(
            "weight", Double(weight), formula: "share * weight of both words",
            parts: [ScoreExplanation("share", share), both]),
          ScoreExplanation("frequency", Double(count)), factor,
        ])
    }
    return ScoreExplanation(
      name, score, formula: "the sum of the parts",
      parts: [
        part("in order", pairs.proximity.inOrder, pair.inOrderWeight, frequency.inOrder),
        part(
          "within \(program.window) positions", pairs.proximity.near, pair.nearWeight,
          frequency.near),
      ])
  }
}
