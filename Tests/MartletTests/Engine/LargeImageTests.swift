import MartletTestSupport
import Testing

@testable import Martlet

/// Images that are large beside the memory limit are not merged in memory.
@Suite("Large images in memory")
struct LargeImageTests {
  /// A batch of documents of about `byteCount` bytes that do not compress.
  private static func batch(_ first: Int, byteCount: Int) -> [LogOperation] {
    var random = SeededRandom(seed: TestSeed.value &+ UInt64(first))
    return (0..<4).map { number in
      let stored = (0..<(byteCount / 4)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let text = InputDocument.Value(field: FieldID(0), content: .text("w\(first) all"))
      return .put(
        InputDocument(key: Array("k\(first)-\(number)".utf8), values: [text], stored: stored))
    }
  }

  private static func open(_ disk: MemoryStorage) throws(SearchError) -> IndexCore {
    try TestEngine.open(disk) { $0.memoryLimit = 16 << 20 }
  }

  @Test("become files as they are; small ones between them become one")
  func checkpoint() throws {
    let disk = MemoryStorage()
    let core = try Self.open(disk)
    let sizes = [3_000, 600_000, 4_000, 5_000, 700_000, 800_000, 6_000]
    for (number, size) in sizes.enumerated() {
      try core.write(Self.batch(number, byteCount: size))
    }
    #expect(core.state.heapMembers.count == 7)
    try core.checkpoint()
    #expect(core.state.fileMembers.map(\.segment.reader.documentCount) == [4, 4, 8, 4, 4, 4])
    try core.close()
    #expect(try TestEngine.open(disk).state.segments.documentCount == 28)
  }

  @Test("stay as they are among many small ones, which are merged")
  func merging() throws {
    let core = try Self.open(MemoryStorage())
    try core.write(Self.batch(0, byteCount: 600_000))
    let large = try #require(core.state.members.first).id
    for number in 1..<60 { try core.write(Self.batch(number, byteCount: 2_000)) }
    #expect(core.state.members[0].id == large)
    #expect(core.state.heapMembers.count <= 13 && core.state.fileMembers.isEmpty)
    try core.close()
  }

  @Test("go to files once they take half of the memory")
  func early() throws {
    let core = try Self.open(MemoryStorage())
    for number in 0..<12 { try core.write(Self.batch(number, byteCount: 690_000)) }
    #expect(core.state.fileMembers.isEmpty)
    try core.write(Self.batch(12, byteCount: 690_000))
    #expect(core.state.fileMembers.count == 13 && core.state.heapMembers.isEmpty)
    try core.close()
  }
}
