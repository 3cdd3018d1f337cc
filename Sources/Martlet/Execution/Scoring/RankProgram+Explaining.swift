/// Explanations of scores that a rank gives.
extension RankProgram {
  /// Explains the score of a document of a segment.
  func explanation(
    segment: Int, _ document: DocumentID, _ relevance: ScoreExplanation
  ) -> ScoreExplanation {
    var trees: [ScoreExplanation] = []
    for (step, node) in zip(steps, rank.nodes) {
      let parts = Array(trees.suffix(node.childCount))
      trees.removeLast(node.childCount)
      switch step {
      case .constant(let value): trees.append(ScoreExplanation("constant", value))
      case .relevance: trees.append(relevance)
      case .column(let number, let function, let missing):
        let value = columns[segment][number]?.greatestNumber(of: document) ?? .nan
        let result = value.isNaN ? missing : apply(function, to: value)
        let part = value.isNaN ? [] : [ScoreExplanation("value", value)]
        trees.append(
          ScoreExplanation(
            node.text, result,
            formula: part.isEmpty ? "the number without a value" : "computed from the value",
            parts: part))
      case .custom(let custom, let numbers):
        trees.append(explanation(custom, numbers, node.text, segment, document, relevance))
      case .sum:
        let sum = Self.finite(parts[0].value + parts[1].value)
        trees.append(ScoreExplanation("sum", sum, formula: "the sum of the parts", parts: parts))
      case .product:
        let product = Self.finite(parts[0].value * parts[1].value)
        trees.append(
          ScoreExplanation("product", product, formula: "the product of the parts", parts: parts))
      }
    }
    return ScoreExplanation(
      "score", Double(Self.score(trees[0].value)), formula: "the rank in single precision",
      parts: trees)
  }

  private func explanation(
    _ custom: Rank.Custom, _ numbers: [Int], _ name: String, _ segment: Int,
    _ document: DocumentID, _ relevance: ScoreExplanation
  ) -> ScoreExplanation {
    let values = RankedValues(custom.fields)
    values.read(document, numbers, columns[segment])
    var parts = [relevance]
    for (field, number) in zip(custom.fields, values.numbers) where !number.isNaN {
      parts.append(ScoreExplanation("\(field)", number))
    }
    return ScoreExplanation(
      name, Self.result(custom, relevance.value, values), formula: "computed by the closure",
      parts: parts)
  }
}
