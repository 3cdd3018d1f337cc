import MartletTestSupport
import Testing

@testable import Martlet

/// Builds segments from plain documents.
enum TestSegments {
  static func schema(fieldCount: Int) -> IndexSchema {
    IndexSchema(
      (0..<fieldCount).map {
        (FieldDefinition(name: "field\($0)", kind: .text), Analyzer.whitespace)
      })
  }

  static func input(_ document: ReferenceEngine.Document) -> InputDocument {
    InputDocument(
      key: Array(document.key.utf8),
      values: document.fields.enumerated().compactMap { index, words in
        words.isEmpty
          ? nil
          : InputDocument.Value(
            field: FieldID(UInt16(index)), content: .text(words.joined(separator: " ")))
      }, stored: Array("stored \(document.key)".utf8))
  }

  static func segment(
    _ documents: [ReferenceEngine.Document], _ schema: IndexSchema, id: UInt64,
    leastPrefixCost: Int? = nil, bigramBudget: BigramBudget? = nil
  ) throws -> LiveSegment {
    let merger = try merger(
      documents, schema, id: id, leastPrefixCost: leastPrefixCost, bigramBudget: bigramBudget)
    if leastPrefixCost == nil, bigramBudget == nil { return merger.segments[0] }
    return try open(try merger.merge(), schema)
  }

  /// Returns a segment in which similar documents are close to each other, and their order in it.
  static func reorderedSegment(
    _ documents: [ReferenceEngine.Document], _ schema: IndexSchema, id: UInt64,
    leastPrefixCost: Int?, bigramBudget: BigramBudget?
  ) throws -> (LiveSegment, [ReferenceEngine.Document]) {
    var merger = try merger(
      documents, schema, id: id, leastPrefixCost: leastPrefixCost, bigramBudget: bigramBudget)
    try merger.reorder()
    var order: [ReferenceEngine.Document] = []
    merger.mapping.forEachDocument { _, document in order.append(documents[Int(document)]) }
    return (try open(try merger.merge(), schema), order)
  }

  private static func merger(
    _ documents: [ReferenceEngine.Document], _ schema: IndexSchema, id: UInt64,
    leastPrefixCost: Int?, bigramBudget: BigramBudget?
  ) throws -> SegmentMerger {
    let builder = ImageBuilder(schema: schema, segmentID: SegmentID(high: 0, low: id))
    for document in documents { try builder.add(input(document)) }
    let segment = try open(try builder.finish(), schema)
    var merger = try SegmentMerger(
      [segment], definitions: schema.definitions, segmentID: SegmentID(high: 0, low: id))
    merger.leastPrefixCost = leastPrefixCost
    merger.bigramBudget = bigramBudget
    return merger
  }

  private static func open(_ image: ByteView, _ schema: IndexSchema) throws -> LiveSegment {
    let reader = try ImageReader(image, file: "memory", isTrusted: true)
    return LiveSegment(
      try SegmentReader(reader, definitions: schema.definitions), fieldCount: schema.fields.count)
  }
}

/// A snapshot of several segments, some with deleted documents, and the truth about it.
struct RandomSample {
  let set: SegmentSet
  let reference: ReferenceEngine
  var corpus: RandomCorpus

  init(
    seed: UInt64, sizes: [Int], fieldCount: Int, vocabulary: Int, length: Int,
    isClustered: Bool = false, isReordered: Bool = false
  ) throws {
    var corpus = RandomCorpus(
      seed: seed, vocabulary: vocabulary, fieldCount: fieldCount, isClustered: isClustered)
    let schema = TestSegments.schema(fieldCount: fieldCount)
    var segments: [LiveSegment] = []
    var live: [ReferenceEngine.Document] = []
    for (number, size) in sizes.enumerated() {
      var documents = (0..<size).map { corpus.document("\(number)-\($0)", length: length) }
      let isWhole = corpus.random.oneIn(3)
      let oneIn = corpus.random.oneIn(2) ? 5 : 100
      let deleted = documents.indices.filter { _ in !isWhole && corpus.random.oneIn(oneIn) }
      // With lists for most beginnings of words, for those of many words, or for none; and with
      // lists for pairs of all words, of none, or of some.
      let share: Double? = [.infinity, nil, 0.4][number % 3]
      let (id, leastCost) = (UInt64(number), [70, 600, nil][number % 3])
      let budget = share.map { BigramBudget(leastDocumentFrequency: 2, share: $0) }
      let segment: LiveSegment
      if isReordered, !corpus.random.oneIn(4) {
        (segment, documents) = try TestSegments.reorderedSegment(
          documents, schema, id: id, leastPrefixCost: leastCost, bigramBudget: budget)
      } else {
        segment = try TestSegments.segment(
          documents, schema, id: id, leastPrefixCost: leastCost, bigramBudget: budget)
      }
      segments.append(try segment.deleting(deleted.map { DocumentID($0) }))
      let gone = Set(deleted)
      live += documents.indices.filter { !gone.contains($0) }.map { documents[$0] }
    }
    self.corpus = corpus
    set = SegmentSet(segments, fieldCount: fieldCount)
    reference = ReferenceEngine(live, fieldCount: fieldCount)
  }

