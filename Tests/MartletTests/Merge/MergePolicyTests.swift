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
