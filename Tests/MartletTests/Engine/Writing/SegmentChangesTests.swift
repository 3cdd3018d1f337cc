import MartletTestSupport
import Testing

@testable import Martlet

/// The segments of a batch, before it is applied.
@Suite("Segments of a batch")
struct SegmentChangesTests {
  private static let limit = 1 << 20

  /// Documents that become an image of about `byteCount` bytes, because they do not compress.
  private static func documents(
    _ byteCount: Int, _ random: inout SeededRandom
  ) -> [LogOperation] {
    (0..<4).map { _ in
      let value = InputDocument.Value(field: FieldID(0), content: .text("w\(random.next()) all"))
      return .put(
        InputDocument(
          key: Array("k\(random.next())".utf8), values: [value],
          stored: (0..<(byteCount / 32)).flatMap { _ in
            let word = random.next()
            return (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
          }))
    }
  }

  @Test("take at most a quarter more memory than the limit", arguments: [1, 3])
  func memory(threads: Int) throws {
    var options = TestOptions()
    options.memoryLimit = Self.limit
    options.indexingConcurrency = threads
    options.mergesAutomatically = false
    options.leastRangeByteCount = 50_000
    let core = try IndexCore.open(MemoryStorage(), schema: TestEngine.schema, options: options)
    var random = SeededRandom(seed: TestSeed.value)
    var (most, spillCount) = (0, 0)
    // The first two batches fit into memory, but not together.
    let sizes = [450_000, 950_000]
    for round in 0..<50 {
      let byteCount = random.int(in: 0..<(random.oneIn(3) ? 1_200_000 : 60_000))
      var batch = WriteBatch()
      for operation in Self.documents(round < 2 ? sizes[round] : byteCount, &random) {
        batch.append(operation)
      }
      let state = core.state
      var spilled = 0
      let changes = try SegmentChanges(
        batch.outcome, state.members, [:], core.schema, core.options, core.tuning
      ) { (image) throws(SearchError) in
        spilled += image.count
        spillCount += 1
        return try IndexState.Member(onHeap: image, core.schema)
      }
      let heap = changes.members.reduce(0) { $0 + ($1.isOnHeap ? $1.byteCount : 0) } - spilled
      most = max(most, heap)
      try core.write(batch)
      #expect(core.state.memoryByteCount <= Self.limit)
    }
    #expect(most <= Self.limit / 4 * 5)
    #expect(most > Self.limit / 2 && spillCount > 0, "the limit was not reached: \(most)")
    try core.close()
  }
}
