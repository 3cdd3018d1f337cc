import MartletTestSupport
import Testing

@testable import Martlet

/// The effects of a policy on an index over a long time.
private struct MergeHistory {
  let policy: MergePolicy
  var segments: [SegmentDescription] = []
  /// Bytes that writes brought, and that merges wrote.
  var flushedByteCount = 0
  var mergedByteCount = 0
  var mergeCount = 0
  var mostAtRest = 0
  private var nextID: UInt64 = 0

  init(_ policy: MergePolicy) { self.policy = policy }

  var amplification: Double { Double(mergedByteCount) / Double(max(1, flushedByteCount)) }

  /// A new segment comes, and merges run until the policy is content.
  mutating func flush(byteCount: Int, documentCount: Int = 1_000) throws {
    nextID += 1
    flushedByteCount += byteCount
    segments.append(
      SegmentDescription(
        id: SegmentID(high: 0, low: nextID), byteCount: byteCount, documentCount: documentCount))
    while let plan = policy.nextMerge(among: segments) { try run(plan) }
    mostAtRest = max(mostAtRest, segments.count)
  }

  /// Puts the result of `plan` in the place of its segments, which must be neighbours.
  mutating func run(_ plan: MergePlan) throws {
    let start = try #require(segments.firstIndex { $0.id == plan.segments.first })
    let range = start..<(start + plan.segments.count)
    try #require(range.upperBound <= segments.count)
    #expect(segments[range].map(\.id) == plan.segments)
    nextID += 1
    let byteCount = segments[range].reduce(0) { $0 + $1.liveByteCount }
    let documentCount = segments[range].reduce(0) { $0 + $1.liveCount }
    segments.replaceSubrange(
      range,
      with: [
        SegmentDescription(
          id: SegmentID(high: 0, low: nextID), byteCount: byteCount,
          documentCount: documentCount)
      ])
    mergedByteCount += byteCount
    mergeCount += 1
  }
}

@Suite("MergePolicy over a long history")
struct MergeHistoryTests {
  @Test("100,000 flushes of random sizes never leave more than 12 segments at rest")
  func randomSizes() throws {
    var random = SeededRandom(seed: TestSeed.value)
    var history = MergeHistory(MergePolicy(maximumByteCount: .max))
    for _ in 0..<100_000 {
      // From 4 KiB to 64 MiB, every power of two alike.
      let power = random.int(in: 12..<26)
      try history.flush(byteCount: 1 << power + random.int(in: 0..<(1 << power)))
    }
    print(
      "100,000 flushes: \(history.mostAtRest) segments, each byte written "
        + "\(history.amplification) times more, \(history.mergeCount) merges")
    #expect(history.mostAtRest <= 12, "seed \(TestSeed.value)")
    #expect(history.amplification < 8, "seed \(TestSeed.value)")
  }

  @Test("equal flushes are rewritten little more often than any policy must")
  func equalSizes() throws {
    var history = MergeHistory(MergePolicy(maximumByteCount: .max))
    for _ in 0..<20_000 { try history.flush(byteCount: 8 << 20) }
    print("20,000 equal flushes: each byte written \(history.amplification) times more")
    #expect(history.mostAtRest == 12)
    #expect(history.amplification < 6.5)
  }

  @Test("segments too large for each other do not count, whatever lies between them")
  func largeSegments() throws {
    var random = SeededRandom(seed: TestSeed.value)
    let policy = MergePolicy.files
    var history = MergeHistory(policy)
    for _ in 0..<3_000 {
      let isBulk = random.oneIn(20)
      try history.flush(byteCount: isBulk ? 3 << 30 : random.int(in: 1_000..<(200 << 20)))
    }
    let sizes = history.segments.map(\.byteCount)
    let open = sizes.indices.count { index in
      index > 0 && sizes[index - 1] + sizes[index] <= policy.maximumByteCount
        || index + 1 < sizes.count && sizes[index] + sizes[index + 1] <= policy.maximumByteCount
    }
    #expect(open <= policy.restingCount, "seed \(TestSeed.value)")
    #expect(sizes.allSatisfy { $0 <= policy.maximumByteCount })
    #expect(history.amplification < 5, "seed \(TestSeed.value)")
  }

  @Test("10,000 writes of one document leave few images, and cost a logarithm each")
  func singleDocuments() throws {
    var history = MergeHistory(.memory)
    for _ in 0..<10_000 { try history.flush(byteCount: 3_000, documentCount: 1) }
    print(
      "10,000 single documents: \(history.segments.count) images, each document written "
        + "\(history.amplification) times more, \(history.mergeCount) merges")
    #expect(history.mostAtRest <= 12)
    #expect(history.amplification < 6)
    #expect(history.mergeCount < 4_000)
  }

  @Test("deletions that go on for ever cost a bounded amount per deleted document")
  func deletions() throws {
    var random = SeededRandom(seed: TestSeed.value)
    var history = MergeHistory(.files)
    var deleted = 0
    for _ in 0..<2_000 {
      try history.flush(byteCount: 4 << 20)
      for _ in 0..<900 {
        let index = random.int(in: 0..<history.segments.count)
        guard history.segments[index].liveCount > 0 else { continue }
        history.segments[index].deletedCount += 1
        deleted += 1
      }
    }
    #expect(history.mostAtRest <= 12, "seed \(TestSeed.value)")
    #expect(history.segments.allSatisfy { $0.deletedShare <= 0.6 }, "seed \(TestSeed.value)")
    #expect(history.mergedByteCount / deleted < 50_000, "seed \(TestSeed.value)")
  }
}
