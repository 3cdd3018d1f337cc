import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Image")
struct ImageTests {
  private static let id = SegmentID(high: 0x0102_0304_0506_0708, low: 0x1112_1314_1516_1718)

  /// Sections with `counts` bytes, in turn of every kind and for a few fields.
  private func write(
    _ counts: [Int], to destination: ImageDestination
  ) throws -> (ImageSummary, [SectionID: [UInt8]]) {
    var random = SeededRandom(seed: 7)
    let writer = ImageWriter(into: destination, segmentID: Self.id, documentCount: 5)
    var sections: [SectionID: [UInt8]] = [:]
    for (index, count) in counts.enumerated() {
      let kinds = SectionKind.allCases
      let field = FieldID(UInt16(index / kinds.count))
      let id = SectionID(kinds[index % kinds.count], index % 3 == 0 ? nil : field)
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      sections[id] = bytes
      try writer.begin(id)
      let half = count / 2
      try writer.append(ByteView(copying: Array(bytes[..<half])))
      try writer.append(ByteView(copying: Array(bytes[half...])))
      writer.end()
    }
    return (try writer.finish(), sections)
  }

  private func image(_ counts: [Int]) throws -> [UInt8] {
    let memory = ByteWriter()
    _ = try write(counts, to: .memory(memory))
    return memory.finish().array
  }

  private func open(_ bytes: [UInt8], isTrusted: Bool = false) throws -> ImageReader {
    try ImageReader(ByteView(copying: bytes), file: "seg", isTrusted: isTrusted)
  }

  @Test(
    "what was written is read, from memory and from a file",
    arguments: [
      [], [0], [1, 0, 63, 64, 65], [16_320], [16_256, 1], [40_000, 3, 300_000, 0, 262_144],
    ])
  func roundTrip(counts: [Int]) throws {
    let memory = ByteWriter()
    let (summary, sections) = try write(counts, to: .memory(memory))
    let bytes = memory.finish()
    let storage = MemoryStorage()
    let (fileSummary, _) = try write(counts, to: .file(try storage.create("seg")))
    #expect(summary == fileSummary)
    #expect(summary.byteCount == bytes.count)
    #expect(firstDifference(storage["seg"] ?? [], bytes.array) == nil)
    for isTrusted in [true, false] {
      let reader = try ImageReader(
        bytes, file: "seg", isTrusted: isTrusted, segmentID: Self.id, rootHash: summary.rootHash)
      #expect(reader.documentCount == 5 && reader.segmentID == Self.id)
      #expect(Set(reader.sectionIDs) == Set(sections.keys))
      for (id, expected) in sections {
        let section = try reader.requiredSection(id)
        try section.verify(0..<section.count)
        #expect(firstDifference(section.bytes.array, expected) == nil)
        #expect(section.origin % 64 == 0)
      }
      try reader.verifyAll()
    }
  }

  @Test("the bytes of a small image are as the format says")
  func golden() throws {
    let memory = ByteWriter()
    let writer = ImageWriter(into: .memory(memory), segmentID: Self.id, documentCount: 5)
    try writer.add(SectionID(.norms, FieldID(1)), ByteView(copying: [1, 2, 3, 4, 5]))
    try writer.add(SectionID(.columns), ByteView(copying: []))
    _ = try writer.finish()
    let expected = annotatedBytes(
      """
      4D 61 72 74 6C 65 74 0A      ; "Martlet", line feed
      01 00                        ; kind: image
      01 00                        ; format 1.0
      00 * 12                      ; features
      08 07 06 05 04 03 02 01      ; segment id, high
      18 17 16 15 14 13 12 11      ; segment id, low
      00 * 8                       ; generation
      05 00 00 00 00 00 00 00      ; documents
      00 00 00 00                  ; zero
      24 9C 1F 9A                  ; CRC-32C
      01 02 03 04 05 00 * 59       ; norms of field 1
      05 00 01 00 01 00 00 00      ; norms, field 1, required
      40 00 00 00 00 00 00 00      ; at 64
      05 00 00 00 00 00 00 00      ; 5 bytes
      24 00 FF FF 00 00 00 00      ; columns, no field, not required
      80 00 00 00 00 00 00 00      ; at 128
      00 * 8                       ; 0 bytes
      00 * 16                      ; zeros up to 64
      2D 8A FF 9F 12 1E 1E 8D      ; hash of page 0
      00 * 56                      ; zeros up to 64
      80 00 00 00 00 00 00 00      ; table at 128
      02 00 00 00 00 00 00 00      ; 2 sections, zero
      C0 00 00 00 00 00 00 00      ; hashes at 192
      40 01 00 00 00 00 00 00      ; 320 bytes
      C2 BF 4B 77 9F 83 5E BD      ; root hash
      00 * 12                      ; zero
      15 75 40 A1                  ; CRC-32C
      4D 61 72 74 6C 65 74 0A      ; "Martlet", line feed
      """)
    #expect(firstDifference(memory.finish().array, expected) == nil)
  }

  @Test("no changed bit goes unnoticed")
  func everyBit() throws {
    let bytes = try image([5, 0, 70])
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << UInt8(bit)
        #expect(throws: SearchError.self, "byte \(index), bit \(bit)") {
          try open(changed).verifyAll()
        }
      }
    }
  }

  @Test("no cut or extended image opens, trusted or not")
  func everyLength() throws {
    let bytes = try image([5, 0, 70])
    for isTrusted in [true, false] {
      for count in 0..<bytes.count {
        #expect(throws: SearchError.self) {
          try open(Array(bytes[..<count]), isTrusted: isTrusted)
        }
      }
      #expect(throws: SearchError.self) { try open(bytes + [0], isTrusted: isTrusted) }
      #expect(throws: SearchError.self) { try open(bytes + bytes, isTrusted: isTrusted) }
    }
  }

  @Test("damage in a section is found when it is touched, and only there")
  func lazyDamage() throws {
    var bytes = try image([40_000, 40_000])
    bytes[20_000] ^= 1
    let reader = try open(bytes)
    let first = try reader.requiredSection(reader.sectionIDs[0])
    let second = try reader.requiredSection(reader.sectionIDs[1])
    try second.verify(0..<second.count)
    try first.verify(0..<100)
    #expect(throws: SearchError.self) { try first.verify(19_000..<19_001) }
    #expect(throws: SearchError.self) { try reader.verifyAll() }
  }

  @Test("another segment's image is refused")
  func wrongSegment() throws {
    let memory = ByteWriter()
    let (summary, _) = try write([5], to: .memory(memory))
    let view = memory.finish()
    let other = SegmentID(high: 1, low: 2)
    #expect(throws: SearchError.self) {
      try ImageReader(view, file: "seg", isTrusted: true, segmentID: other)
    }
    #expect(throws: SearchError.self) {
      try ImageReader(view, file: "seg", isTrusted: true, rootHash: summary.rootHash ^ 1)
    }
  }
}
