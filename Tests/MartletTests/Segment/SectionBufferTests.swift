import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Section buffer")
struct SectionBufferTests {
  private func image(of buffer: SectionBuffer) throws -> [UInt8] {
    let memory = ByteWriter()
    let id = SegmentID(high: 1, low: 2)
    let writer = ImageWriter(into: .memory(memory), segmentID: id, documentCount: 1)
    try buffer.copy(SectionID(.postings), into: writer)
    _ = try writer.finish()
    let reader = try ImageReader(memory.finish(), file: "seg", isTrusted: false)
    return try reader.requiredSection(SectionID(.postings)).bytes.array
  }

  @Test(
    "bytes arrive in order, whether or not they left the heap", arguments: [64, 1_000, 1 << 30])
  func roundTrip(heapLimit: Int) throws {
    let storage = MemoryStorage()
    let buffer = SectionBuffer(storage: storage, name: "tmp-1", heapLimit: heapLimit)
    var expected: [UInt8] = []
    var random = SeededRandom(seed: UInt64(heapLimit))
    for _ in 0..<200 {
      let count = random.int(in: 0..<300)
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      expected += bytes
      try buffer.append(ByteView(copying: bytes))
      #expect(buffer.byteCount == expected.count)
      #expect(buffer.spilledByteCount % 64 == 0)
      if random.oneIn(4) {
        buffer.pending.align(to: 64)
        expected += [UInt8](repeating: 0, count: (64 - expected.count % 64) % 64)
        try buffer.spillIfFull()
      }
    }
    #expect(storage.list().sorted() == (heapLimit < 10_000 ? ["tmp-1"] : []))
    #expect(firstDifference(try image(of: buffer), expected) == nil)
    #expect(storage.list().sorted() == [])
  }

  @Test("without a storage everything stays on the heap")
  func heapOnly() throws {
    let buffer = SectionBuffer()
    let bytes = [UInt8](repeating: 3, count: 100_000)
    try buffer.append(ByteView(copying: bytes))
    #expect(buffer.spilledByteCount == 0)
    #expect(try image(of: buffer) == bytes)
  }

  @Test("all bytes can be read, whether or not they left the heap", arguments: [64, 1 << 30])
  func finished(heapLimit: Int) throws {
    let storage = MemoryStorage()
    var buffer: SectionBuffer? = SectionBuffer(
      storage: storage, name: "tmp-1", heapLimit: heapLimit)
    let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    for start in stride(from: 0, to: 1_000, by: 100) {
      try buffer?.append(ByteView(copying: Array(bytes[start..<(start + 100)])))
    }
    let view = try #require(try buffer?.finish())
    buffer = nil
    #expect(view.array == bytes)
    #expect(storage.list() == [])
  }

  @Test("a buffer given up takes its file along")
  func givenUp() throws {
    let storage = MemoryStorage()
    var buffer: SectionBuffer? = SectionBuffer(storage: storage, name: "tmp-1", heapLimit: 64)
    try buffer?.append(ByteView(copying: [UInt8](repeating: 3, count: 100)))
    #expect(storage.list().sorted() == ["tmp-1"])
    buffer = nil
    #expect(storage.list().sorted() == [])
  }
}
