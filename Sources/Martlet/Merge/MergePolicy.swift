/// The policy that decides which segments are merged: a pure function of their descriptions.
///
/// Only neighbours are merged, so documents keep the order in which they came, and equal scores are
/// ordered alike before and after every merge.
///
/// Nothing is merged until there are more than ``restingCount`` segments. Then the neighbours with
/// the lowest cost are merged. The cost is `largest² / (total · removed²)`, in bytes, where
/// `removed` is the number by which the segments decrease. In this measure, rewriting a large
/// segment for the sake of small ones is expensive, and merging many of one size is cheap. So small
/// fresh segments merge among themselves, and sizes grow by a factor. 20,000 equal segments are
/// rewritten 5.7 times each. If each is rewritten at most t times and k segments rest, there can be
/// `(k + t choose t)` of them (Mathieu et al., "Bigtable merge compaction", 2014): k = 12 and t = 6
/// allow 18,564. Tiers of eight would rewrite each 4.8 times, but leave up to 35 for every search
/// to visit.
///
/// While nothing is written, fewer segments may rest: see ``whileIdle``.
///
/// Segments without live documents need no merge: the caller drops them.
///
/// At rest, at most `restingCount` segments could be merged with a neighbour without exceeding
/// ``maximumByteCount``; a smaller index has at most that many in total.
///
/// - Complexity: O(segments · ``fanIn``).
struct MergePolicy: Sendable {
  /// The number of segments that are left alone; more are merged.
  var restingCount = 12
  /// The most segments merged at once.
  var fanIn = 16
  /// The size below which all segments cost the same: each causes some work, whatever its size.
  var floorByteCount = 1 << 20
  /// The most live bytes of a segment that a merge makes: 5 GiB, or what can be mapped beside other
  /// files if addresses have 32 bits.
  var maximumByteCount = Int(exactly: 5 << 30 as UInt64) ?? 1 << 30
  /// The share of deleted documents above which a segment is rewritten, alone.
  var maximumDeletedShare = 0.2
  /// The least factor by which a merged segment must exceed the largest of its inputs.
  var leastGrowth = 1.0

  /// The policy for segment files.
  static let files = MergePolicy()

  /// The policy for images in memory, most of which are made by one small write each.
  static let memory = MergePolicy(
    restingCount: 12, floorByteCount: 2 << 10, maximumByteCount: .max, maximumDeletedShare: 0.5)

  /// The policy for times in which nothing is written.
  ///
  /// Every search has a fixed cost for each segment, and searches go on when writing is over. So
  /// neighbours are merged, however few they are, if together they are half as large again as the
  /// largest of them. Each such merge makes the segment of a document grow by half, so a document
  /// is rewritten at most 22 times between 128 KiB and 1 GiB. In a trial with 2,000 segments of up
  /// to 2 MiB, about four for each pause, that was 6.6 times, and 4 segments rested on average.
  /// Larger segments are not made: the fixed cost counts little in them, and a merge in the
  /// background should not take minutes.
  var whileIdle: MergePolicy {
    var policy = self
    policy.restingCount = 1
    policy.leastGrowth = 1.5
    policy.floorByteCount = min(floorByteCount, 128 << 10)
    policy.maximumByteCount = min(maximumByteCount, 1 << 30)
    return policy
  }

  /// Returns the merge to do next, if any. `segments` are in document order.
  ///
  /// Call this again when the merge is done, or at once to run another one at the same time.
  func nextMerge(among segments: [SegmentDescription]) -> MergePlan? {
    cheapestMerge(among: segments) ?? reclamation(among: segments)
  }

  /// Returns the merges that leave as few segments as ``maximumByteCount`` allows, and no deleted
  /// documents.
  ///
  /// - Parameter reordering: True to place documents near those that they share words with, in
  ///   every segment.
  /// - Complexity: O(segments).
  func compaction(
    of segments: [SegmentDescription], reordering: Bool = false
  ) -> [MergePlan] {
    var plans: [MergePlan] = []
    var start = 0
    while start < segments.count {
      var run = emptyRun
      while start + run.count < segments.count, run.append(segments[start + run.count]) {}
      let end = start + max(1, run.count)
      let isWorthIt = run.count > 1 || reordering || segments[start].deletedCount > 0
      if run.count > 0, isWorthIt {
        var plan = MergePlan(segments[start..<end])
        plan.reorders = reordering
        plans.append(plan)
      }
      start = end
    }
    return plans
  }

  /// Returns the cheapest merge of neighbours, if there are too many segments that could be merged.
  private func cheapestMerge(among segments: [SegmentDescription]) -> MergePlan? {
    guard segments.count > restingCount, partneredCount(of: segments) > restingCount else {
      return nil
    }
    var best: (cost: Double, range: Range<Int>)?
    for start in segments.indices {
      var run = emptyRun
      for end in start..<min(segments.count, start + fanIn) {
        guard run.append(segments[end]) else { break }
        guard run.count > 1, run.growth >= leastGrowth else { continue }
        let cost = run.cost
        if best.map({ cost < $0.cost }) ?? true { best = (cost, start..<(end + 1)) }
      }
    }
    return best.map { best in
      var plan = MergePlan(segments[best.range])
      plan.isOptional = leastGrowth > 1
      return plan
    }
  }

  /// Returns the rewrite of the segment with the largest share of deleted documents, if that share
  /// is too large.
  private func reclamation(among segments: [SegmentDescription]) -> MergePlan? {
    let worst =
      segments
      .filter { $0.deletedShare > maximumDeletedShare }
      .max { $0.deletedShare < $1.deletedShare }
    return worst.map { MergePlan([$0]) }
  }

  /// Returns the number of segments that could be merged with a neighbour.
  private func partneredCount(of segments: [SegmentDescription]) -> Int {
    var count = 0
    var lastPartnered = -1
    for index in segments.indices.dropFirst() {
      var run = emptyRun
      guard run.append(segments[index - 1]), run.append(segments[index]) else {
        continue
      }
      count += lastPartnered == index - 1 ? 1 : 2
      lastPartnered = index
    }
    return count
  }

  private var emptyRun: MergeRun {
    MergeRun(maximumByteCount: maximumByteCount, floorByteCount: floorByteCount)
  }
}
