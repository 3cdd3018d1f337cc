import MartletTestSupport
import Testing

@testable import Martlet

@Suite("The layout of a manifest")
struct ManifestFormatTests {
  static let small = Manifest(
    indexID: IndexID(high: 1, low: 2), fields: [FieldDefinition(name: "id", kind: .keyword)])

  static var large: Manifest {
    var manifest = small
    manifest.generation = 9
    manifest.apply(upTo: LogPosition(lsn: 1 << 40, sequence: 17, hasFile: true))
    manifest.schemaVersion = 3
    manifest.fields.append(
      FieldDefinition(
        name: "größe", kind: .text, weight: 2.5, analyzerFingerprint: .max, hasPositions: false))
    manifest.lostChanges = .corrupted("the log lost \(3) changes")
    manifest.bookmarks = ["b": [1], "a": [], "feed": Array(0...200)]
    for number in 1...3 as ClosedRange<UInt64> {
      var segment = ManifestSegment(
        id: SegmentID(high: number, low: 5), byteCount: 1 << 33, hash: 77,
        documentCount: Limits.documentsPerSegment)
      segment.isQuarantined = number == 3
      if number == 2 {
        segment.liveGeneration = 9
        segment.liveByteCount = 640
      }
      manifest.segments.append(segment)
    }
    return manifest
  }

  private func decode(
    _ bytes: [UInt8], generation: Generation = 9, forWriting: Bool = true
  ) throws(SearchError) -> Manifest {
    try ManifestFormat.decode(
      ByteView(copying: bytes), generation: generation, file: "manifest", forWriting: forWriting)
  }

  /// `bytes` with the checks of the header and of the whole made right again.
  private func withRightChecks(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let end = bytes.count - 4
    let checks = [
      (60, Checksum.crc32c(Array(bytes[..<60]))),
      (end, Checksum.crc32c(Array(bytes[..<60] + bytes[64..<end]))),
    ]
    for (start, check) in checks {
      for index in 0..<4 { bytes[start + index] = UInt8(truncatingIfNeeded: check >> (index * 8)) }
    }
    return bytes
  }

  @Test("a long message of lost changes is kept up to a whole character", arguments: 0..<4)
  func longMessage(shift: Int) throws {
    var manifest = Manifest(indexID: IndexID(high: 1, low: 2), fields: [])
    manifest.lostChanges = .corrupted(
      String(repeating: "x", count: shift) + String(repeating: "𝄞", count: 2_000))
    manifest.generation = 9
    let read = try decode(ManifestFormat.encode(manifest).array)
    let message = try #require(read.lostChanges?.message)
    #expect(manifest.lostChanges?.message.hasPrefix(message) == true)
    #expect((4_093...4_096).contains(message.utf8.count))
  }

  @Test("has the bytes of its worked example")
  func example() throws {
    var example = WorkedExample(try ManifestFormat.encode(Self.small).array)
    let words = [
      "magic", "kind 3, version 1.0, incompatible features", "other features", "index id, high",
      "index id, low", "generation", "zero", "zero, CRC-32C", "applied lsn",
      "first log", "flags, schema version",
    ]
    for word in words { example.add(8, word) }
    example.add(1, "1 field")
    example.add(3, "name \"id\"")
    example.add(2, "kind 1, flags 3")
    example.add(4, "weight 1.0")
    example.add(8, "analyzer")
    example.add(3, "no lost changes, bookmarks, segments")
    example.add(4, "CRC-32C")
    try example.expect(in: "Durability/ManifestFormat.swift")
  }

  @Test("gives back what was written")
  func roundTrip() throws {
    #expect(try decode(ManifestFormat.encode(Self.large).array) == Self.large)
    #expect(try decode(ManifestFormat.encode(Self.small).array, generation: 1) == Self.small)
  }

  @Test("any changed or missing byte is found")
  func damage() throws {
    let bytes = try ManifestFormat.encode(Self.large).array
    for index in bytes.indices {
      for change in [1, 0x80, 0xFF] as [UInt8] {
        var damaged = bytes
        damaged[index] ^= change
        #expect(thrownCode { try decode(damaged) } == .corrupted, "byte \(index)")
      }
      #expect(thrownCode { try decode(Array(bytes.prefix(index))) } == .corrupted)
    }
    #expect(thrownCode { try decode(bytes + [0]) } == .corrupted)
    #expect(thrownCode { try decode(bytes, generation: 8) } == .corrupted)
  }

