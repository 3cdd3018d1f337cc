import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Misspelt words of a dictionary")
struct MisspellingTests {
  @Test("are as the plain rule says, whole or begun")
  func rule() throws {
    var found = 0
    for round in 0..<20_000 as Range<UInt64> {
      let seed = TestSeed.value &+ round
      var random = SeededRandom(seed: seed)
      let word = TermAutomatonTests.word(1..<8, using: &random)
      let other = TermAutomatonTests.word(0..<10, using: &random)
      let misspelling = Misspelling(
        word: Array(word.utf8), edits: random.int(in: 1..<3), isPrefix: random.oneIn(2))
      let expected = PlainMatcher.matches(.misspelt(misspelling), other)
      if expected { found += 1 }
      try #require(
        misspelling.accepts(Array(other.utf8)) == expected, "seed \(seed): \(other), \(misspelling)"
      )
    }
    #expect(found > 1_000)
  }

  @Test("of one edit are looked for among the words with the same first letter")
  func scan() throws {
    let terms = (1_000..<9_000).map { Array("\($0)".utf8) }
    let sample = DictionarySample(terms: terms, hasPositions: false, seed: 1)
    let dictionary = try TermDictionary(Section(sample.encoded()), hasPositions: false)
    for (edits, isPrefix) in [(1, false), (1, true), (2, false)] {
      var (compared, found) = (0, 0)
      let pattern = TermPattern.misspelt(
        Misspelling(word: Array("5555".utf8), edits: edits, isPrefix: isPrefix))
      try dictionary.forEachWord(of: pattern, willRead: { compared += $0 }) { _, _ in found += 1 }
      if edits == 1 { #expect(compared <= 1_100, "\(compared)") }
      let expected = terms.count {
        PlainMatcher.matches(pattern, String(decoding: $0, as: UTF8.self))
      }
      #expect(found == expected, "\(edits) \(isPrefix)")
      #expect(found > 0)
    }
  }
}
