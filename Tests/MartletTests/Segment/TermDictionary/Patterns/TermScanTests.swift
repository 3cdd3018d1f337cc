import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Scanning a dictionary for a pattern")
struct TermScanTests {
  /// Sorted words of a few letters, and stems.
  private static func terms(_ count: Int, using random: inout SeededRandom) -> [[UInt8]] {
    let words = (0..<count).map { number -> [UInt8] in
      let word = TermAutomatonTests.word(0..<12, using: &random)
      return (number % 9 == 0 ? [AnalyzedTerm.stemMarker] : []) + Array(word.utf8)
    }
    return Set(words).sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func pattern(using random: inout SeededRandom) -> TermPattern {
    if random.oneIn(2) {
      return .wildcards(TermAutomatonTests.wildcards(random.int(in: 1..<5), using: &random))
    }
    if random.oneIn(2) {
      let word = TermAutomatonTests.word(1..<9, using: &random)
      return .misspelt(
        Misspelling(
          word: Array(word.utf8), edits: random.int(in: 1..<3), isPrefix: random.oneIn(2)))
    }
    let word = TermAutomatonTests.word(0..<7, using: &random)
    return .fuzzy(Array(word.utf8), edits: random.int(in: 0..<3))
  }

  @Test("finds the words that match, in order, and no stems", arguments: [false, true])
  func words(hasFilters: Bool) throws {
    var found = 0
    for round in 0..<(hasFilters ? 12 : 120) as Range<UInt64> {
      let seed = TestSeed.value &+ round
      var random = SeededRandom(seed: seed)
      let terms = Self.terms(hasFilters ? 3_000 : random.int(in: 1..<400), using: &random)
      let sample = DictionarySample(terms: terms, hasPositions: random.oneIn(2), seed: seed)
      let dictionary = try TermDictionary(
        Section(sample.encoded(hasFilters: hasFilters)), hasPositions: sample.hasPositions)
      for _ in 0..<8 {
        let pattern = Self.pattern(using: &random)
        var infos: [TermInfo] = []
        var compared = 0
        var ordinals: [Int] = []
        try dictionary.forEachWord(of: pattern, willRead: { compared += $0 }) { info, ordinal in
          infos.append(info)
          ordinals.append(ordinal)
        }
        let expected = terms.indices.filter { index in
          terms[index].first != AnalyzedTerm.stemMarker
            && PlainMatcher.matches(pattern, String(decoding: terms[index], as: UTF8.self))
        }
        found += expected.count
        try #require(ordinals == Array(expected), "seed \(seed): \(pattern)")
        try #require(infos == expected.map { sample.infos[$0] }, "seed \(seed): \(pattern)")
        try #require(compared >= expected.count)
      }
    }
    #expect(found > 2_000)
  }

  @Test("a pattern with a prefix is compared with the blocks that have it")
  func prefix() throws {
    let terms = (1_000..<9_000).map { Array("\($0)".utf8) }
    let sample = DictionarySample(terms: terms, hasPositions: false, seed: 1)
    let dictionary = try TermDictionary(Section(sample.encoded()), hasPositions: false)
    var (compared, found) = (0, 0)
    try dictionary.forEachWord(
      of: .wildcards(WildcardPattern("123?")), willRead: { compared += $0 }
    ) { _, _ in found += 1 }
    #expect(found == 10)
    #expect(compared <= 32)
  }

  @Test("filters leave few of the terms to be compared, and none is missed")
  func filters() throws {
    let terms = (10_000..<90_000).map { Array("\($0)".utf8) }
    let sample = DictionarySample(terms: terms, hasPositions: false, seed: 1)
    let dictionary = try TermDictionary(
      Section(sample.encoded(hasFilters: true)), hasPositions: false)
    for (text, count, most) in [
      ("*4567", 8, 4_000), ("*98765*", 0, 1_000), ("*9*8*", 10_000, .max),
    ] {
      var (compared, found) = (0, 0)
      try dictionary.forEachWord(
        of: .wildcards(WildcardPattern(text)), willRead: { compared += $0 }
      ) { _, _ in found += 1 }
      #expect(compared <= most, "\(text)")
      #expect(text == "*9*8*" ? found > 0 : found == count, "\(text)")
    }
  }

  @Test("a pattern longer than any word finds nothing, without a look")
  func longPattern() throws {
    let sample = DictionarySample(terms: [Array("a".utf8)], hasPositions: false, seed: 1)
    let dictionary = try TermDictionary(Section(sample.encoded()), hasPositions: false)
    let text = String(repeating: "?", count: Limits.termByteCount + 1) + "*"
    try dictionary.forEachWord(
      of: .wildcards(WildcardPattern(text)), willRead: { _ in Issue.record("looked") }
    ) { _, _ in Issue.record("found") }
  }

  @Test("damaged blocks give an error or an answer", arguments: RandomTerms.allCases)
  func damage(kind: RandomTerms) {
    var random = SeededRandom(seed: TestSeed.value)
    let terms = kind.terms(count: 1_200, using: &random)
    let sample = DictionarySample(terms: terms, hasPositions: true, seed: 3)
    let bytes = sample.encoded(hasFilters: true).array
    var failures = 0
    for _ in 0..<300 {
      var damaged = bytes
      for _ in 0..<(1 + random.int(in: 0..<20)) {
        let offset = random.int(in: TermDictionaryFormat.headerByteCount..<bytes.count)
        damaged[offset] = UInt8(truncatingIfNeeded: random.next())
      }
      let section = Section(ByteView(copying: damaged))
      guard let dictionary = try? TermDictionary(section, hasPositions: true) else { continue }
      for pattern in [Self.pattern(using: &random), .wildcards(WildcardPattern("*a*"))] {
        do throws(SearchError) {
          try dictionary.forEachWord(of: pattern, willRead: { _ in }) { info, _ in
            #expect(info.documentFrequency > 0)
          }
        } catch {
          failures += 1
        }
      }
    }
    #expect(failures > 0)
  }

  @Test("ends when it is told to")
  func stop() throws {
    let terms = (1_000..<9_000).map { Array("\($0)".utf8) }
    let sample = DictionarySample(terms: terms, hasPositions: false, seed: 1)
    let dictionary = try TermDictionary(Section(sample.encoded()), hasPositions: false)
    var compared = 0
    #expect(throws: SearchError.self) {
      try dictionary.forEachWord(of: .wildcards(WildcardPattern("*1"))) {
        (count) throws(SearchError) in
        compared += count
        if compared > 1_000 { throw SearchError(.cancelled, "enough") }
      } _: { _, _ in
      }
    }
    #expect(compared < 1_100)
  }
}
