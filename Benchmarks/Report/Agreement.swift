import MartletToolSupport

/// The differences between our answers and those of another engine to the same queries.
struct Agreement: Equatable {
  /// The pairs of exact counts, and how many of them differ.
  var counts = (pairs: 0, differing: 0)
  /// The pairs of lists of scores, and how many of them differ by more than a factor that all
  /// scores of a list share: some engines leave out a constant of the formula.
  var scores = (pairs: 0, differing: 0)

  /// Compares our results with those of another engine.
  init(_ results: [EngineResult], with peer: String) {
    var ours: [Place: EngineResult] = [:]
    for result in results where result.engine == Comparison.ours { ours[Place(result)] = result }
    for theirs in results where theirs.engine == peer {
      guard let own = ours[Place(theirs)] else { continue }
      if own.command.hasSuffix("COUNT"), let first = own.total, let second = theirs.total {
        counts.pairs += 1
        counts.differing += first == second ? 0 : 1
      }
      if own.command == "TOP_10", let first = own.scores, let second = theirs.scores {
        scores.pairs += 1
        scores.differing += Self.areProportional(first, second) ? 0 : 1
      }
    }
  }

  static func == (left: Agreement, right: Agreement) -> Bool {
    left.counts == right.counts && left.scores == right.scores
  }

  private struct Place: Hashable {
    var command: String
    var query: Int

    init(_ result: EngineResult) {
      command = result.command
      query = result.query
    }
  }

  private static func areProportional(_ first: [Double], _ second: [Double]) -> Bool {
    guard first.count == second.count, let own = first.first, let other = second.first else {
      return first.count == second.count
    }
    return zip(first, second).allSatisfy { abs($0 * other - $1 * own) <= 1e-3 * abs(own * other) }
  }

  /// Returns a sentence on the differences; nil if there was nothing to compare.
  func sentence(_ peer: String) -> String? {
    var parts: [String] = []
    for (compared, noun) in [(counts, "counts"), (scores, "lists of scores")]
    where compared.pairs > 0 {
      let (pairs, differing) = (Figures.count(compared.pairs), Figures.count(compared.differing))
      parts.append("\(differing) of \(pairs) \(noun)")
    }
    return parts.isEmpty ? nil : "\(peer) differs in \(parts.joined(separator: " and "))."
  }
}
