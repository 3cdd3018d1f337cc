/// The pairs of a query's words, looked up and weighted, and the bounds of what they add to a
/// score.
///
/// Immutable, so that the threads of a search share it; each has a ``ProximityScorer`` of its own.
final class ProximityProgram: Sendable {
  /// Two words that add to the score of a document by standing near each other.
  struct Pair: Sendable {
    /// The index of the pair among those of the query.
    var number: Int
    /// The indices of the words in ``ProximityProgram/terms``.
    var first: Int
    var second: Int
    /// The number of positions from the first word to the second.
    var distance: Int
    /// The weight of both words together.
    var weight: Float
    var inOrderWeight: Float
    var nearWeight: Float
  }

  let pairs: [Pair]
  /// The distinct words of the pairs.
  let terms: [PlannedTerm]
  let window: Int
  let segments: SegmentSet
  /// The most that pairs add, as a factor on the relevance; nil if a document may have words
  /// without having been scored for them.
  private let factor: Double?
  /// The most that pairs add.
  private let most: Double

  /// - Parameter numbers: For each pair the indices of its words in `planned`.
  /// - Returns: Nil if no pair can be in a document.
  init?(
    _ pairs: WordPairs, _ numbers: [(Int, Int)], of planned: [PlannedTerm],
    in segments: SegmentSet
  ) {
    let proximity = pairs.proximity
    var (found, used, factors) = ([Pair](), [Int](), [Double]())
    func index(_ number: Int) -> Int {
      if let known = used.firstIndex(of: number) { return known }
      used.append(number)
      factors.append(0)
      return used.count - 1
    }
    for (number, (pair, terms)) in zip(pairs.pairs, numbers).enumerated() {
      let (first, second) = (planned[terms.0], planned[terms.1])
      guard terms.0 != terms.1, first.documentFrequency > 0, second.documentFrequency > 0 else {
        continue
      }
      let weight = first.weight / pair.first.share + second.weight / pair.second.share
      let made = Pair(
        number: number, first: index(terms.0), second: index(terms.1), distance: pair.distance,
        weight: weight, inOrderWeight: Float(proximity.inOrder) * weight,
        nearWeight: Float(proximity.near) * weight)
      // A word in two pairs adds to both.
      factors[made.first] += (proximity.inOrder + proximity.near) / Double(pair.first.share)
      factors[made.second] += (proximity.inOrder + proximity.near) / Double(pair.second.share)
      found.append(made)
    }
    guard !found.isEmpty else { return nil }
    self.pairs = found
    terms = used.map { planned[$0] }
    window = proximity.window
    self.segments = segments
    factor = pairs.areScored ? factors.max() : nil
    most = found.reduce(0) { $0 + Double($1.inOrderWeight) + Double($1.nearWeight) }
  }

  /// The share of a bound that outweighs the rounding of scores.
  private static let slack = 1e-6

  /// Returns the highest score of a document with this relevance.
  ///
  /// A pair is at most as frequent as the rarer of its words. With the same length and formula, its
  /// score is therefore at most its share of the scores of its words, and all pairs together add at
  /// most ``factor`` times the relevance.
  @inline(__always)
  func maxScore(relevance: Double) -> Double {
    let added = factor.map { min(relevance * $0, most) } ?? most
    return (relevance + added) * (1 + Self.slack) + most * Self.slack
  }

  /// Returns a relevance with which no document exceeds `score`; -1 if there is none.
  func relevanceLimit(score: Double) -> Double {
    let rest = (score - most * Self.slack) / (1 + Self.slack)
    let limit = max(rest - most, factor.map { rest / (1 + $0) } ?? 0) * (1 - Self.slack)
    return limit > 0 ? limit : -1
  }
}
