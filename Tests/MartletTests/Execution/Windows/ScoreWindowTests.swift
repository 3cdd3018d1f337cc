import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Score window")
struct ScoreWindowTests {
  @Test("sums are those of a dictionary, and every window starts at zero")
  func sums() {
    var random = SeededRandom(seed: TestSeed.value)
    let window = ScoreWindow(.take())
    for count in [0, 1, 7, 500, 9_000] {
      var expected: [Int: Double] = [:]
      for _ in 0..<count {
        let offset = random.int(in: 0..<ScoreWindow.size)
        let score = Double(random.int(in: 0..<64)) / 8
        unsafe window.add(score, at: UInt32(offset))
        expected[offset, default: 0] += score
      }
      #expect(window.touched.count == expected.count)
      var found: [(offset: Int, sum: Double)] = []
      window.drain { found.append(($0, $1)) }
      #expect(found.map(\.offset) == expected.keys.sorted())
      #expect(found.allSatisfy { expected[$0.offset] == $0.sum })
      #expect(window.touched.isEmpty)
    }
  }

  @Test("what is taken is zero again, and no longer touched")
  func take() {
    let window = ScoreWindow(.take())
    unsafe window.add(1.5, at: 0)
    unsafe window.add(2, at: 4_095)
    unsafe window.add(0.25, at: 4_095)
    #expect(window.take(at: 4_095) == 2.25)
    #expect(window.take(at: 4_095) == 0)
    #expect(window.take(at: 77) == 0)
    #expect(window.touched.contains(0) && !window.touched.contains(4_095))
    #expect(window.take(at: 0) == 1.5)
    #expect(window.touched.isEmpty)
  }
}

@Suite("Window bits")
struct WindowBitsTests {
  private func bits(_ members: Set<Int>) -> WindowBits {
    let bits = WindowBits()
    for member in members { bits.insert(member) }
    return bits
  }

  private func members(_ bits: WindowBits) -> [Int] {
    var members: [Int] = []
    bits.forEach { members.append($0) }
    return members
  }

  private static func randomSet(_ random: inout SeededRandom) -> Set<Int> {
    let count = [0, 1, 60, 3_000][random.int(in: 0..<4)]
    return Set((0..<count).map { _ in random.int(in: 0..<ScoreWindow.size) })
  }

  @Test("does what a set does", arguments: 0..<20)
  func operations(round: Int) {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let left = Self.randomSet(&random)
    let right = Self.randomSet(&random)
    let other = bits(right)
    let operations: [(String, (WindowBits) -> Void, Set<Int>)] = [
      ("nothing", { _ in }, left),
      ("union", { $0.formUnion(other) }, left.union(right)),
      ("intersection", { $0.formIntersection(other) }, left.intersection(right)),
      ("subtraction", { $0.subtract(other) }, left.subtracting(right)),
      ("copy", { $0.copy(other) }, right),
      ("removal", { $0.removeAll() }, []),
    ]
    for (name, change, expected) in operations {
      let bits = bits(left)
      change(bits)
      #expect(members(bits) == expected.sorted(), "\(name), seed \(seed)")
      #expect(bits.count == expected.count, "\(name), seed \(seed)")
      #expect(bits.isEmpty == expected.isEmpty, "\(name), seed \(seed)")
      #expect((0..<ScoreWindow.size).allSatisfy { bits.contains($0) == expected.contains($0) })
    }
    #expect(members(other) == right.sorted(), "the other set stays as it is, seed \(seed)")
  }

  @Test("offsets are taken modulo the window's size")
  func modulo() {
    let bits = WindowBits()
    bits.insert(ScoreWindow.size + 5)
    #expect(members(bits) == [5])
    #expect(bits.contains(5) && bits.contains(2 * ScoreWindow.size + 5))
    bits.remove(ScoreWindow.size * 3 + 5)
    #expect(bits.isEmpty)
  }

  @Test("filling takes all offsets below a count", arguments: [0, 1, 63, 64, 65, 4_095, 4_096])
  func fill(count: Int) {
    let bits = bits([0, 70, 4_095])
    bits.fill(count: count)
    #expect(members(bits) == Array(0..<count))
  }

  @Test("draining lists the members and leaves none")
  func drain() {
    let bits = bits([3, 64, 127, 4_095])
    var found: [Int] = []
    bits.drain { found.append($0) }
    #expect(found == [3, 64, 127, 4_095])
    #expect(bits.isEmpty)
  }

  @Test("words are the members' bits, and deleted documents leave")
  func words() {
    let bits = bits([0, 65, 66])
    #expect(bits[0] == 1 && bits[1] == 6)
    bits[1] = 1
    #expect(members(bits) == [0, 64])
    let live = LiveDocuments(documentCount: 5_000).deleting([64, 4_096 + 7])
    bits.filterLive(live, from: 0)
    #expect(members(bits) == [0])
    bits.fill(count: 5_000 - 4_096)
    bits.filterLive(live, from: 4_096)
    #expect(members(bits) == (0..<904).filter { $0 != 7 })
  }
}
