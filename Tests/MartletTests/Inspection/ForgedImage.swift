import Testing

@testable import Martlet

/// A segment's image whose sections can be changed, and which is then sealed again: sizes, offsets
/// and all checksums are right, whatever the sections hold.
struct ForgedImage {
  private static let nameByteCount = 4

  private var layout: ImageLayout
  private let definitions: [FieldDefinition]
  /// True to set an unused byte between two sections.
  var setsUnusedByte = false

  init(_ bytes: [UInt8], definitions: [FieldDefinition]) throws {
    layout = try #require(ImageLayout(bytes))
    self.definitions = definitions
  }

  /// The bytes of a section; nil if there is none.
  ///
  /// Setting nil removes the section, and setting one that is not there adds it.
  subscript(kind: SectionKind, field: UInt16? = nil) -> [UInt8]? {
    get { index(kind, field).map { layout.parts[$0 + 2] } }
    set {
      guard let index = index(kind, field) else {
        guard let newValue else { return }
        layout.parts[1] += Self.name(kind, field)
        return layout.parts.append(newValue)
      }
      if let newValue { return layout.parts[index + 2] = newValue }
      layout.parts.remove(at: index + 2)
      layout.parts[1].removeSubrange(
        (index * Self.nameByteCount)..<((index + 1) * Self.nameByteCount))
    }
  }

  /// Changes the bytes of a section that the image must have.
  mutating func change(
    _ kind: SectionKind, _ field: UInt16? = nil, _ body: (inout [UInt8]) throws -> Void
  ) throws {
    var bytes = try #require(self[kind, field])
    try body(&bytes)
    self[kind, field] = bytes
  }

  /// The number of the section in the table.
  private func index(_ kind: SectionKind, _ field: UInt16?) -> Int? {
    let name = Self.name(kind, field)
    let names = layout.parts[1]
    return (0..<(names.count / Self.nameByteCount)).first { index in
      names[(index * Self.nameByteCount)...].starts(with: name)
    }
  }

  private static func name(_ kind: SectionKind, _ field: UInt16?) -> [UInt8] {
    [kind.rawValue, field ?? SectionID.noField].flatMap {
      [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
    }
  }

  /// The sealed image.
  var bytes: [UInt8] {
    var bytes = layout.assembled()
    guard setsUnusedByte, let size = layout.parts.dropFirst(2).first?.count else { return bytes }
    bytes[ImageFormat.headerByteCount + size] = 1
    bytes.sealImage()
    return bytes
  }

  /// The image, opened; only one that the readers do not refuse can be.
  func open() throws -> SegmentReader {
    let image = try ImageReader(ByteView(copying: bytes), file: "seg", isTrusted: false)
    return try SegmentReader(image, definitions: definitions)
  }

  /// Changes the segment's parameters and statistics.
  mutating func changeInfo(_ body: (inout SegmentInfo) -> Void) throws {
    var info = try open().info
    body(&info)
    self[.segmentInfo] = SegmentInfoFormat.encode(info).array
  }
}

extension [UInt8] {
  /// Makes all checksums of an image right again whose bytes were changed in place.
  mutating func sealImage() {
    let footer = count - ImageFormat.footerByteCount
    let hashOffset = Int(ByteView(copying: self).uint64(at: footer + 16))
    set(Checksum.crc32c(Array(self[..<60])), at: 60)
    var hashEnd = hashOffset
    for start in stride(from: 0, to: hashOffset, by: PageVerifier.pageByteCount) {
      let page = Array(self[start..<Swift.min(hashOffset, start + PageVerifier.pageByteCount)])
      set(
        Checksum.hash64(page, seed: UInt64(start / PageVerifier.pageByteCount)), at: hashEnd)
      hashEnd += 8
    }
    set(Checksum.hash64(Array(self[hashOffset..<hashEnd])), at: footer + 32)
    set(Checksum.crc32c(Array(self[footer..<(footer + 52)])), at: footer + 52)
  }

  /// Writes `value` over the bytes at `offset`.
  mutating func set(_ value: some FixedWidthInteger, at offset: Int) {
    for index in 0..<(value.bitWidth / 8) {
      self[offset + index] = UInt8(truncatingIfNeeded: value >> (index * 8))
    }
  }

  /// Returns the offset of the only occurrence of `bytes`.
  func offset(of bytes: [UInt8]) throws -> Int {
    let found = indices.filter { self[$0...].starts(with: bytes) }
    return try #require(
      found.count == 1 ? found.first : nil, "\(bytes) is there \(found.count) times")
  }
}