  /// A sample of one segment with these documents.
  init(_ documents: [ReferenceEngine.Document], seed: UInt64) throws {
    corpus = RandomCorpus(seed: seed, vocabulary: 12, fieldCount: 1)
    let segment = try TestSegments.segment(documents, TestSegments.schema(fieldCount: 1), id: 1)
    set = SegmentSet([segment], fieldCount: 1)
    reference = ReferenceEngine(documents, fieldCount: 1)
  }

  /// Compares the answers to `count` random queries.
  ///
  /// - Parameters:
  ///   - hasPairs: True to add pairs of words to the scores.
  ///   - stop: What a search is begun with.
  mutating func check(
    queries count: Int, limits: [Int], seed: UInt64, hasPairs: Bool = false,
    stop: () -> SearchStop = { SearchStop() }
  ) throws {
    for number in 0..<count {
      let query = corpus.query()
      let pairs = hasPairs ? corpus.pairs(of: query) : nil
      let limit = limits[number % limits.count]
      let counting = [Counting.exact, .none, .upTo(1 + number % 60)][number / 2 % 3]
      let difference = try difference(query, limit, counting, pairs, stop())
      guard let difference else { continue }
      Issue.record("seed \(seed), query \(number): \(query)\n\(pairs as Any)\n\(difference)")
      return
    }
  }

  /// Returns what a search finds and what it should find, if these differ.
  func difference(
    _ query: ResolvedQuery, _ limit: Int, _ counting: Counting, _ pairs: WordPairs? = nil,
    _ stop: SearchStop
  ) throws -> String? {
    let expected = reference.search(query, limit: limit, pairs: pairs)
    let found = try Searcher.search(
      query, in: set, limit: limit, counting: counting, stop: stop, pairs: pairs)
    let hits = try found.top.map { entry in
      let (segment, document) = set.locate(entry.document)
      let key = try segment.keys.key(of: document)
      return ReferenceEngine.Hit(key: String(decoding: key, as: UTF8.self), score: entry.score)
    }
    let (count, isExact): (Int?, Bool) =
      switch counting {
      case .exact: (expected.count, true)
      case .upTo(let most): (min(most, expected.count), expected.count < most)
      case .none: (nil, false)
      }
    if hits == expected.hits, found.total.number == count, found.total.isExact == isExact {
      return nil
    }
    return "\(hits)\n\(expected)"
  }
}

/// Every strategy, with its pruning, against an engine that scores every document.
///
/// `MARTLET_SEED_FACTOR=250` compares the answers to a million queries, a tenth of them in segments
/// of 100,000 documents, which are left out otherwise. Optimised (`swift test -c release -Xswiftc
/// -enable-testing --filter SearcherTests`), that takes about an hour of one processor.
@Suite("Searcher")
struct SearcherTests {
  @Test(
    "finds what the reference finds, with the same scores, in small segments",
    arguments: 0..<(9 * TestSeed.factor))
  func small(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    let sizes = [[150], [3, 140], [129, 1, 20], [60, 60, 60]][round % 4]
    var sample = try RandomSample(
      seed: seed, sizes: sizes, fieldCount: round % 2 + 1, vocabulary: 12 << (round % 4),
      length: 8, isClustered: round & 4 != 0, isReordered: round & 8 != 0)
    try sample.check(queries: 400, limits: [0, 1, 3, 10, 1_000], seed: seed)
  }

  @Test(
    "finds what the reference finds, with the same scores, in larger segments",
    arguments: 0..<(3 * TestSeed.factor))
  func large(round: Int) throws {
    let seed = TestSeed.value &+ 100_000 &+ UInt64(round)
    var sample = try RandomSample(
      seed: seed, sizes: [[9_000], [5_000, 700, 4_200]][round % 2], fieldCount: round / 2 % 2 + 1,
      vocabulary: 200, length: 12, isClustered: round & 1 != 0, isReordered: round & 2 != 0)
    try sample.check(queries: 25, limits: [1, 10, 100, 300], seed: seed)
  }

  @Test(
    "finds what the reference finds, with the same scores, among 100,000 documents",
    .enabled(
      if: TestSeed.factor > 1, "SKIPPED without MARTLET_SEED_FACTOR: takes minutes, optimised"),
    arguments: 0..<(TestSeed.factor + 4) / 5)
  func huge(round: Int) throws {
    let seed = TestSeed.value &+ 200_000 &+ UInt64(round)
    var sample = try RandomSample(
      seed: seed, sizes: [[100_000], [20_000, 100_000]][round / 4 % 2], fieldCount: 1,
      vocabulary: [300, 3_000][round / 2 % 2], length: 20, isClustered: round & 1 != 0,
      isReordered: round & 2 != 0)
    try sample.check(queries: 2_000, limits: [1, 10, 100, 1_000], seed: seed)
  }
}
