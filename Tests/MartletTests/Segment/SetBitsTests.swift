import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Set bits as a list")
struct SetBitsTests {
  @Test("lists each set bit once, and writes nothing behind the room", arguments: 0..<200)
  func random(round: Int) {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let first = UInt32(random.int(in: 0..<1 << 29))
    // One of so many bits is set, or all but one of so many.
    let share = random.int(in: 1..<20)
    let isDense = random.oneIn(2)
    let words = (0..<random.int(in: 1..<9)).map { _ in
      (0..<64).reduce(UInt64(0)) { $0 | (random.oneIn(share) != isDense ? 1 << UInt64($1) : 0) }
    }
    var expected: [UInt32] = []
    for (index, word) in words.enumerated() {
      for bit in 0..<64 where word >> UInt64(bit) & 1 == 1 {
        expected.append(first + UInt32(index * 64 + bit))
      }
    }
    let capacity = max(8, expected.count + [-1, 0, 0, 3][round % 4])
    var target = [UInt32](repeating: .max, count: capacity + 8)
    let little = words.map(\.littleEndian)
    let count = unsafe SetBits.list(
      little, count: words.count, from: first, to: &target, capacity: capacity)
    #expect(count == (expected.count <= capacity ? expected.count : nil), "seed \(seed)")
    if let count { #expect(Array(target[..<count]) == expected, "seed \(seed)") }
    #expect(target[capacity...].allSatisfy { $0 == .max }, "seed \(seed)")
  }
}
