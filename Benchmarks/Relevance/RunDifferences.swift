import MartletToolSupport

/// How far two runs answer the same queries differently, ties apart.
///
/// Documents with equal scores have no order that would be right, so two runs may order them
/// differently, and may break off at different ones where an answer is full. A run that was written
/// with 4 decimals has equal scores where they differ by less.
struct RunDifferences: Equatable {
  /// The queries compared.
  private(set) var queryCount = 0
  /// The documents of the first run's answers.
  private(set) var documentCount = 0
  /// Documents that only one of the runs has.
  private(set) var documents = 0
  /// Ranks with different documents whose scores in the first run are not equal.
  private(set) var ranks = 0
  /// The queries that differ in either way.
  private(set) var queries: [String] = []

  /// Scores that differ less are equal.
  static let tolerance: Float = 1e-4

  /// Compares the answers to `queries`.
  init(_ first: RankedRun, _ second: RankedRun, queries: [String]) {
    for query in queries {
      let (ours, theirs) = (first.ranking(for: query), second.ranking(for: query))
      let (scores, otherScores) = (first.scores(for: query), second.scores(for: query))
      queryCount += 1
      documentCount += ours.count
      let single =
        Self.count(ours, missingIn: theirs, scores)
        + Self.count(theirs, missingIn: ours, otherScores)
      let moved = zip(ours, theirs).count { mine, other in
        mine != other && scores[other] != nil && !Self.areTied(scores[mine], scores[other])
      }
      documents += single
      ranks += moved
      if single + moved > 0 { self.queries.append(query) }
    }
  }

  /// The documents of an answer that another lacks, but for those with the score of its last one
  /// where both answers have the same length.
  private static func count(
    _ ranking: [String], missingIn other: [String], _ scores: [String: Float]
  ) -> Int {
    let last = ranking.last.flatMap { scores[$0] }
    return Set(ranking).subtracting(other).count { document in
      ranking.count != other.count || !areTied(scores[document], last)
    }
  }

  private static func areTied(_ left: Float?, _ right: Float?) -> Bool {
    guard let left, let right else { return false }
    return abs(left - right) <= tolerance
  }

  /// The numbers in words.
  var text: String {
    let shown = queries.prefix(12).joined(separator: " ") + (queries.count > 12 ? " …" : "")
    return """
      Compared, ties apart, over \(Figures.count(queryCount)) queries with \
      \(Figures.count(documentCount)) documents: \(Figures.count(documents)) documents only in one \
      run, \(Figures.count(ranks)) ranks with another document\
      \(queries.isEmpty ? "" : "; \(queries.count) queries differ: \(shown)")
      """
  }
}
