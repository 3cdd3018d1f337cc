extension ScoreExplanation {
  /// The explanation of a score that was moved below those of documents with the right words.
  func lowered(by scores: LoweredScores) -> ScoreExplanation {
    guard scores.isLowering else { return self }
    return ScoreExplanation(
      "score", Double(max(0, scores[Float(value)])),
      formula: "moved below the documents without a misspelt word", parts: [self])
  }
}
