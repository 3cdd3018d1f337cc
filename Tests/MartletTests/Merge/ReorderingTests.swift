import MartletTestSupport
import Testing

@testable import Martlet

/// Documents that a merge puts into another order.
@Suite("A merge that reorders")
struct ReorderingTests {
  private static func merger(_ segments: [LiveSegment], id: UInt64 = 0) throws -> SegmentMerger {
    var merger = try SegmentMerger(
      segments, definitions: MergeSample.schema.definitions,
      segmentID: SegmentID(high: 7, low: id))
    merger.leastPrefixCost = 60
    merger.bigramBudget = BigramBudget(leastDocumentFrequency: 3, share: 0.5)
    merger.prefixPairBudget = PrefixPairBudget(leastCost: 5, leastShare: 0, mostWords: 8)
    merger.leastPartByteCount = 1
    return merger
  }

  private static func array(_ numbers: [DocumentID]) -> GrowingArray<DocumentID> {
    let array = GrowingArray<DocumentID>()
    for number in numbers { array.append(number) }
    return array
  }

  /// The sections whose bytes may differ from those of a merge that keeps the order: gaps may be
  /// packed in other ways, and stored fields may lie in other chunks.
  private static let others: Set<SectionKind> = [
    .postings, .terms, .storedFields, .storedFieldsIndex,
  ]

  @Test("gives what inverting the documents in that order gives", arguments: 0..<16)
  func equalsInversion(run: UInt64) throws {
    let seed = TestSeed.value &+ run
    var sample = MergeSample(seed: seed)
    for _ in 0..<sample.random.int(in: 1..<5) {
      let size = 1 << sample.random.int(in: 0..<10)
      try sample.addSegment(
        sample.random.int(in: 0..<(size + 1)), deleting: [0, 2, 5][sample.random.int(in: 0..<3)])
    }
    let survivors = sample.survivors
    var order = survivors.indices.map { DocumentID($0) }
    order.shuffle(using: &sample.random)
    var merger = try Self.merger(sample.segments)
    merger.threads = .concurrent(run.isMultiple(of: 2) ? 1 : 3)
    merger.reorder(as: Self.array(order))
    let reordered = try merger.merge()
    let segment = try MergeSample.open(reordered)
    #expect(SegmentChecker.check(segment) == [], "seed \(seed)")

    let documents = order.map { survivors[Int($0)] }
    try MergeSample.expect(
      try MergeSample.merge([segment]), toBeOf: documents, "merged again, seed \(seed)")
    let plain = try ImageReader(
      Self.merger([MergeSample.segment(documents, id: 1)]).merge(), file: "plain",
      isTrusted: false)
    let found = try ImageReader(reordered, file: "reordered", isTrusted: false)
    #expect(found.sectionIDs == plain.sectionIDs, "seed \(seed)")
    for id in plain.sectionIDs where !Self.others.contains(id.kind) {
      let isSame = found.section(id)?.bytes.array == plain.section(id)?.bytes.array
      #expect(isSame, "\(id), seed \(seed)")
    }
  }

  @Test("finds what was deleted meanwhile", arguments: 0..<8)
  func deletions(run: UInt64) throws {
    var random = SeededRandom(seed: TestSeed.value &+ run)
    let before = (0..<3).map { _ in
      let all = LiveDocuments(documentCount: random.int(in: 0..<90))
      return all.deleting((0..<DocumentID(all.documentCount)).filter { _ in random.oneIn(4) })
    }
    let plain = try DocumentMapping(before)
    var order = (0..<DocumentID(plain.documentCount)).map(\.self)
    order.shuffle(using: &random)
    let mapping = DocumentMapping(plain, inOrder: Self.array(order))
    #expect(mapping.deletions(in: before) == [])
    let after = before.map { live in
      live.deleting((0..<DocumentID(live.documentCount)).filter { _ in random.oneIn(3) })
    }
    let expected = Set(plain.deletions(in: after))
    #expect(Set(mapping.deletions(in: after).map { order[Int($0)] }) == expected)
    var visited: [DocumentID] = []
    mapping.forEachDocument { segment, document in
      visited.append(plain.sources[segment].number(document))
    }
    #expect(visited == order)
  }

