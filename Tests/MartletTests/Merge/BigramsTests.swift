import MartletTestSupport
import Testing

@testable import Martlet

/// Lists for pairs of frequent words against the documents' texts.
@Suite("Bigrams")
struct BigramsTests {
  @Test(
    "have every place where two of the words follow each other",
    arguments: 0..<(12 * TestSeed.factor))
  func lists(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var sample = BigramSample(seed: seed, round: round)
    try sample.addSegments(round: round)
    let share: Double = round % 3 == 0 ? 0.4 : .infinity
    let segment = try BigramSample.merge(sample.segments, share: share)
    let documents = sample.survivors
    guard try BigramModel.expectLists(segment, documents, "seed \(seed)") > 0 else {
      #expect(share < 1 || Set(documents.joined().joined()).count < 2, "seed \(seed)")
      return
    }
    try expectFrequent(BigramModel.words(of: segment), documents, isAll: share > 1)
  }

  /// Expects that no word that is not among `words` is in more documents than one of them.
  private func expectFrequent(
    _ words: Set<String>, _ documents: [BigramSample.Document], isAll: Bool
  ) throws {
    var frequencies: [String: Int] = [:]
    for document in documents {
      let terms = BigramSample.positions(document).values.reduce(into: Set()) { $0.formUnion($1) }
      for term in terms { frequencies[term, default: 0] += 1 }
    }
    let least = try #require(words.map { frequencies[$0] ?? 0 }.min())
    #expect(least > 0)
    for (word, frequency) in frequencies where !words.contains(word) {
      #expect(!isAll && frequency <= least, "\(word) in \(frequency), others in \(least)")
    }
  }

  @Test("are found alike with and without lists of pairs", arguments: 0..<(12 * TestSeed.factor))
  func search(round: Int) throws {
    let seed = TestSeed.value &+ 500 &+ UInt64(round)
    var sample = BigramSample(seed: seed, vocabulary: [3, 6, 22][round % 3])
    var (listed, plain): ([LiveSegment], [LiveSegment]) = ([], [])
    for number in 0..<(round % 3 + 1) {
      try sample.addSegment([40, 200, 400][sample.random.int(in: 0..<3)], deleting: 0)
      let whole = sample.segments[number...]
      let share: Double? = [.infinity, 0.3, nil][sample.random.int(in: 0..<3)]
      let documents = 0..<whole[number].reader.documentCount
      let gone = documents.filter { _ in round % 2 == 1 && sample.random.oneIn(7) }
        .map { DocumentID($0) }
      listed.append(try BigramSample.merge(Array(whole), share: share).deleting(gone))
      plain.append(try BigramSample.merge(Array(whole), share: nil).deleting(gone))
    }
    let (with, without) = (SegmentSet(listed, fieldCount: 2), SegmentSet(plain, fieldCount: 2))
    for number in 0..<200 {
      let query = sample.query()
      let limit = [0, 1, 3, 10, 1_000][number % 5]
      let counting = [Counting.exact, .none, .upTo(20)][number / 5 % 3]
      let found = try Searcher.search(query, in: with, limit: limit, counting: counting)
      let expected = try Searcher.search(query, in: without, limit: limit, counting: counting)
      guard found.top == expected.top, found.total.number == expected.total.number,
        found.total.isExact == expected.total.isExact
      else {
        Issue.record("seed \(seed), query \(number): \(query)\n\(found)\n\(expected)")
        return
      }
    }
  }

  @Test("take about what they may, for the commonest words")
  func budget() throws {
    var sample = BigramSample(seed: TestSeed.value, vocabulary: 22)
    try sample.addSegment(2_000, deleting: 0)
    var counts: [Int] = []
    for share in [0.1, 0.3, 1] {
      let segment = try BigramSample.merge(sample.segments, share: share)
      let field = try #require(segment.reader.field(FieldID(0)))
      let bigrams = try #require(field.bigrams)
      let byteCount = bigrams.lists.postings.count + bigrams.lists.dictionary.section.count
      let others = field.postings.count + (field.positions?.count ?? 0)
      #expect(Double(byteCount) < Double(others) * share * 1.5)
      let words = try BigramModel.words(of: segment)
      try expectFrequent(words, sample.survivors, isAll: false)
      counts.append(words.count)
    }
    #expect(Set(counts).count == 3 && counts.sorted() == counts, "\(counts)")
    let rare = try BigramSample.merge(
      sample.segments, share: .infinity, leastDocumentFrequency: 2_001)
    #expect(rare.reader.field(FieldID(0))?.bigrams == nil)
  }

  @Test("are sorted by pairs, however many wait and wherever they wait", arguments: 0..<12)
  func runs(round: Int) throws {
    var random = SeededRandom(seed: TestSeed.value &+ UInt64(round))
    let storage = MemoryStorage()
    let runs = BigramRuns(
      pairCount: 50, mostWaiting: [1, 7, 1 << 20][round % 3],
      packed: SectionBuffer(storage: storage, name: "runs", heapLimit: round < 6 ? 64 : 1 << 20))
    var expected: [Int: BigramModel.List] = [:]
    var document: DocumentID = 0
    for _ in 0..<500 {
      document += DocumentID(random.int(in: 1..<(random.oneIn(20) ? 1 << 20 : 5)))
      for pair in Set((0..<random.int(in: 1..<9)).map { _ in random.int(in: 0..<49) }) {
        let frequency = UInt32(random.int(in: 1..<(random.oneIn(20) ? 1 << 31 : 4)))
        expected[pair, default: [:]][document] = frequency
        try runs.append(pair, document, frequency)
      }
    }
    var found: [Int: BigramModel.List] = [:]
    var (list, last): (BigramModel.List, DocumentID?) = ([:], nil)
    try runs.end()
    try BigramRuns.finish([runs]) { document, frequency in
      if let last { #expect(last < document) }
      (list[document], last) = (frequency, document)
    } end: { pair in
      found[pair] = list
      (list, last) = ([:], nil)
    }
    #expect(found == expected)
  }
}
