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
