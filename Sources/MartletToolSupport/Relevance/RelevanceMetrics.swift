import Foundation

/// The agreement of rankings with relevance judgements, in the measures that `trec_eval` computes
/// under the same names. Every measure is from 0 to 1.
///
/// Source: Buckley, Voorhees, "Retrieval System Evaluation" (2005); for the discounted gain,
/// Järvelin, Kekäläinen, "Cumulated Gain-based Evaluation of IR Techniques" (2002), with the
/// discount log2(rank + 1).
package struct RelevanceMetrics: Sendable, Equatable {
  /// `map`: the precision at the rank of each relevant document, averaged over all of them.
  package var averagePrecision = 0.0
  /// `P_10`: the share of relevant documents among the first 10.
  package var precisionAt10 = 0.0
  /// `P_30`: the share of relevant documents among the first 30.
  package var precisionAt30 = 0.0
  /// `ndcg_cut_10`: the discounted gain of the first 10, relative to that of the best order.
  package var gainAt10 = 0.0
  /// `recall_100`: the share of the relevant documents that are among the first 100.
  package var recallAt100 = 0.0
  /// `recall_1000`: the share of the relevant documents that are among the first 1,000.
  package var recallAt1000 = 0.0

  /// Creates measures that are all 0.
  package init() {}

  /// Computes the measures of one ranking, which starts with the best document.
  ///
  /// - Parameter grades: The judged documents; a grade above 0 is relevant. Without a relevant
  ///   document, every measure is 0.
  package init(ranking: [String], grades: [String: Int]) {
    let relevant = grades.values.filter { $0 > 0 }
    guard !relevant.isEmpty else { return }
    let gains = ranking.map { max(0, grades[$0] ?? 0) }
    averagePrecision = Self.averagePrecision(gains, relevantCount: relevant.count)
    precisionAt10 = Double(Self.relevantCount(gains.prefix(10))) / 10
    precisionAt30 = Double(Self.relevantCount(gains.prefix(30))) / 30
    let ideal = relevant.sorted(by: >)
    gainAt10 = Self.discountedGain(gains.prefix(10)) / Self.discountedGain(ideal.prefix(10))
    recallAt100 = Double(Self.relevantCount(gains.prefix(100))) / Double(relevant.count)
    recallAt1000 = Double(Self.relevantCount(gains.prefix(1000))) / Double(relevant.count)
  }

  /// Computes the means over all queries that have a relevant document. A query without an answer
  /// counts as 0.
  package init(of run: RankedRun, judgedBy judgements: Judgements) {
    self.init(
      mean: judgements.queries.map { query in
        Self(ranking: run.ranking(for: query), grades: judgements.grades(for: query))
      })
  }

  /// Computes the means of the measures, or 0 if there are no queries.
  package init(mean queries: [RelevanceMetrics]) {
    guard !queries.isEmpty else { return }
    for (_, measure) in Self.measures {
      self[keyPath: measure] =
        queries.reduce(0) { $0 + $1[keyPath: measure] } / Double(queries.count)
    }
  }

  /// The measures by their usual short names, in the order in which they are printed.
  package static var measures: [(name: String, WritableKeyPath<Self, Double>)] {
    [
      ("MAP", \.averagePrecision), ("P@10", \.precisionAt10), ("P@30", \.precisionAt30),
      ("nDCG@10", \.gainAt10), ("R@100", \.recallAt100), ("R@1000", \.recallAt1000),
    ]
  }
}

extension RelevanceMetrics {
  private static func averagePrecision(_ gains: [Int], relevantCount: Int) -> Double {
    var found = 0
    var sum = 0.0
    for (index, gain) in gains.enumerated() where gain > 0 {
      found += 1
      sum += Double(found) / Double(index + 1)
    }
    return sum / Double(relevantCount)
  }

  private static func relevantCount(_ gains: ArraySlice<Int>) -> Int {
    gains.count { $0 > 0 }
  }

  private static func discountedGain(_ gains: ArraySlice<Int>) -> Double {
    gains.enumerated().reduce(0) { $0 + Double($1.element) / log2(Double($1.offset + 2)) }
  }
}
