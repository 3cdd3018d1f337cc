import MartletTestSupport
import Testing

@testable import Martlet

/// Lists for pairs of a word and a beginning of the next one in segments that a writer makes.
@Suite("Pairs in new segments")
struct StreamedPairsTests {
  /// A segment of texts, whose pairs may have eight words.
  private static func segment(_ texts: [[String]], _ analyzer: Analyzer) throws -> LiveSegment {
    let schema = IndexSchema([(FieldDefinition(name: "text", kind: .text), analyzer)])
    let builder = ImageBuilder(schema: schema, segmentID: SegmentID(high: 9, low: 5))
    builder.pairBudget?.prefixPairs = BigramSample.eightWords
    for (number, words) in texts.enumerated() {
      let text = words.joined(separator: " ")
      try builder.add(
        InputDocument(
          key: [UInt8(number)], values: [.init(field: FieldID(0), content: .text(text))],
          stored: []))
    }
    let image = try ImageReader(try builder.finish(), file: "seg", isTrusted: false)
    return LiveSegment(
      try SegmentReader(image, definitions: schema.definitions), fieldCount: 1)
  }

  @Test(
    "have every place where a word with the beginning follows the word",
    arguments: 0..<(12 * TestSeed.factor))
  func lists(round: Int) throws {
    let seed = TestSeed.value &+ 1_400 &+ UInt64(round)
    var sample = BigramSample(seed: seed, round: round)
    sample.newPairs.prefixPairs = BigramSample.eightWords
    try sample.addSegment([40, 300, 1][round / 3 % 3], deleting: 0)
    try PrefixPairModel.expectLists(sample.segments[0], sample.documents[0], "seed \(seed)")
  }

  @Test(
    "are merged as they are, also with those of segments that have others or none",
    arguments: 0..<(12 * TestSeed.factor))
  func merged(round: Int) throws {
    let seed = TestSeed.value &+ 2_800 &+ UInt64(round)
    var sample = BigramSample(seed: seed, round: round)
    for number in 0..<3 {
      var budget = BigramSample.eightWords
      // A segment without lists, and one that has them for fewer words.
      if number == round % 4 { budget.leastCost = 1_000_000 }
      if number == round % 5 { budget.mostWords = 3 }
      sample.newPairs.prefixPairs = budget
      try sample.addSegment([40, 200][sample.random.int(in: 0..<2)], deleting: round % 2 * 5)
    }
    let segment = try BigramSample.merge(sample.segments, share: 0.5)
    try PrefixPairModel.expectLists(segment, sample.survivors, "seed \(seed)")
  }

  @Test("are sound where words that share positions have lists from several segments")
  func shared() throws {
    var sample = BigramSample(seed: TestSeed.value, vocabulary: 8)
    sample.newPairs.prefixPairs = BigramSample.eightWords
    for _ in 0..<2 { try sample.addSegment(200, deleting: 0) }
    let segment = try BigramSample.merge(sample.segments, share: 0.5)
    let field = try #require(segment.reader.field(FieldID(0)))
    let lists = try PrefixPairModel.lists(in: field, documentCount: 400)
    // "a" stands at each position of "aa", so a writer lists only one of them.
    #expect(Set(lists.keys.map(\.word)).isSuperset(of: [Array("a".utf8), Array("aa".utf8)]))
    try PrefixPairModel.expectLists(segment, sample.survivors, "shared")
  }

  @Test("are counted alike where one document has more of them than are noted together")
  func long() throws {
    var random = SeededRandom(seed: TestSeed.value)
    let texts = (0..<3).map { _ in
      (0..<20_000).map { _ in
        ["the", "of", "the", "äther", "ox", "日本"][random.int(in: 0..<6)]
      }
    }
    let segment = try Self.segment(texts, .whitespace)
    let field = try #require(segment.reader.field(FieldID(0)))
    let lists = try PrefixPairModel.lists(in: field, documentCount: 3)
    let positions = texts.map { words in
      Dictionary(uniqueKeysWithValues: words.enumerated().map { ($0, Set([$1])) })
    }
    #expect(lists == PrefixPairModel.lists(of: positions) && lists.count == 5 * 9)
  }

  @Test("are none where terms are not UTF-8 and begin with one another")
  func bytes() throws {
    let words = (0..<900).map { "\(($0 * $0 + $0 / 3) % 7)" }
    let segment = try Self.segment([words], Analyzer.whitespace.adding(OddBytes()))
    #expect(SegmentChecker.check(segment) == [])
    #expect(segment.reader.field(FieldID(0))?.prefixPairs == nil)
  }

  @Test("count the beginnings of one character and of two, whatever the terms are")
  func beginnings() {
    let terms: [([UInt8], Int64)] = [
      (Array("be".utf8), 50), (Array("c".utf8), 7), (Array("castle".utf8), 3_000),
      (Array("cat".utf8), 1_000), (Array("cow".utf8), 500), (Array("e".utf8), 40),
      (Array("zoo".utf8), 5_410), (Array("ä".utf8), 200), (Array("äh".utf8), 200),
      (Array("äü".utf8), 120), (Array("日本".utf8), 300), (Array("日曜".utf8), 100),
      // Not UTF-8, as in a damaged dictionary.
      ([0x80, 0x61], 999), ([0xF9] + [UInt8](repeating: 0x80, count: 20), 999),
    ]
    let beginnings = FrequentBeginnings(leastOccurrenceCount: 100)
    for (term, count) in terms { beginnings.take(term.span, occurrenceCount: count) }
    let stem: [UInt8] = [AnalyzedTerm.stemMarker, 0x63]
    beginnings.take(stem.span, occurrenceCount: 10_000)
    let others = FrequentBeginnings(leastOccurrenceCount: 100)
    others.take(Array("Ω".utf8).span, occurrenceCount: 100)
    #expect(beginnings.occurrenceCount == terms.reduce(0) { $0 + $1.1 })
    beginnings.append(contentsOf: others)
    let counts = Dictionary(
      uniqueKeysWithValues: beginnings.finish().map {
        (String(decoding: $0.bytes, as: UTF8.self), $0.occurrenceCount)
      })
    #expect(
      counts == [
        "c": 4_507, "ca": 4_000, "co": 500, "z": 5_410, "zo": 5_410, "ä": 520, "äh": 200,
        "äü": 120, "日": 400, "日本": 300, "日曜": 100, "Ω": 100,
      ])
  }
}

/// Gives terms that no text has.
private struct OddBytes: TermFilter {
  let signature = "odd bytes"

  func apply(_ term: AnalyzedTerm, for use: TokenUse, into terms: inout [AnalyzedTerm]) {
    let odd: [[UInt8]] = [
      [], [0x80], [0xC3], [0xC3, 0xA9], [0xC3, 0xA9, 0xA9], [0xC3, 0xA9, 0xA9, 0x61],
    ]
    terms.append(term.with(odd[Int(term.bytes[0]) % odd.count]))
  }
}
