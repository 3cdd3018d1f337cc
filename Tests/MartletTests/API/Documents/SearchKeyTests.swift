import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Search key")
struct SearchKeyTests {
  private func comesBack<Key: SearchKey>(_ key: Key) -> Bool { Key(keyBytes: key.keyBytes) == key }

  @Test("keys come back from their bytes")
  func roundTrip() {
    for text in ["a", "é😀", "a/b c", "\u{0}", String(repeating: "x", count: 2_000)] {
      #expect(comesBack(text))
    }
    for number in [Int64.min, -1, 0, 1, .max] {
      #expect(comesBack(number))
      #expect(comesBack(Int(number)))
      #expect(comesBack(UInt64(bitPattern: number)))
    }
    for _ in 0..<100 { #expect(comesBack(UUID())) }
  }

  @Test("a UUID's bytes are those that it prints")
  func uuid() throws {
    let id = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    let bytes: [UInt8] = (0..<16).map { $0 * 0x11 }
    #expect(id.keyBytes == bytes)
  }

  @Test("the bytes of numbers sort like the numbers")
  func order() {
    var random = SeededRandom(seed: TestSeed.value)
    for _ in 0..<1_000 {
      let left = Int64(bitPattern: random.next()) >> Int64(random.int(in: 0..<64))
      let right = Int64(bitPattern: random.next()) >> Int64(random.int(in: 0..<64))
      #expect(left.keyBytes.lexicographicallyPrecedes(right.keyBytes) == (left < right))
      let (a, b) = (UInt64(bitPattern: left), UInt64(bitPattern: right))
      #expect(a.keyBytes.lexicographicallyPrecedes(b.keyBytes) == (a < b))
    }
  }

  @Test("bytes of another kind of key are none")
  func otherBytes() {
    #expect(String(keyBytes: [0xFF, 0xFE]) == nil)
    #expect(Int(keyBytes: [1, 2, 3]) == nil)
    #expect(UInt64(keyBytes: []) == nil)
    #expect(UUID(keyBytes: Array(repeating: 1, count: 17)) == nil)
  }
}
