import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Memory in which positions are read")
struct PositionMemoryPoolTests {
  @Test("goes from one word to the next")
  func reused() {
    let pool = PositionMemoryPool()
    let (first, second) = (pool.take(), pool.take())
    #expect(first !== second)
    pool.release(to: 1)
    #expect(pool.take() === second)
    pool.release(to: 0)
    #expect(pool.take() === first)
    #expect(pool.count == 1)
  }

  @Test("keeps nothing of a segment once it is given back")
  func closed() throws {
    let pool = PositionMemoryPool()
    let index = try SmallIndex(.whitespace, ["a b a", "a"])
    let field = try #require(index.segments.segments[0].reader.field(FieldID(0)))
    let info = try #require(try field.dictionary.find(Array("a".utf8)))
    let reader = pool.take().reader
    try reader.open(info, section: #require(field.positions))
    #expect(try reader.readFew(0, count: 2, start: (0, 0)) != nil)
    pool.release(to: 0)
    #expect(throws: SearchError.self) { try reader.readFew(0, count: 2, start: (0, 0)) }
  }

  @Test("that grew for one long document is freed")
  func longDocument() throws {
    let pool = PositionMemoryPool()
    let index = try SmallIndex(
      .whitespace, [Array(repeating: "a", count: 1_000).joined(separator: " "), "b a"])
    let field = try #require(index.segments.segments[0].reader.field(FieldID(0)))
    let info = try #require(try field.dictionary.find(Array("a".utf8)))
    for _ in 0..<3 {
      let memory = pool.take()
      try memory.reader.open(info, section: #require(field.positions))
      let many = try unsafe memory.reader.read(0, count: 1_000, start: (0, 0))
      #expect(unsafe (many[0], many[999]) == (0, 999))
      let one = try unsafe memory.reader.read(1_000, count: 1, start: (0, 0))
      #expect(unsafe one[0] == 1)
      for start in 0..<100_000 { pool.starts.append(start) }
      pool.release(to: 0)
      #expect(pool.starts.memory <= 1 << 16)
      pool.starts.removeAll()
    }
  }

  @Test("is freed beyond that of a usual search")
  func freed() {
    struct Weak {
      weak var memory: PositionMemory?
    }
    let pool = PositionMemoryPool()
    let memories = (0..<40).map { _ in Weak(memory: pool.take()) }
    #expect(memories.allSatisfy { $0.memory != nil })
    pool.release(to: 20)
    #expect(memories.count { $0.memory != nil } == 20)
    pool.release(to: 0)
    #expect(memories.count { $0.memory != nil } == 16)
  }
}
