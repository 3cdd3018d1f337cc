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
