import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Stored fields")
struct StoredFieldsTests {
  private func stored(
    _ documentCount: Int, storage: MemoryStorage? = nil,
    _ fill: (StoredFieldsWriter) throws -> Void
  ) throws -> (StoredFields, ImageReader) {
    let buffer = SectionBuffer(storage: storage, name: "tmp-stored", heapLimit: 10_000)
    let writer = StoredFieldsWriter(chunks: buffer)
    try fill(writer)
    #expect(writer.documentCount == documentCount)
    let index = try writer.finish()
    let image = try testImage(documentCount: documentCount) { image in
      try buffer.copy(SectionID(.storedFields), into: image)
      try image.add(SectionID(.storedFieldsIndex), index)
    }
    return (try StoredFields(image), image)
  }

  private func stored(_ documents: [[UInt8]], storage: MemoryStorage? = nil) throws -> StoredFields
  {
    try stored(documents.count, storage: storage) { writer in
      for (index, document) in documents.enumerated() {
        if index % 2 == 0 {
          try writer.append(document)
        } else {
          try writer.append(ByteView(copying: document))
        }
      }
    }.0
  }

  private func documents(
    _ count: Int, largest: Int, _ random: inout SeededRandom
  ) -> [[UInt8]] {
    (0..<count).map { _ in
      let size = random.oneIn(3) ? 0 : random.int(in: 0..<(random.oneIn(40) ? largest : 300) + 1)
      let letters = random.oneIn(4) ? 256 : 3
      return (0..<size).map { _ in UInt8(random.int(in: 0..<letters)) }
    }
  }

  /// All documents, read block by block, after some of them alone gave the same.
  private func all(_ stored: StoredFields) throws -> [[UInt8]] {
    var documents: [[UInt8]] = []
    for number in 0..<stored.chunkCount {
      let chunk = try stored.chunk(number)
      documents += chunk.documents.map { chunk.view(of: DocumentID($0)).array }
      for document in Set([chunk.documents.lowerBound, chunk.documents.upperBound - 1]) {
        #expect(try stored.bytes(of: DocumentID(document)) == documents[document])
      }
    }
    return documents
  }

  @Test(
    "what was stored comes back, from the heap and through a file",
    arguments: [0, 1, 2, 1_023, 1_025, 3_000], [300, 50_000])
  func roundTrip(count: Int, largest: Int) throws {
    var random = SeededRandom(seed: UInt64(count + largest))
    let documents = documents(count, largest: largest, &random)
    #expect(try all(stored(documents)) == documents)
    let storage = MemoryStorage()
    #expect(try all(stored(documents, storage: storage)) == documents)
    #expect(storage.list().sorted() == [])
  }

  @Test("empty documents cost less than a tenth of a byte each")
  func empty() throws {
    let (_, image) = try stored(100_000) { writer in
      for _ in 0..<100_000 { try writer.append([UInt8]()) }
    }
    let kinds: [SectionKind] = [.storedFields, .storedFieldsIndex]
    let bytes = try kinds.map { try image.requiredSection(SectionID($0)).count }.reduce(0, +)
    #expect(bytes < 10_000)
  }

  @Test("a large document has a chunk of its own")
  func large() throws {
    let sizes = [10, 20, 16_384, 5, 16_383, 7]
    let stored = try stored(sizes.map { [UInt8](repeating: 1, count: $0) })
    let chunks = try (0..<stored.chunkCount).map { try stored.chunk($0).documents }
    #expect(chunks == [0..<2, 2..<3, 3..<5, 5..<6])
  }

  @Test("the bytes are as the format says")
  func golden() throws {
    let (_, image) = try stored(4) { writer in
      try writer.append(Array("ab".utf8))
      try writer.append([UInt8]())
      try writer.append(Array("c".utf8))
      try writer.append([UInt8](repeating: 0x64, count: 16_384))
    }
    let chunks = annotatedBytes(
      """
      02 00 01  61 62 63   ; lengths 2, 0, 1; "abc"
      4F                   ; 4 literals, a match of 15 + 4 and more
      80 80 01 64          ; length 16,384; "d"
      01 00                ; 1 back
      FF * 64 27           ; 64 * 255 + 39 more, 16,378 in all
      50 64 64 64 64 64    ; 5 literals
      """)
    let index = annotatedBytes(
      """
      00 00 00 00   06 00 00 00   00 00 00 00 00 00 00 00   ; from document 0: 6 bytes, at 0
      03 00 00 00   03 40 00 00   06 00 00 00 00 00 00 00   ; from document 3: 16,387, at 6
      04 00 00 00   00 00 00 00   54 00 00 00 00 00 00 00   ; 4 documents, 84 bytes
      """)
    let foundChunks = try image.requiredSection(SectionID(.storedFields)).bytes.array
    let foundIndex = try image.requiredSection(SectionID(.storedFieldsIndex)).bytes.array
    #expect(firstDifference(foundChunks, chunks) == nil)
    #expect(firstDifference(foundIndex, index) == nil)
  }

