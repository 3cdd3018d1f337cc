import MartletTestSupport
import Testing

@testable import Martlet

@Suite("MergePolicy")
struct MergePolicyTests {
  /// Segments of these sizes, in this order, without deletions.
  private func segments(_ sizes: [Int]) -> [SegmentDescription] {
    sizes.enumerated().map { index, size in
      SegmentDescription(
        id: SegmentID(high: 0, low: UInt64(index)), byteCount: size, documentCount: 100)
    }
  }

  private func places(_ plan: MergePlan?) -> [UInt64] { plan?.segments.map(\.low) ?? [] }

  @Test("no segments, one segment, and as many as may rest are left alone")
  func rest() {
    let policy = MergePolicy.files
    for count in 0...policy.restingCount {
      #expect(policy.nextMerge(among: segments(Array(repeating: 1 << 20, count: count))) == nil)
    }
  }

  @Test("one segment too many of the same size merges all of them")
  func equalSizes() {
    let plan = MergePolicy.files.nextMerge(
      among: segments(Array(repeating: 8 << 20, count: 13)))
    #expect(places(plan) == Array(0..<13))
  }

  @Test("small fresh segments merge among themselves, not with large ones")
  func freshFirst() {
    let sizes = [4 << 30, 1 << 30, 200 << 20, 200 << 20] + Array(repeating: 1 << 20, count: 9)
    let plan = MergePolicy.files.nextMerge(among: segments(sizes))
    #expect(places(plan) == Array(4..<13))
  }

  @Test("a merge makes no segment larger than the maximum")
  func maximumSize() throws {
    let policy = MergePolicy(restingCount: 2, maximumByteCount: 100 << 20)
    let plan = try #require(
      policy.nextMerge(among: segments([90, 60, 30, 9, 80].map { $0 << 20 })))
    #expect(plan.segments.map(\.low) == [1, 2, 3])
    #expect(policy.nextMerge(among: segments([90, 60, 50, 70, 90].map { $0 << 20 })) == nil)
  }

  @Test("a merge makes no segment with more documents than fit")
  func maximumDocuments() {
    var all = segments([1, 1, 1])
    for index in all.indices { all[index].documentCount = Limits.documentsPerSegment / 2 + 1 }
    #expect(MergePolicy(restingCount: 1).nextMerge(among: all) == nil)
    #expect(MergePolicy(restingCount: 1).compaction(of: all).isEmpty)
  }

  @Test("the segment with the most deletions is rewritten once they are more than a fifth")
  func deletions() {
    var all = segments([50, 50, 50].map { $0 << 20 })
    all[0].deletedCount = 20
    #expect(MergePolicy.files.nextMerge(among: all) == nil)
    all[0].deletedCount = 21
    all[2].deletedCount = 60
    let plan = MergePolicy.files.nextMerge(among: all)
    #expect(places(plan) == [2])
  }

  @Test("while idle, neighbours merge once they are half as large again as the largest")
  func idle() {
    let policy = MergePolicy.files.whileIdle
    func merged(_ sizes: [Int]) -> [UInt64] {
      places(policy.nextMerge(among: segments(sizes.map { $0 << 20 })))
    }
    #expect(merged([8, 4]) == [0, 1])
    #expect(merged([8, 3]) == [])
    #expect(merged([40, 13, 4, 1]) == [])
    #expect(merged([40, 13, 4, 2]) == [2, 3])
    #expect(merged([4, 40, 4]) == [])
    #expect(merged([600, 600]) == [], "together they would be too large")
    #expect(places(policy.nextMerge(among: segments([60, 3, 1]))) == [0, 1, 2], "all are tiny")
    #expect(MergePolicy.files.nextMerge(among: segments([8 << 20, 8 << 20])) == nil)
  }

  @Test("merges while idle rewrite a byte as often as its segment grows by half, and leave few")
  func idleAmplification() {
    var random = SeededRandom(seed: TestSeed.value)
    let policy = MergePolicy.files.whileIdle
    var all: [(segment: SegmentDescription, leastByteCount: Double)] = []
    var (restingCount, pauseCount) = (0, 0)
    for segment in segments((0..<1_000).map { _ in random.int(in: 128 << 10..<2 << 20) }) {
      all.append((segment, Double(128 << 10)))
      guard random.int(in: 0..<4) == 0 else { continue }
      while let plan = policy.nextMerge(among: all.map(\.segment)) {
        let first = all.firstIndex { $0.segment.id == plan.segments[0] } ?? 0
        let inputs = all[first..<first + plan.segments.count]
        #expect(inputs.map(\.segment.id) == plan.segments)
        var merged = inputs[first]
        merged.segment.byteCount = inputs.reduce(0) { $0 + $1.segment.byteCount }
        merged.leastByteCount = 1.5 * (inputs.map(\.leastByteCount).max() ?? 0)
        #expect(Double(merged.segment.byteCount) >= merged.leastByteCount)
        all.replaceSubrange(first..<first + inputs.count, with: [merged])
      }
      #expect(all.count <= 9, "\(all.map(\.segment.byteCount))")
      restingCount += all.count
      pauseCount += 1
    }
    #expect(restingCount < pauseCount * 5)
  }

  @Test("compaction leaves as few segments as fit, and nothing deleted")
  func compaction() {
    let policy = MergePolicy(maximumByteCount: 100 << 20)
    var all = segments([40, 50, 20, 90, 70, 70].map { $0 << 20 })
    all[3].deletedCount = 1
    let plans = policy.compaction(of: all).map { $0.segments.map(\.low) }
    #expect(plans == [[0, 1], [3]])
    all[3].deletedCount = 0
    #expect(policy.compaction(of: segments([100, 90, 80].map { $0 << 20 })).isEmpty)
  }
}
