import MartletTestSupport
import Testing

@testable import Martlet

@Suite("SegmentMerger")
struct SegmentMergerTests {
  @Test("a merged image is the one that inverting the live documents gives", arguments: 0..<12)
  func equalsInversion(run: UInt64) throws {
    let seed = TestSeed.value &+ run
    var sample = MergeSample(seed: seed)
    for _ in 0..<sample.random.int(in: 1..<6) {
      let size = 1 << sample.random.int(in: 0..<9)
      try sample.addSegment(
        sample.random.int(in: 0..<(size + 1)), deleting: [0, 2, 5][sample.random.int(in: 0..<3)])
    }
    let merged = try MergeSample.merge(sample.segments)
    try MergeSample.expect(merged, toBeOf: sample.survivors, "seed \(seed)")
  }

  @Test("fields that some segments lack, and fields whose documents are all deleted, are merged")
  func missingFields() throws {
    var sample = MergeSample(seed: TestSeed.value)
    try sample.addSegment(40, deleting: 0, fields: [0, 2])
    try sample.addSegment(40, deleting: 3, fields: [1])
    try sample.addSegment(40, deleting: 1, fields: [0, 3])
    try sample.addSegment(10, deleting: 0, fields: [])
    try sample.addSegment(40, deleting: 0, fields: [2])
    let merged = try MergeSample.merge(sample.segments)
    try MergeSample.expect(merged, toBeOf: sample.survivors, "seed \(TestSeed.value)")
    let segment = try MergeSample.open(merged)
    #expect(segment.reader.field(FieldID(3)) == nil)
  }

  @Test("merging nothing, empty segments, or only deleted documents gives an empty image")
  func empty() throws {
    var sample = MergeSample(seed: TestSeed.value)
    try MergeSample.expect(try MergeSample.merge([]), toBeOf: [], "no segment")
    try sample.addSegment(0, deleting: 0)
    try MergeSample.expect(try MergeSample.merge(sample.segments), toBeOf: [], "one empty segment")
    try sample.addSegment(30, deleting: 1)
    try MergeSample.expect(try MergeSample.merge(sample.segments), toBeOf: [], "all deleted")
    #expect(sample.survivors.isEmpty)
  }

  @Test(
    "lists grow across a block's size", arguments: [1, 2, 63, 126, 127, 128, 129, 256],
    [0, 1, 2, 64, 126, 127, 128, 129])
  func blockSizes(first: Int, second: Int) throws {
    var sample = MergeSample(seed: 1)
    var number = 0
    for (count, deleted) in [(first, []), (second + 2, [0, second + 1])] {
      let documents = (0..<count).map { index in
        number += 1
        return InputDocument(
          key: Array("\(number)".utf8),
          values: [
            InputDocument.Value(
              field: FieldID(0),
              content: .text(String(repeating: "same other ", count: index % 3 + 1)))
          ], stored: [])
      }
      try sample.add(documents, deleted: deleted)
    }
    let merged = try MergeSample.merge(sample.segments)
    try MergeSample.expect(merged, toBeOf: sample.survivors, "\(first) and \(second)")
  }

  @Test("merging in any grouping gives the same image")
  func grouping() throws {
    var sample = MergeSample(seed: TestSeed.value)
    for size in [90, 1, 150, 40] { try sample.addSegment(size, deleting: 4) }
    let all = sample.segments
    func merged(_ parts: [LiveSegment]) throws -> LiveSegment {
      try MergeSample.open(try MergeSample.merge(parts, id: 99))
    }
    let leftFirst = try merged([merged([merged([all[0], all[1]]), all[2]]), all[3]])
    let rightFirst = try merged([all[0], merged([all[1], merged([all[2], all[3]])])])
    let pairs = try merged([merged([all[0], all[1]]), merged([all[2], all[3]])])
    for segment in [leftFirst, rightFirst, pairs] {
      try MergeSample.expect(
        try MergeSample.merge([segment]), toBeOf: sample.survivors, "seed \(TestSeed.value)")
    }
  }

  @Test("a merge through temporary files writes the same image, and removes them")
  func temporaryFiles() throws {
    var sample = MergeSample(seed: TestSeed.value)
    for size in [200, 300] { try sample.addSegment(size, deleting: 5) }
    let storage = MemoryStorage()
    var merger = try SegmentMerger(
      sample.segments, definitions: MergeSample.schema.definitions,
      segmentID: SegmentID(high: 7, low: 0))
    merger.temporary = storage
    merger.heapLimit = 1_000
    let file = try storage.create("result")
    let summary = try merger.merge(into: .file(file))
    try file.close()
    #expect(storage.list() == ["result"])
    let written = try storage.map("result", byteCount: summary.byteCount)
    let inMemory = try MergeSample.merge(sample.segments)
    #expect(written.array == inMemory.array, "seed \(TestSeed.value)")
    try MergeSample.expect(written, toBeOf: sample.survivors, "seed \(TestSeed.value)")
  }

  @Test("a merge that is asked to stop throws, and leaves no temporary file")
  func cancellation() throws {
    var sample = MergeSample(seed: TestSeed.value)
    for _ in 0..<2 { try sample.addSegment(100, deleting: 5) }
    var allowed = 0
    while true {
      let storage = MemoryStorage()
      let polls = PollCounter(allowed: allowed)
      var merger = try SegmentMerger(
        sample.segments, definitions: MergeSample.schema.definitions,
        segmentID: SegmentID(high: 7, low: 0))
      merger.temporary = storage
      merger.heapLimit = 100
      merger.stop = MergeStop { polls.shouldStop() }
      do throws(SearchError) {
        _ = try merger.merge()
        break
      } catch {
        #expect(error.code == .cancelled)
      }
      #expect(storage.list() == [])
      allowed += 1
    }
    #expect(allowed > 10)
  }

  @Test("lists of several superblocks, also as bit sets, are merged")
  func longLists() throws {
    var random = SeededRandom(seed: TestSeed.value)
    var sample = MergeSample(seed: TestSeed.value)
    for (segment, count) in [4_500, 300, 500].enumerated() {
      let documents = (0..<count).map { index in
        var words = ["all"]
        if random.oneIn(2) { words.append("half half") }
        if random.oneIn(20) { words.append("twentieth") }
        return InputDocument(
          key: Array("\(segment) \(index)".utf8),
          values: [
            InputDocument.Value(
              field: FieldID(0), content: .text(words.joined(separator: " ")))
          ], stored: [])
      }
      try sample.add(
        documents, deleted: segment == 2 ? Array(stride(from: 0, to: count, by: 9)) : [])
    }
    try MergeSample.expect(
      try MergeSample.merge(sample.segments), toBeOf: sample.survivors, "seed \(TestSeed.value)")
  }

  @Test("statistics of the merged segment are those of its live documents")
  func statistics() throws {
    var sample = MergeSample(seed: TestSeed.value)
    for size in [60, 80] { try sample.addSegment(size, deleting: 3) }
    let before = SegmentSet(sample.segments, fieldCount: 4)
    let after = try MergeSample.open(try MergeSample.merge(sample.segments))
    #expect(after.statistics == before.statistics)
    #expect(after.liveCount == before.documentCount)
  }
}
