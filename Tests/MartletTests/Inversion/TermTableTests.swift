import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Term table")
struct TermTableTests {
  private func insert(_ word: [UInt8], into table: TermTable) -> (number: Int, isNew: Bool) {
    unsafe word.withUnsafeBufferPointer { unsafe table.insert($0) }
  }

  private func word(_ number: Int, of table: TermTable) -> [UInt8] {
    unsafe Array(table.word(number))
  }

  /// Words that are alike: many share beginnings, lengths and endings.
  private static func randomWord(_ random: inout SeededRandom) -> [UInt8] {
    let length = random.oneIn(50) ? random.int(in: 0..<300) : random.int(in: 0..<12)
    var word = (0..<length).map { _ in [0, 0x61, 0x62, 0xFF][random.int(in: 0..<4)] as UInt8 }
    if random.oneIn(3) { word = Array("a common beginning ".utf8) + word }
    return word
  }

  @Test("numbers words as a dictionary does", arguments: 0..<4)
  func numbers(round: Int) {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let table = TermTable()
    var expected: [[UInt8]: Int] = [:]
    for _ in 0..<20_000 {
      let word = Self.randomWord(&random)
      let found = insert(word, into: table)
      let known = expected[word]
      guard found.number == known ?? expected.count, found.isNew == (known == nil) else {
        Issue.record("seed \(seed): \(word) is \(found), expected \(known ?? expected.count)")
        return
      }
      expected[word] = found.number
    }
    #expect(table.count == expected.count)
    #expect(expected.allSatisfy { word($0.value, of: table) == $0.key }, "seed \(seed)")
    let sorted = expected.keys.sorted { $0.lexicographicallyPrecedes($1) }
    #expect(table.sortedNumbers().map { word(Int($0), of: table) } == sorted, "seed \(seed)")
    #expect(table.memory > 8 * expected.count)
  }

  @Test("the word without bytes is a word")
  func empty() {
    let table = TermTable()
    #expect(insert([0x61], into: table) == (0, true))
    #expect(insert([], into: table) == (1, true))
    #expect(insert([], into: table) == (1, false))
    let none = unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    #expect(unsafe table.insert(none) == (1, false))
    #expect(word(1, of: table) == [])
    #expect(table.sortedNumbers() == [1, 0])
  }

  @Test("words that differ only in zeros at the end keep apart, in order")
  func zeros() {
    let table = TermTable()
    let words: [[UInt8]] = [[0x61, 0, 0], [0x61], [0x61, 0], [0x61, 0, 0, 0, 0, 0, 0, 0, 0]]
    for (number, word) in words.enumerated() {
      #expect(insert(word, into: table) == (number, true))
    }
    #expect(table.sortedNumbers() == [1, 2, 0, 3])
  }
}
