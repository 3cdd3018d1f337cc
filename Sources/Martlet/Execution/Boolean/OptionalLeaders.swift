/// Documents that have all of several words, where what others add decides which are the best.
///
/// An optional word that is rarer than all required ones leads in its turn: its documents, completed from
/// the other lists, come first, and those that have none of these words come last, when hardly any can reach
/// the limit. Were the required word the only leader, each of its documents would be looked for in the lists
/// of the rarer words.
struct OptionalLeaders {
  /// A word leads if it has at most one document for so many of the rarest required word.
  private static let leastRatio = 2

  private let required: [TermScorer]
  /// The optional words that lead, those that can give the most first.
  private let leaders: [TermScorer]
  /// The others.
  private let optional: [TermScorer]
  private let prohibited: [TermScorer]

  /// The leaders depend on the lists alone, so that a search which is interrupted goes on with the same ones.
  ///
  /// - Parameter required: at least one.
  init(_ required: [TermScorer], optional: [TermScorer], prohibited: [TermScorer]) {
    self.required = required
    self.prohibited = prohibited
    let fewest = required.reduce(Int.max) { min($0, $1.cursor.documentFrequency) }
    func leads(_ list: TermScorer) -> Bool {
      list.cursor.documentFrequency <= fewest / Self.leastRatio
    }
    guard optional.contains(where: leads) else {
      (leaders, self.optional) = ([], optional)
      return
    }
    leaders = optional.filter(leads).sorted { $0.highestScore > $1.highestScore }
    self.optional = optional.filter { !leads($0) }
  }

  /// Calls `body` with what documents must have, may have, and must not have, for each leader, and then for
  /// the documents without any. No document belongs to two of them.
  func forEach(
    _ body: (
      _ leader: Int, _ required: [TermScorer], _ optional: [TermScorer], _ prohibited: [TermScorer]
    ) throws(SearchError) -> Void
  ) throws(SearchError) {
    for (index, leader) in leaders.enumerated() {
      try body(
        index, required + [leader], leaders[(index + 1)...] + optional,
        prohibited + leaders[..<index])
    }
    try body(leaders.count, required, optional, leaders.isEmpty ? prohibited : prohibited + leaders)
  }
}