  @Test("the header of another index does not fit")
  func splicedHeader() throws {
    let bytes = try ManifestFormat.encode(Self.large).array
    var other = Manifest(indexID: IndexID(high: 3, low: 4), fields: [])
    other.generation = 9
    let header = try ManifestFormat.encode(other).array.prefix(64)
    #expect(thrownCode { try decode(Array(header + bytes[64...])) } == .corrupted)
  }

  @Test("forged bytes with right checks give a manifest that could be written, or an error")
  func forgery() throws {
    let bytes = try ManifestFormat.encode(Self.large).array
    for seed in SeededRandom.seeds(count: 2_000) {
      var random = SeededRandom(seed: seed)
      var forged = bytes
      for _ in 0..<(1 + random.int(in: 0..<3)) {
        let index = random.int(in: 64..<(forged.count - 4))
        switch random.int(in: 0..<3) {
        case 0: forged[index] = UInt8(truncatingIfNeeded: random.next())
        case 1: forged.remove(at: index)
        default: forged.insert(0xFF, at: index)
        }
      }
      let code = thrownCode {
        let manifest = try decode(withRightChecks(forged))
        _ = try ManifestFormat.encode(manifest)
      }
      #expect(code == nil || code == .corrupted, "seed \(seed)")
    }
  }

  @Test("what no version writes is refused even with right checks")
  func impossibleValues() throws {
    var twice = Self.large
    twice.segments[1].id = twice.segments[0].id
    var noLog = Self.large
    noLog.firstLogSequence = 0
    var liveBytes = Self.large
    liveBytes.segments[0].liveByteCount = 5
    var documents = Self.large
    documents.segments[0].documentCount = Limits.documentsPerSegment + 1
    for manifest in [twice, noLog, liveBytes, documents] {
      #expect(thrownCode { try decode(ManifestFormat.encode(manifest).array) } == .corrupted)
    }
  }

  @Test("names that are the same text in different bytes are refused")
  func equalNames() throws {
    var manifest = Self.small
    manifest.bookmarks = ["e\u{301}": [1], "zz": [2]]
    let bytes = try ManifestFormat.encode(manifest).array
    let position = try #require(bytes.firstIndex(of: UInt8(ascii: "z")))
    var forged = bytes
    forged.replaceSubrange((position - 1)..<(position + 2), with: [2, 0xC3, 0xA9])
    #expect(
      thrownCode { try decode(withRightChecks(forged), generation: 1) } == .corrupted)
  }

  @Test("every version that this library does not know is refused as such")
  func versions() throws {
    let bytes = try ManifestFormat.encode(Self.large).array
    for version in 0...0xFFFF as ClosedRange<UInt16> where version % 7 == 0 || version < 600 {
      var other = bytes
      other[10] = UInt8(truncatingIfNeeded: version)
      other[11] = UInt8(truncatingIfNeeded: version >> 8)
      let expected: SearchError.Code? =
        switch other[10] {
        case 0: .corrupted
        case 1: nil
        default: .formatTooNew
        }
      #expect(thrownCode { try decode(withRightChecks(other)) } == expected, "\(version)")
    }
  }

  @Test("unknown features stop readers, writers or nobody")
  func features() throws {
    let bytes = try ManifestFormat.encode(Self.large).array
    for (offset, reading, writing) in [
      (12, SearchError.Code.formatTooNew, SearchError.Code.formatTooNew),
      (16, nil, .formatTooNew), (20, nil, nil),
    ] as [(Int, SearchError.Code?, SearchError.Code?)] {
      var other = bytes
      other[offset] = 4
      other = withRightChecks(other)
      #expect(thrownCode { try decode(other, forWriting: false) } == reading)
      #expect(thrownCode { try decode(other, forWriting: true) } == writing)
    }
  }

  @Test("a later minor version may append, this one may not")
  func laterMinor() throws {
    var bytes = try ManifestFormat.encode(Self.large).array
    bytes.insert(contentsOf: [1, 2, 3], at: bytes.count - 4)
    #expect(thrownCode { try decode(withRightChecks(bytes)) } == .corrupted)
    bytes[11] = 1
    #expect(try decode(withRightChecks(bytes)) == Self.large)
  }

  @Test("more than 1 MiB is refused before anything is written")
  func tooLarge() throws {
    var manifest = Self.small
    manifest.bookmarks = ["b": Array(repeating: 0, count: ManifestFormat.byteLimit)]
    #expect(thrownCode { try ManifestFormat.encode(manifest) } == .limitExceeded)
    manifest.bookmarks = ["b": Array(repeating: 0, count: ManifestFormat.byteLimit - 200)]
    let bytes = try ManifestFormat.encode(manifest).array
    #expect(try decode(bytes, generation: 1) == manifest)
  }
}