  @Test("merging keeps the live documents of each segment, in order")
  func merge() throws {
    let first: UInt64 = environmentSeed() ?? 1
    for seed in first..<(first + 5) {
      var random = SeededRandom(seed: seed)
      var expected: [[UInt8]] = []
      var sources: [(StoredFields, LiveDocuments)] = []
      for _ in 0..<5 {
        let documents = documents(random.int(in: 0..<600), largest: 20_000, &random)
        let deletions = random.int(in: 0..<4) * documents.count / 100
        let deleted = Set((0..<deletions).map { _ in random.int(in: 0..<documents.count) })
        let live = LiveDocuments(documentCount: documents.count)
          .deleting(deleted.map { DocumentID($0) })
        sources.append((try stored(documents), live))
        expected += documents.indices.filter { !deleted.contains($0) }.map { documents[$0] }
      }
      let merged = try stored(expected.count) { writer in
        for (source, live) in sources { try writer.appendAll(from: source, live: live) }
      }.0
      #expect(try all(merged) == expected, "seed \(seed)")
    }
  }

  @Test("merging copies large chunks as they are and joins small ones")
  func copying() throws {
    var random = SeededRandom(seed: 3)
    let noise = (0..<30_000).map { _ in UInt8(random.int(in: 0..<9)) }
    let large = try stored([noise, noise])
    let small = try stored([[1], [2]])
    let merged = try stored(8) { writer in
      for source in [small, small, large, small] {
        try writer.appendAll(
          from: source, live: LiveDocuments(documentCount: source.documentCount))
      }
    }.0
    let chunks = try (0..<merged.chunkCount).map { try merged.packedChunk($0) }
    #expect(chunks.map(\.documents) == [0..<4, 4..<5, 5..<6, 6..<8])
    #expect(try chunks[1].bytes.array == large.packedChunk(0).bytes.array)
  }

  @Test("bytes that make no sense give an error or wrong bytes, and never trap")
  func damage() throws {
    let first: UInt64 = environmentSeed() ?? 1
    var random = SeededRandom(seed: first)
    let documents = documents(400, largest: 20_000, &random)
    let (_, image) = try stored(400) { writer in
      for document in documents { try writer.append(document) }
    }
    let chunks = try image.requiredSection(SectionID(.storedFields)).bytes.array
    let index = try image.requiredSection(SectionID(.storedFieldsIndex)).bytes.array
    for seed in first..<(first + 60) {
      var random = SeededRandom(seed: seed)
      var changedChunks = chunks
      var changedIndex = index
      for _ in 0..<4 {
        changedChunks[random.int(in: 0..<chunks.count)] ^= 1 << UInt8(random.int(in: 0..<8))
        let value = random.oneIn(2) ? 0xFF : UInt8(random.int(in: 0..<64))
        if random.oneIn(2) { changedIndex[random.int(in: 0..<(index.count - 16))] = value }
      }
      let stored = try StoredFields(
        chunks: testSection(changedChunks), index: testSection(changedIndex), documentCount: 400)
      for document in stride(from: 0, to: 400, by: 19) {
        _ = try? stored.bytes(of: DocumentID(document))
      }
      let writer = StoredFieldsWriter(chunks: ByteWriter())
      try? writer.appendAll(from: stored, live: LiveDocuments(documentCount: 400))
    }
    for count in 0..<index.count {
      #expect(throws: SearchError.self) {
        try StoredFields(
          chunks: testSection(chunks), index: testSection(Array(index[..<count])),
          documentCount: 400)
      }
    }
  }
}
