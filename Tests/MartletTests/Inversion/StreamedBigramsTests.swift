import MartletTestSupport
import Testing

@testable import Martlet

/// Lists for pairs of frequent words in segments that a writer makes, and what merges make of them.
@Suite("Bigrams in new segments")
struct StreamedBigramsTests {
  /// Limits with which even the smallest segment has lists.
  private static func budget(share: Double) -> PairListsEncoder.Budget {
    PairListsEncoder.Budget(
      bigrams: BigramBudget(leastDocumentFrequency: 1, share: share),
      prefixPairs: BigramSample.eightWords)
  }

  /// Random segments whose lists have all words, or some of them, or which have none.
  private static func sample(
    _ seed: UInt64, _ round: Int, sizes: [Int]
  ) throws -> BigramSample {
    var sample = BigramSample(seed: seed, round: round)
    for _ in 0..<(round % 3 + 1) {
      sample.newPairs = budget(share: sample.random.oneIn(3) ? 0.4 : .infinity)
      if sample.random.oneIn(4) { sample.newPairs.bigrams?.leastByteCount = .max }
      try sample.addSegment(
        sizes[sample.random.int(in: 0..<sizes.count)], deleting: round % 2 * 5)
    }
    return sample
  }

  @Test(
    "have every place where two of the words follow each other",
    arguments: 0..<(12 * TestSeed.factor))
  func lists(round: Int) throws {
    let seed = TestSeed.value &+ 4_200 &+ UInt64(round)
    var sample = BigramSample(seed: seed, round: round)
    sample.newPairs = Self.budget(share: round % 2 == 0 ? .infinity : 0.5)
    try sample.addSegment([300, 40, 1][round / 3 % 3], deleting: 0)
    let count = try BigramModel.expectLists(sample.segments[0], sample.documents[0], "seed \(seed)")
    if round == 0 { #expect(count == 3) }
  }

  @Test(
    "are merged as they are, also with those of segments that have others or none",
    arguments: 0..<(24 * TestSeed.factor))
  func merged(round: Int) throws {
    let seed = TestSeed.value &+ 5_600 &+ UInt64(round)
    let sample = try Self.sample(seed, round, sizes: [40, 200])
    let merged = try BigramSample.merge(sample.segments, share: round % 3 == 0 ? 0.4 : .infinity)
    _ = try BigramModel.expectLists(merged, sample.survivors, "seed \(seed)")
    let first = try BigramSample.merge(Array(sample.segments.prefix(2)), share: .infinity)
    let again = try BigramSample.merge([first] + sample.segments.dropFirst(2), share: .infinity)
    _ = try BigramModel.expectLists(again, sample.survivors, "seed \(seed), merged twice")
  }

  @Test("are counted alike where one document has more of them than are noted together")
  func long() throws {
    var sample = BigramSample(seed: TestSeed.value, vocabulary: 22)
    sample.newPairs = Self.budget(share: .infinity)
    try sample.addSegment(of: (0..<3).map { _ in [(0..<20_000).map { _ in sample.word() }] })
    let count = try BigramModel.expectLists(sample.segments[0], sample.documents[0], "long")
    #expect(count == 22)
  }

  @Test("are chosen as a merge chooses them, and a merge has few words that they do not have")
  func choice() throws {
    var sample = BigramSample(seed: TestSeed.value, vocabulary: 22)
    sample.newPairs = Self.budget(share: 0.3)
    for _ in 0..<3 { try sample.addSegment(1_500, deleting: 0) }
    for (segment, documents) in zip(sample.segments, sample.documents) {
      let count = try BigramModel.expectLists(segment, documents, "new")
      let other = try BigramSample.merge([segment], share: 0.3)
      #expect(abs(count - (try BigramModel.words(of: other).count)) <= 2)
    }
    let merged = try BigramModel.words(of: try BigramSample.merge(sample.segments, share: 0.25))
    #expect(!merged.isEmpty)
    for segment in sample.segments {
      #expect(try BigramModel.words(of: segment).isSuperset(of: merged))
    }
  }

  @Test(
    "a phrase in a folder of several segments reads them, and finds the same once they are merged")
  func folder() throws {
    let folder = try TemporaryFolder()
    var random = SeededRandom(seed: TestSeed.value)
    let texts = (0..<1_100).map { _ in Self.text(&random) }
    let options = IndexOptions(merging: .manual, indexingConcurrency: 1)
    do {
      let index = try SearchIndex<Memo>(path: folder.path(of: "a"), options: options)
      for numbers in [0..<550, 550..<1_100] {
        try index.writeSync { batch in
          for number in numbers {
            try batch.put(Memo(id: "\(number)", title: texts[number].joined(separator: " ")))
          }
        }
        try index.checkpointSync()
      }
      try index.closeSync()
    }
    let index = try SearchIndex<Memo>(path: folder.path(of: "a"), options: options)
    let fields = index.core.state.segments.segments.map { $0.reader.field(FieldID(0)) }
    #expect(fields.count == 2 && fields.allSatisfy { ($0?.bigrams?.words.count ?? 0) == 3 })
    #expect(try index.verifySync().isSound)
    for phrase in [["the", "who"], ["of", "of"], ["who", "the", "of"]] {
      let found = try index.searchSync("\"\(phrase.joined(separator: " "))\"")
      #expect(found.total.number == texts.count { Self.has(phrase, $0) }, "\(phrase)")
    }
    let queries = [
      "\"the who\"", "\"of the\"", "\"the the\"", "+\"the who\" +of", "\"the who of\"",
      "+\"the who\" -\"of the\"", "\"who the\" \"of the\"", "the \"who w",
    ]
    let found = try queries.map { try index.searchSync($0) }
    try index.compactSync()
    #expect(index.core.state.segments.segments.count == 1)
    for (query, found) in zip(queries, found) {
      let again = try index.searchSync(query)
      #expect(again.total == found.total && again.hits.map(\.id) == found.hits.map(\.id))
      #expect(again.hits.map(\.score) == found.hits.map(\.score) && !found.hits.isEmpty, "\(query)")
    }
  }

  private static func text(_ random: inout SeededRandom) -> [String] {
    (0..<random.int(in: 400..<600)).map { _ in
      random.oneIn(7)
        ? ["the", "who", "of"][random.int(in: 0..<3)] : "w\(random.int(in: 0..<99_999))"
    }
  }

  private static func has(_ phrase: [String], _ text: [String]) -> Bool {
    (0...(text.count - phrase.count)).contains { text[$0..<($0 + phrase.count)] == phrase[...] }
  }
}
