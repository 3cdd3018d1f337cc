import MartletToolSupport

/// The differences between the answers of two runs to the same queries, except ties.
///
/// There is no right order of documents with equal scores, so two runs may order them differently,
/// and may end with different ones if an answer is full. In a run that was written with 4 decimals,
/// scores that differ by less are equal.
struct RunDifferences: Equatable {
  /// The number of queries compared.
  private(set) var queryCount = 0
  /// The number of documents in the first run's answers.
  private(set) var documentCount = 0
  /// The number of documents that only one of the runs has.
  private(set) var documents = 0
  /// The number of ranks with different documents whose scores in the first run are not equal.
  private(set) var ranks = 0
  /// The queries that differ in either way.
  private(set) var queries: [String] = []

  /// The tolerance: scores that differ by at most this are equal.
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

  /// Returns the number of documents of an answer that another lacks. Documents with the score of
  /// its last one do not count if both answers have the same length.
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

  /// The differences as a sentence.
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
