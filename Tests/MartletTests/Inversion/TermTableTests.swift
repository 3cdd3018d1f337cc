import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Term table")
struct TermTableTests {
  /// The word's number as a term, found as words of its length are.
  private func number(_ word: [UInt8], in table: TermTable) -> Int {
    Int(table.number(at: place(word, in: table)))
  }

  private func place(_ word: [UInt8], in table: TermTable) -> Int {
    word.withBytes { bytes in
      guard (1...WordKey.longest).contains(word.count) else { return table.record(of: bytes) }
      let key = WordKey(bytes, at: 0, count: word.count)
      let hash = WordHash.hash(key, word.count, seed: table.seed)
      return table.record(of: key, word.count, hash: hash)
    }
  }

  private func term(_ number: Int, of table: TermTable) -> [UInt8] {
    table.withTerm(number) { Array(copying: $0) }
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
    let table = TermTable(seed: TestSeed.value)
    var expected: [[UInt8]: Int] = [:]
    for _ in 0..<20_000 {
      let word = Self.randomWord(&random)
      let expectedNumber = expected[word] ?? expected.count
      let found = number(word, in: table)
      let again = word.withBytes { table.number(of: $0) }
      guard found == expectedNumber, again == found else {
        Issue.record("seed \(seed): \(word) is \(found), expected \(expectedNumber)")
        return
      }
      expected[word] = found
    }
    #expect(table.count == expected.count)
    #expect(expected.allSatisfy { term($0.value, of: table) == $0.key }, "seed \(seed)")
    let sorted = expected.keys.sorted { $0.lexicographicallyPrecedes($1) }
    #expect(table.sortedNumbers().map { term(Int($0), of: table) } == sorted, "seed \(seed)")
    #expect(table.memory > 8 * expected.count)
  }

  @Test("termIDs stay with their words while the table grows, and number no term")
  func termIDs() {
    let table = TermTable(seed: TestSeed.value)
    let words = (0..<5_000).map {
      Array("\($0 % 7 == 0 ? "a rather long word, number " : "")\($0)".utf8)
    }
    for (index, word) in words.enumerated() {
      let place = place(word, in: table)
      #expect(table.termID(at: place) == TermTable.unknown)
      table.setTermID(UInt32(index), at: place)
    }
    #expect(words.indices.allSatisfy { table.termID(at: place(words[$0], in: table)) == $0 })
    #expect(table.stringCount == words.count)
    #expect(table.count == 0)
    #expect(number(words[17], in: table) == 0)
    #expect(table.termID(at: place(words[17], in: table)) == 17)
  }

  @Test("the first slot leads to the words that lie in it, and to no other")
  func firstSlots() {
    let table = TermTable(seed: TestSeed.value)
    let words = (0..<3_000).map { Array("w\($0)".utf8) }
    for (index, word) in words.enumerated() where index % 2 == 0 {
      table.setTermID(UInt32(index), at: place(word, in: table))
    }
    var foundCount = 0
    for (index, word) in words.enumerated() {
      let key = word.withBytes { WordKey($0, at: 0, count: word.count) }
      let hash = WordHash.hash(key, word.count, seed: table.seed)
      let slot = table.firstSlot(of: hash)
      guard table.leads(slot, to: key, word.count, hash: hash) else { continue }
      foundCount += 1
      #expect(index % 2 == 0 && table.termID(in: slot) == index)
    }
    // At most half of the slots are taken, so most words lie in their first one.
    #expect(foundCount > 1_000)
  }

  @Test("the word without bytes is a word")
  func empty() {
    let table = TermTable(seed: TestSeed.value)
    #expect(number([0x61], in: table) == 0)
    #expect(number([], in: table) == 1)
    #expect([UInt8]().withBytes { table.number(of: $0) } == 1)
    #expect(term(1, of: table) == [])
    #expect(table.sortedNumbers() == [1, 0])
  }

  @Test("words that differ only in zeros at the end keep apart, in order")
  func zeros() {
    let table = TermTable(seed: TestSeed.value)
    let words: [[UInt8]] = [[0x61, 0, 0], [0x61], [0x61, 0], [0x61, 0, 0, 0, 0, 0, 0, 0, 0]]
    for (index, word) in words.enumerated() { #expect(number(word, in: table) == index) }
    #expect(table.sortedNumbers() == [1, 2, 0, 3])
  }
}