  /// Returns two segments of documents that each have one of several topics, in random order.
  private static func topics(_ topicCount: Int, seed: UInt64) throws -> MergeSample {
    var sample = MergeSample(seed: seed)
    for size in [500, 700] {
      let documents = (0..<size).map { number in
        let topic = sample.random.int(in: 0..<topicCount)
        let words = (0..<30).map { _ in
          sample.random.oneIn(5)
            ? "any\(sample.random.int(in: 0..<30))"
            : "topic\(topic)x\(sample.random.int(in: 0..<20))"
        }
        return InputDocument(
          key: Array("\(topic) \(size) \(number)".utf8),
          values: [
            InputDocument.Value(
              field: FieldID(0), content: .text(words.joined(separator: " ")))
          ], stored: [])
      }
      try sample.add(documents, deleted: documents.indices.filter { _ in sample.random.oneIn(9) })
    }
    return sample
  }

  @Test("puts documents of one topic next to each other, the same way on any number of threads")
  func separatesTopics() throws {
    let sample = try Self.topics(4, seed: TestSeed.value)
    var orders: [[String]] = []
    for threads in [1, 2, 5, 40] {
      var merger = try Self.merger(sample.segments)
      merger.threads = .concurrent(threads)
      try merger.reorder()
      let segment = try MergeSample.open(merger.merge())
      #expect(SegmentChecker.check(segment) == [])
      orders.append(
        try (0..<DocumentID(segment.live.documentCount)).map {
          String(decoding: try segment.reader.keys.view(of: $0).array, as: UTF8.self)
        })
    }
    for order in orders { #expect(order == orders[0]) }
    #expect(
      orders[0].sorted()
        == sample.survivors.map { String(decoding: $0.key, as: UTF8.self) }.sorted())
    let topics = orders[0].map { $0.prefix { $0 != " " } }
    let changes = zip(topics, topics.dropFirst()).count { $0 != $1 }
    // In the order in which they came, three of four neighbours differ: some 800.
    #expect(changes < 100, "\(changes) neighbours of \(topics.count) are of different topics")
  }

  @Test("makes the index smaller, and can be stopped")
  func size() throws {
    let sample = try Self.topics(8, seed: TestSeed.value)
    let plain = try Self.merger(sample.segments).merge().count
    var merger = try Self.merger(sample.segments)
    try merger.reorder()
    let reordered = try merger.merge().count
    #expect(reordered < plain * 95 / 100, "\(reordered) of \(plain) bytes")
    merger.stop = MergeStop { true }
    #expect { try merger.reorder() } throws: { ($0 as? SearchError)?.code == .cancelled }
  }

  @Test("takes the words that fit the memory, and none of most or of few documents")
  func forwardIndex() throws {
    let sample = try Self.topics(4, seed: TestSeed.value)
    let merger = try Self.merger(sample.segments)
    let sources = zip(sample.segments, merger.mapping.sources).compactMap { segment, documents in
      segment.reader.field(FieldID(0)).map { MergeSource($0, documents) }
    }
    func index(mostPostings: Int, least: Int) throws -> ForwardIndex {
      try ForwardIndex(
        fields: [sources], documentCount: merger.mapping.documentCount, mostPostings: mostPostings,
        leastDocumentFrequency: least, stop: MergeStop())
    }
    func count(_ index: ForwardIndex) -> Int {
      (0..<DocumentID(index.documentCount)).reduce(0) { $0 + index.terms(of: $1).count }
    }
    let texts = sample.survivors.map { document in
      guard case .text(let text) = document.values[0].content else { return Set<Substring>() }
      return Set(text.split(separator: " "))
    }
    let all = try index(mostPostings: .max, least: 1)
    #expect(all.termCount == Set(texts.joined()).count)
    for (number, text) in texts.enumerated() {
      let terms = all.terms(of: DocumentID(number)).map { all[$0] }
      #expect(Set(terms).count == terms.count && terms.count == text.count)
    }
    let third = try index(mostPostings: count(all) / 3 + 1, least: 1)
    // What was deleted counts, so that it may be one of four.
    #expect((all.termCount / 4...all.termCount / 3).contains(third.termCount))
    #expect(try index(mostPostings: .max, least: 200).termCount < all.termCount)
    #expect(try index(mostPostings: .max, least: 10_000).termCount == 0)
  }
}
