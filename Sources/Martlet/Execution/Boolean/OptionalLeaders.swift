/// The order of search for documents that have all of some words, when optional words decide which
/// are the best.
///
/// An optional word that is rarer than all required ones leads in its turn: its documents,
/// completed from the other lists, come first. The documents that have none of these words come
/// last, when hardly any can reach the limit. If the required word were the only leader, each of
/// its documents would be looked up in the lists of the rarer words.
struct OptionalLeaders {
  /// The least ratio of the rarest required word's documents to those of an optional word that
  /// leads.
  private static let leastRatio = 2

  private let required: [TermScorer]
  /// The optional words that lead, in falling order of maximum score.
  private let leaders: [TermScorer]
  /// The optional words that do not lead.
  private let optional: [TermScorer]
  private let prohibited: [TermScorer]

  /// Chooses the leaders; nil if no optional word leads. They depend on the lists alone, so a
  /// search that is interrupted continues with the same ones.
  ///
  /// - Parameter required: The required lists; at least one.
  init?(_ required: [TermScorer], optional: [TermScorer], prohibited: [TermScorer]) {
    let fewest = required.reduce(Int.max) { min($0, $1.cursor.documentFrequency) }
    func leads(_ list: TermScorer) -> Bool {
      list.cursor.documentFrequency <= fewest / Self.leastRatio
    }
    guard optional.contains(where: leads) else { return nil }
    self.required = required
    self.prohibited = prohibited
    leaders = optional.filter(leads).sorted { $0.maxScore > $1.maxScore }
    self.optional = optional.filter { !leads($0) }
  }

  /// Calls `body` with the required, optional and prohibited lists for each leader, and then for
  /// the documents that have no leader. No document belongs to two calls.
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
    try body(leaders.count, required, optional, prohibited + leaders)
  }
}
