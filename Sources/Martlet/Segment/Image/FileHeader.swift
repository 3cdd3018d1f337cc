/// The first 64 bytes of a segment's files: what the file is, and whether it is the right one.
///
/// A foreign, swapped or renamed file fails here, before anything in it is used.
///
///     magic                    8 bytes   "Martlet" and a line feed
///     kind                     u16       of file
///     major, minor             u8 × 2    a reader refuses a larger major, and takes any minor
///     incompatible features    u32       a reader refuses bits that it does not know
///     read-only features       u32       a writer refuses bits that it does not know
///     compatible features      u32       bits that everybody may ignore
///     segment id               u64 × 2   high, low
///     generation               u64       0 for an image, which never changes
///     document count           u64       of the segment, with the deleted ones
///     zero                     u32
///     check                    u32       CRC-32C of the 60 bytes before
///
/// All numbers are little-endian. This layout is the same in every version of every file.
struct FileHeader: Sendable, Equatable {
  /// What a file holds.
  enum Kind: UInt16, Sendable {
    case image = 1
    case liveDocuments = 2
  }

  static let byteCount = 64
  static let magic: UInt64 = 0x0A74_656C_7472_614D
  /// The major version that this library writes, and the largest that it reads.
  static let currentMajor: UInt8 = 1
  static let currentMinor: UInt8 = 0
  /// The incompatible features that this library knows: none.
  static let knownIncompatibleFeatures: UInt32 = 0

  var kind: Kind
  var major = currentMajor
  var minor = currentMinor
  var incompatibleFeatures: UInt32 = 0
  var readOnlyFeatures: UInt32 = 0
  var compatibleFeatures: UInt32 = 0
  var segmentID: SegmentID
  var generation: Generation = 0
  var documentCount: Int

  /// Appends the 64 bytes to `writer`.
  func encode(into writer: ByteWriter) {
    let bytes = ByteWriter(capacity: Self.byteCount)
    bytes.append(Self.magic)
    bytes.append(kind.rawValue)
    bytes.append(major)
    bytes.append(minor)
    bytes.append(incompatibleFeatures)
    bytes.append(readOnlyFeatures)
    bytes.append(compatibleFeatures)
    bytes.append(segmentID.high)
    bytes.append(segmentID.low)
    bytes.append(generation)
    bytes.append(UInt64(documentCount))
    bytes.append(UInt32(0))
    let checked = bytes.finish()
    writer.append(checked)
    writer.append(Checksum.crc32c(checked.array))
  }

  /// The header at the start of `view`, which must be one of a file of `kind`.
  ///
  /// - Throws: `corrupted` when these are not the bytes of such a header; `formatTooNew`.
  static func decode(
    _ view: ByteView, kind: Kind, file: String
  ) throws(SearchError) -> FileHeader {
    guard view.count >= byteCount else {
      throw .corrupted(
        "expected a header of \(byteCount) bytes, found \(view.count) bytes", file: file)
    }
    guard view.uint64(at: 0) == magic else {
      throw .corrupted("the file does not begin as a file of this library", file: file, offset: 0)
    }
    let check = Checksum.crc32c(view.array(0..<(byteCount - 4)))
    guard view.uint32(at: byteCount - 4) == check, view.uint32(at: byteCount - 8) == 0 else {
      throw .corrupted("the header is not what was written", file: file, offset: byteCount - 4)
    }
    guard view.uint16(at: 8) == kind.rawValue else {
      throw .corrupted(
        "expected a file of kind \(kind.rawValue), found kind \(view.uint16(at: 8))",
        file: file, offset: 8)
    }
    try checkVersion(view, file: file)
    let documents = view.uint64(at: 48)
    guard documents <= UInt64(Limits.documentsPerSegment) else {
      throw .corrupted(
        "expected at most \(Limits.documentsPerSegment) documents, found \(documents)",
        file: file, offset: 48)
    }
    return FileHeader(
      kind: kind, major: view[10], minor: view[11],
      incompatibleFeatures: view.uint32(at: 12), readOnlyFeatures: view.uint32(at: 16),
      compatibleFeatures: view.uint32(at: 20),
      segmentID: SegmentID(high: view.uint64(at: 24), low: view.uint64(at: 32)),
      generation: view.uint64(at: 40), documentCount: Int(documents))
  }

  private static func checkVersion(_ view: ByteView, file: String) throws(SearchError) {
    let major = view[10]
    guard major > 0 else {
      throw .corrupted("expected a format version, found 0", file: file, offset: 10)
    }
    let unknown = view.uint32(at: 12) & ~knownIncompatibleFeatures
    guard major <= currentMajor, unknown == 0 else {
      throw SearchError(
        .formatTooNew,
        "format \(major).\(view[11]) with features \(view.uint32(at: 12)) was written by a newer "
          + "version of this library, which reads up to \(currentMajor); update the application",
        file: file, offset: 10)
    }
  }
}
