import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Filters of pairs and triples")
struct GramFilterTests {
  @Test("a term has all that a pattern asks for that matches it")
  func noneMissed() throws {
    var (found, refused) = (0, 0)
    for round in 0..<5_000 as Range<UInt64> {
      let seed = TestSeed.value &+ round
      var random = SeededRandom(seed: seed)
      let word = TermAutomatonTests.word(0..<9, using: &random)
      var filter = GramFilter()
      filter.insert(Array(word.utf8), isEnd: true)
      for _ in 0..<4 {
        let pattern = TermAutomatonTests.wildcards(random.int(in: 1..<6), using: &random)
        if PlainMatcher.matches(.wildcards(pattern), word) {
          found += 1
          try #require(filter.contains(pattern.grams), "seed \(seed): \(pattern) of \(word)")
        } else if !filter.contains(pattern.grams) {
          refused += 1
        }
      }
    }
    #expect(found > 1_000 && refused > 1_000)
  }

  @Test("the bits are those of the format")
  func bits() {
    var filter = GramFilter()
    filter.insert(Array("aé".utf8), isEnd: true)
    let (a, lead, last): (UInt64, UInt64, UInt64) = (0x61, 0xC3, 0xA9)
    let grams = [
      a + 256 * lead + (1 << 24), a + 256 * lead + 65_536 * last,
      lead + 256 * last + (1 << 24), lead + 256 * last, last + (1 << 24),
    ]
    var words = SIMD4<UInt64>()
    for gram in grams {
      let bit = (gram * 0x9E37_79B1 % (1 << 32)) >> 24
      words[Int(bit / 64)] |= 1 << (bit % 64)
    }
    #expect(filter.words == words)
  }

  @Test("an ending is told from the same bytes elsewhere")
  func endings() {
    var filter = GramFilter()
    filter.insert(Array("strawberries".utf8), isEnd: true)
    #expect(filter.contains(WildcardPattern("*berr*").grams))
    #expect(filter.contains(WildcardPattern("*rries").grams))
    #expect(!filter.contains(WildcardPattern("*berr").grams))
    #expect(WildcardPattern("*a*").grams.isEmpty)
    #expect(!WildcardPattern("*a").grams.isEmpty)
  }

  @Test("a dictionary of many words has a filter for each block, if it is asked for")
  func dictionaries() throws {
    var random = SeededRandom(seed: TestSeed.value)
    let words = Set(
      (0..<3_000).map { _ in Array(TermAutomatonTests.word(1..<9, using: &random).utf8) }
    ).sorted { $0.lexicographicallyPrecedes($1) }
    for count in [0, 16, 63 * 16, 63 * 16 + 1, 64 * 16 + 7, words.count] {
      let terms =
        count == words.count ? words : (0..<count).map { Array("word \(10_000 + $0)".utf8) }
      let sample = DictionarySample(terms: terms, hasPositions: true, seed: 1)
      let bytes = sample.encoded(hasFilters: true)
      let dictionary = try TermDictionary(Section(bytes), hasPositions: true)
      #expect((dictionary.filters != nil) == (count > 63 * 16), "\(count)")
      for block in 0..<(dictionary.filters == nil ? 0 : (count + 15) / 16) {
        var filter = GramFilter()
        for term in terms[(16 * block)..<min(count, 16 * block + 16)] {
          filter.insert(term, isEnd: true)
        }
        #expect(try dictionary.filter(ofBlock: block) == filter, "\(count), block \(block)")
      }
      try sample.check(probes: [Array("word 10001".utf8)])
      let plain = try TermDictionary(Section(sample.encoded()), hasPositions: true)
      #expect(plain.filters == nil)
    }
  }

  @Test("a header that says anything else about filters is refused", arguments: [1, 31, 32, 255])
  func headers(width: UInt8) {
    let terms = (0..<2_000).map { Array("\(10_000 + $0)".utf8) }
    var bytes = DictionarySample(terms: terms, hasPositions: false, seed: 1).encoded().array
    bytes[22] = width
    #expect(throws: SearchError.self) {
      try TermDictionary(Section(ByteView(copying: bytes)), hasPositions: false)
    }
  }
}
