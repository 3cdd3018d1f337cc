import MartletTestSupport
import Synchronization
import Testing

@testable import Martlet

@Suite("Inverting a batch")
struct BatchInverterTests {
  private static func documents(_ count: Int, seed: UInt64) -> [InputDocument] {
    var corpus = RandomCorpus(seed: seed, vocabulary: 60, fieldCount: 2)
    return (0..<count).map { number in
      let fields = corpus.document("\(number)", length: 40).fields
      return InputDocument(
        key: Array("k\(number)".utf8),
        values: fields.enumerated().map { index, words in
          InputDocument.Value(
            field: FieldID(UInt16(index)), content: .text(words.joined(separator: " ")))
        }, stored: Array("\(number)".utf8))
    }
  }

  private static let schema = IndexSchema(
    (0..<2).map { (FieldDefinition(name: "f\($0)", kind: .text), Analyzer.whitespace) })

  private static func images(
    of documents: [InputDocument], threads: Int, memoryLimit: Int = 64 << 20
  ) throws -> [SegmentReader] {
    let inverter = BatchInverter(
      schema: schema, parameters: BM25(), memoryLimit: memoryLimit, concurrency: threads,
      leastRangeByteCount: 4_000)
    var readers: [SegmentReader] = []
    try inverter.invert(documents) { (image) throws(SearchError) in
      let reader = try ImageReader(image.bytes, file: "memory", isTrusted: false)
      readers.append(try SegmentReader(reader, definitions: schema.definitions))
    }
    return readers
  }

  private static func keys(of readers: [SegmentReader]) throws -> [[UInt8]] {
    try readers.flatMap { reader in
      try (0..<reader.documentCount).map { try reader.keys.key(of: DocumentID($0)) }
    }
  }

  @Test(
    "documents stay in order in as many images as there are threads, about equally large",
    arguments: [1, 2, 3, 8])
  func order(threads: Int) throws {
    let documents = Self.documents(500, seed: TestSeed.value)
    let readers = try Self.images(of: documents, threads: threads)
    #expect(readers.count == threads)
    #expect(try Self.keys(of: readers) == documents.map(\.key))
    let counts = readers.map(\.documentCount)
    #expect((counts.max() ?? 0) < 2 * (counts.min() ?? 0) || threads == 1, "\(counts)")
  }

  @Test("images merged are, byte for byte, the one image of all documents", arguments: [2, 5])
  func merged(threads: Int) throws {
    let documents = Self.documents(300, seed: TestSeed.value &+ 1)
    let id = SegmentID(high: 1, low: 2)
    func merged(_ readers: [SegmentReader]) throws -> [UInt8] {
      let segments = readers.map { LiveSegment($0, fieldCount: 2) }
      var merger = try SegmentMerger(
        segments, definitions: Self.schema.definitions, segmentID: id)
      merger.leastPrefixCost = nil
      return try merger.merge().array
    }
    let parallel = try merged(try Self.images(of: documents, threads: threads))
    let alone = try merged(try Self.images(of: documents, threads: 1))
    #expect(firstDifference(parallel, alone) == nil)
  }

  @Test("beyond the memory limit there are more images", arguments: [1, 3])
  func memory(threads: Int) throws {
    let documents = Self.documents(400, seed: TestSeed.value &+ 2)
    let readers = try Self.images(of: documents, threads: threads, memoryLimit: 40_000)
    #expect(readers.count > 3)
    #expect(try Self.keys(of: readers) == documents.map(\.key))
  }

  @Test("of nothing there is nothing; small batches are left to one thread")
  func small() throws {
    #expect(try Self.images(of: [], threads: 4).isEmpty)
    #expect(try Self.images(of: Self.documents(3, seed: 1), threads: 4).count == 1)
  }

  @Test("a failure to take an image ends it, after the images before")
  func failure() throws {
    let documents = Self.documents(500, seed: TestSeed.value &+ 3)
    let inverter = BatchInverter(
      schema: Self.schema, parameters: BM25(), memoryLimit: 64 << 20, concurrency: 4,
      leastRangeByteCount: 4_000)
    var count = 0
    let code = thrownCode {
      try inverter.invert(documents) { (_) throws(SearchError) in
        count += 1
        if count == 2 { throw SearchError(.diskFull, "no room") }
      }
    }
    #expect(code == .diskFull && count == 2)
  }
}
