import MartletTestSupport
import Testing

@testable import Martlet

@Suite("SegmentMerger on damaged segments")
struct MergeDamageTests {
  /// A segment with a list of every kind.
  private func sample() throws -> (whole: ByteView, other: LiveSegment) {
    var sample = MergeSample(seed: 3)
    let documents = (0..<200).map { _ in sample.document([0, 1, 2, 3]) }
    try sample.addSegment(50, deleting: 4)
    return (try MergeSample.image(documents, id: 50), sample.segments[0])
  }

  private func changed(_ image: ByteView, at offset: Int, to byte: UInt8) -> ByteView {
    var bytes = image.array
    bytes[offset] = byte
    return ByteView(copying: bytes)
  }

  @Test("a changed byte anywhere is noticed before it gets into the merged image")
  func hashes() throws {
    let (image, other) = try sample()
    let inMemory = try MergeSample.merge([try MergeSample.open(image), other])
    for offset in stride(from: 0, to: image.count, by: 211) {
      let damaged = changed(image, at: offset, to: ~image[offset])
      do {
        let merged = try MergeSample.merge([try MergeSample.open(damaged), other])
        #expect(merged.array == inMemory.array, "byte \(offset)")
      } catch let error as SearchError {
        #expect(error.code == .corrupted || error.code == .formatTooNew, "byte \(offset): \(error)")
      }
    }
  }

  @Test("bytes made to fool the hashes give an error or some image, never a trap")
  func forgeries() throws {
    let (image, other) = try sample()
    var random = SeededRandom(seed: TestSeed.value)
    var refused = 0
    for _ in 0..<150 {
      let offset = random.int(in: 0..<image.count)
      let byte = random.oneIn(2) ? UInt8(random.int(in: 0..<256)) : image[offset] ^ 1 << 7
      let forged = changed(image, at: offset, to: byte)
      do {
        let segment = try MergeSample.open(forged, isTrusted: true)
        let deleted = try segment.deleting([1, 5, 100])
        let merged = try MergeSample.merge(random.oneIn(2) ? [segment, other] : [other, deleted])
        _ = try MergeSample.open(merged)
      } catch let error as SearchError {
        #expect(error.code == .corrupted || error.code == .formatTooNew, "\(error)")
        refused += 1
      }
    }
    #expect(refused > 5, "seed \(TestSeed.value)")
  }

  @Test("bytes of lists of pairs made to fool the hashes give an error or some image, never a trap")
  func forgedPairs() throws {
    var sample = BigramSample(seed: 4, vocabulary: 8)
    for size in [150, 40] { try sample.addSegment(size, deleting: 0) }
    let image = try BigramSample.merge([sample.segments[0]], share: 0.5).reader.image
    var random = SeededRandom(seed: TestSeed.value)
    let kinds: [SectionKind] = [
      .prefixPairs, .prefixPairPostings, .terms, .postings, .bigramWords, .bigrams, .bigramPostings,
    ]
    let whole = image.view.array
    let sections = try (0..<14).map { number in
      let id = SectionID(kinds[number % 7], FieldID(UInt16(number / 7)))
      let bytes = try #require(image.section(id)).bytes.array
      return try #require(whole.firstRange(of: bytes))
    }
    var refused = 0
    for round in 0..<280 {
      let offset = random.int(in: sections[round % 14])
      let forged = changed(image.view, at: offset, to: UInt8(random.int(in: 0..<256)))
      do {
        let reader = try SegmentReader(
          ImageReader(forged, file: "seg", isTrusted: true),
          definitions: BigramSample.schema.definitions)
        let segment = LiveSegment(reader, fieldCount: 2)
        _ = try BigramSample.merge([segment, sample.segments[1]], share: 0.5)
      } catch let error as SearchError {
        #expect(error.code == .corrupted || error.code == .formatTooNew, "\(error)")
        refused += 1
      }
    }
    #expect(refused > 8, "seed \(TestSeed.value)")
  }

  @Test("a frequency of a pair that cannot be written again is refused")
  func pairFrequency() throws {
    _ = try ForgedIndex(change: { image in
      try image.changeLists(.prefixPairs, of: ForgedIndex.body) { lists in
        let last = lists.terms.count - 1
        lists.terms[last].info.documentFrequency = 2
        lists.terms[last].info.totalFrequency = 1 << 31 + 2
        lists.terms[last].postings = [0, 32, 0, 0, 0, 0x80, 0, 0, 0, 0]
      }
      let reader = try image.open()
      var merger = try SegmentMerger(
        [LiveSegment(reader, fieldCount: reader.definitions.count)],
        definitions: reader.definitions, segmentID: SegmentID(high: 1, low: 1))
      merger.bigramBudget = BigramBudget(leastDocumentFrequency: 100, share: .infinity)
      merger.prefixPairBudget = PrefixPairBudget(leastCost: 100, leastShare: 0, mostWords: 8)
      let error = #expect(throws: SearchError.self) { _ = try merger.merge() }
      #expect(error?.message.contains("a frequency of a pair of words") == true)
    })
  }

  @Test("more positions of one term than a segment can hold are refused before any is read")
  func positionLimit() throws {
    let dictionary = TermDictionaryWriter(hasPositions: false)
    dictionary.append(
      Array("often".utf8),
      TermInfo(
        documentFrequency: 2, totalFrequency: 3 << 30, document: 0, postings: 0..<8, position: 0,
        positions: 0..<0))
    let field = SegmentReader.Field(
      dictionary: try TermDictionary(Section(dictionary.finish()), hasPositions: false),
      postings: testSection(Array(repeating: 0, count: 24)), positions: nil, norms: nil,
      statistics: FieldStatistics(),
      boundLengths: LengthTable(parameters: BM25(), averageLength: 1))
    let live = LiveDocuments(documentCount: 10)
    let merger = FieldMerger(
      id: FieldID(0), definition: FieldDefinition(name: "f", kind: .keyword, hasPositions: false),
      fields: [field, field], mapping: try DocumentMapping([live, live]), parameters: BM25(),
      leastPrefixCost: 1, bigramBudget: nil, prefixPairBudget: nil,
      makeBuffer: { _, _ in SectionBuffer() }, stop: MergeStop(), inputs: [])
    let image = ImageWriter(
      into: .memory(ByteWriter()), segmentID: SegmentID(high: 0, low: 0), documentCount: 20)
    #expect {
      try merger.merge(into: image)
    } throws: { ($0 as? SearchError)?.code == .limitExceeded }
  }
}
