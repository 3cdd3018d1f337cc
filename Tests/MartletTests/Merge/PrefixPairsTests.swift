import MartletTestSupport
import Testing

@testable import Martlet

/// Lists for pairs of a word and a beginning of the next one against the documents' texts.
@Suite("Prefix pairs")
struct PrefixPairsTests {
  @Test(
    "have every place where a word with the beginning follows the word",
    arguments: 0..<(12 * TestSeed.factor))
  func lists(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var sample = BigramSample(seed: seed, round: round)
    try sample.addSegments(round: round)
    let segment = try BigramSample.merge(sample.segments, share: 0.5)
    try PrefixPairModel.expectLists(segment, sample.survivors, "seed \(seed)")
  }

  @Test(
    "come from the lists of segments that have them, and from the positions of the others",
    arguments: 0..<(12 * TestSeed.factor))
  func merged(round: Int) throws {
    let seed = TestSeed.value &+ 700 &+ UInt64(round)
    var sample = BigramSample(seed: seed, round: round)
    var (segments, documents): ([LiveSegment], [BigramSample.Document]) = ([], [])
    for number in 0..<3 {
      try sample.addSegment([40, 200][sample.random.int(in: 0..<2)], deleting: 0)
      let all = sample.documents[number]
      let share: Double? = round % 3 == number ? nil : 0.5
      let gone = all.indices.filter { _ in sample.random.oneIn(6) }.map { DocumentID($0) }
      segments.append(
        try BigramSample.merge([sample.segments[number]], share: share).deleting(gone))
      documents += all.indices.filter { !gone.contains(DocumentID($0)) }.map { all[$0] }
    }
    #expect(segments.contains { $0.reader.field(FieldID(1))?.prefixPairs != nil })
    let segment = try BigramSample.merge(segments, share: 0.5)
    try PrefixPairModel.expectLists(segment, documents, "seed \(seed)")
  }

  @Test("are found alike however many documents are looked at together", arguments: [1, 7, 100])
  func parts(size: Int) throws {
    var sample = BigramSample(seed: TestSeed.value, vocabulary: 8)
    try sample.addSegment(300, deleting: 4)
    let field = try #require(sample.segments[0].reader.field(FieldID(1)))
    let mapping = try DocumentMapping([sample.segments[0].live])
    let expected = PrefixPairModel.lists(of: PrefixPairModel.titles(of: sample.survivors))
    let set = PrefixPairSet(expected.keys)
    var found: [PrefixPair: PrefixPairModel.List] = [:]
    let scan = PrefixPairScan(
      MergeSource(field, mapping.sources[0]), set, MergeStop(), PageRelease([]),
      mostPositions: size == 7 ? 30 : 1 << 20, mostDocuments: size)
    let ambiguous = try scan.run { pair, document, count in
      #expect(found[set.pairs[pair], default: [:]].updateValue(count, forKey: document) == nil)
      found[set.pairs[pair], default: [:]][document] = count
    }
    #expect(found == expected && ambiguous == [])
  }

  @Test("are chosen by what it costs to search them")
  func budget() throws {
    let beginnings = FrequentBeginnings(leastOccurrenceCount: 100)
    let terms: [(String, Int64)] = [
      ("be", 50), ("castle", 3_000), ("cat", 1_000), ("cow", 500), ("e", 40), ("zoo", 5_410),
    ]
    for (term, count) in terms {
      beginnings.take(Array(term.utf8).span, occurrenceCount: count)
    }
    let stem: [UInt8] = [AnalyzedTerm.stemMarker, 0x63]
    beginnings.take(stem.span, occurrenceCount: 10_000)
    #expect(beginnings.occurrenceCount == 10_000)
    var words = FrequentWords(limit: 3, leastDocumentFrequency: 1)
    for (word, documents, occurrences) in [
      ("his", 500, 1_000), ("rare", 10, 10), ("the", 1_000, 4_000),
    ] {
      words.take(
        Array(word.utf8).span,
        TermInfo(
          documentFrequency: documents, totalFrequency: Int64(occurrences), document: 0,
          postings: 0..<0, position: 0, positions: 0..<0))
    }
    let budget = PrefixPairBudget(leastCost: 400, leastShare: 0.4, mostWords: 3)
    let pairs = budget.choose(words, beginnings, documentCount: 1_000)
    let found = Set(
      pairs.map {
        String(decoding: $0.word + [0x20] + $0.beginning, as: UTF8.self)
      })
    // 500 of 1,000 documents are taken to have 7/8 of the positions.
    #expect(found == ["the c", "the ca", "the z", "the zo", "his c", "his ca", "his z", "his zo"])
  }

  @Test("are found in new and in compacted segments, as in segments without lists")
  func compacted() throws {
    let folder = try TemporaryFolder()
    var random = SeededRandom(seed: TestSeed.value)
    let index = try SearchIndex<Memo>(
      path: folder.path(of: "a"), options: IndexOptions(merging: .manual))
    let other = SearchIndex<Memo>.inMemory()
    for start in stride(from: 0, to: 2_000, by: 500) {
      let notes = (start..<(start + 500)).map { number in
        Memo(
          id: "\(number)",
          title: (0..<random.int(in: 80..<140)).map { _ in
            random.oneIn(3)
              ? "the" : "\(["wo", "we", "x"][random.int(in: 0..<3)])\(random.int(in: 0..<99))"
          }.joined(separator: " "))
      }
      try index.writeSync { try $0.put(contentsOf: notes) }
      for first in stride(from: 0, to: notes.count, by: 20) {
        try other.writeSync { try $0.put(contentsOf: notes[first..<(first + 20)]) }
      }
      try index.checkpointSync()
    }
    for segment in other.core.state.segments.segments {
      #expect(segment.reader.field(FieldID(0))?.prefixPairs == nil)
    }
    for (isCompacted, deleted) in [(false, 0), (true, 0), (true, 300)] {
      if isCompacted { try index.compactSync() }
      #expect(try index.verifySync().isSound)
      for segment in index.core.state.segments.segments {
        let lists = try #require(segment.reader.field(FieldID(0))?.prefixPairs)
        #expect(try lists.dictionary.find(Array("w".utf8) + [0xFF] + Array("the".utf8)) != nil)
      }
      let keys = (0..<deleted).map { "\($0 * 3)" }
      try index.writeSync { $0.delete(contentsOf: keys) }
      try other.writeSync { $0.delete(contentsOf: keys) }
      for text in ["\"the w", "\"the we", "\"the x", "the-w", "+x1 +\"the w", "\"the z"] {
        let (found, expected) = (try index.searchSync(text), try other.searchSync(text))
        #expect(found.total == expected.total, "\(text)")
        #expect(found.hits.map(\.id) == expected.hits.map(\.id), "\(text)")
        #expect(found.hits.map(\.score) == expected.hits.map(\.score), "\(text)")
        #expect(found.hits.isEmpty == text.contains("z"))
      }
    }
  }
}
