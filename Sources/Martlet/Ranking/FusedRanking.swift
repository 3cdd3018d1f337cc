/// Several ranked lists of keys as one, by reciprocal rank fusion.
///
/// Use it to combine searches whose scores cannot be compared, such as one of this engine and one
/// by vectors that an application keeps elsewhere:
///
/// ```swift
/// let words = try await index.search(typed).hits.map(\.id)
/// let fused = FusedRanking([words, nearestByVector])
/// print(fused.keys.prefix(10))
/// ```
///
/// The score of a key is the sum over the lists that have it of 1 / (k + rank), where the first key
/// of a list has rank 1. Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms
/// Condorcet and individual Rank Learning Methods" (2009), whose k of 60 is the default: the larger
/// k, the less the first ranks count.
public struct FusedRanking<Key: Hashable & Sendable>: Sendable, Hashable {
  /// A key with its score.
  public struct Entry: Sendable, Hashable {
    /// The key.
    public let key: Key

    /// The sum of the reciprocal ranks.
    public let score: Double
  }

  /// The keys with their scores, the highest first. Keys of equal scores are in the order in which
  /// they first appear, reading one list after another.
  public let entries: [Entry]

  /// The keys, the best first.
  public var keys: [Key] { entries.map(\.key) }

  /// Fuses lists of keys, each of which has the best key first. If a list has a key twice, its
  /// first rank counts.
  ///
  /// - Precondition: `k` is finite and not negative.
  /// - Complexity: O(*n* log *n*) for lists of *n* keys together.
  public init(_ lists: [[Key]], k: Double = 60) {
    requireOfProgram(k.isFinite && k >= 0, "k must be finite and not negative, is \(k)")
    var order: [Key] = []
    var ranks: [Key: [Int]] = [:]
    for list in lists {
      var seen: Set<Key> = []
      for (index, key) in list.enumerated() where seen.insert(key).inserted {
        if ranks[key] == nil { order.append(key) }
        ranks[key, default: []].append(index + 1)
      }
    }
    let scored = order.enumerated().map { number, key in
      // In the order of ranks, so that keys with the same ranks in other lists have equal sums.
      let sum = (ranks[key] ?? []).sorted().reduce(0) { $0 + 1 / (k + Double($1)) }
      return (number: number, entry: Entry(key: key, score: sum))
    }
    entries = scored.sorted { left, right in
      left.entry.score != right.entry.score
        ? left.entry.score > right.entry.score : left.number < right.number
    }.map(\.entry)
  }
}
