/// The first 64 bytes of each file of an index. They identify the file.
///
/// A foreign, swapped or renamed file is refused here, before anything in it is used.
///
///     magic                 8 bytes   "Martlet" and a line feed
///     kind                  u16       1 image, 2 live documents, 3 manifest, 4 log
///     major, minor          u8 × 2    a reader refuses a larger major, and takes any minor
///     incompatible features u32       a reader refuses bits that it does not know
///     read-only features    u32       a writer refuses bits that it does not know
///     compatible features   u32       bits that everybody may ignore
///     owner                 u64 × 2   id of the segment (kinds 1 and 2) or of the index, high, low
///     number                u64       0 for an image, which never changes; the generation of live
///                                     documents and manifests; the log's sequence number
///     document count        u64       of the segment, deleted ones included; 0 for kinds 3 and 4
///     zero                  u32
///     check                 u32       CRC-32C of the 60 bytes before
///
/// All numbers are little-endian. This layout is the same in every version of every file.
struct FileHeader: Sendable, Equatable {
  /// The kind of a file.
  enum Kind: UInt16, Sendable {
    case image = 1
    case liveDocuments = 2
    case manifest = 3
    case log = 4

    /// The largest number of documents that a header of this kind has.
    fileprivate var documentLimit: UInt64 {
      switch self {
      case .image, .liveDocuments: UInt64(Limits.documentsPerSegment)
      case .manifest, .log: 0
      }
    }
  }

  /// The segment or the index that a file belongs to.
  struct Owner: Sendable, Hashable {
    var high: UInt64
    var low: UInt64
  }

  static let byteCount = 64
  static let magic: UInt64 = 0x0A74_656C_7472_614D
  /// The major version that this library writes, and the largest that it reads.
  static let currentMajor: UInt8 = 1
  static let currentMinor: UInt8 = 0

  var kind: Kind
  var minor = currentMinor
  var readOnlyFeatures: UInt32 = 0
  var owner: Owner
  /// The generation or the sequence number that is also in the file's name; 0 for an image.
  var number: UInt64 = 0
  var documentCount = 0

  /// Appends the 64 bytes to `writer`.
  func encode(into writer: ByteWriter) {
    let bytes = ByteWriter(capacity: Self.byteCount)
    bytes.append(Self.magic)
    bytes.append(kind.rawValue)
    bytes.append(Self.currentMajor)
    bytes.append(minor)
    bytes.append(UInt32(0))
    bytes.append(readOnlyFeatures)
    bytes.append(UInt32(0))
    bytes.append(owner.high)
    bytes.append(owner.low)
    bytes.append(number)
    bytes.append(UInt64(documentCount))
    bytes.append(UInt32(0))
    let checked = bytes.finish()
    writer.append(checked)
    writer.append(Checksum.crc32c(checked.array))
  }

  /// Decodes the header at the start of `view`, which must be that of a file of `kind`.
  ///
  /// - Parameter number: The number in the file's name; nil to accept any.
  /// - Throws: `corrupted` if these are not the bytes of such a header; `formatTooNew`.
  static func decode(
    _ view: ByteView, kind: Kind, number: UInt64? = nil, file: String
  ) throws(SearchError) -> FileHeader {
    guard view.count >= byteCount else {
      throw .corrupted(
        "expected a header of \(byteCount) bytes, found \(view.count) bytes", file: file)
    }
    guard view.uint64(at: 0) == magic else {
      throw .corrupted(
        "expected the first bytes of a Martlet file, found others", file: file, offset: 0)
    }
    let check = Checksum.crc32c(view.array(0..<(byteCount - 4)))
    guard view.uint32(at: byteCount - 4) == check, view.uint32(at: byteCount - 8) == 0 else {
      throw .corrupted("the header does not match its checksum", file: file, offset: byteCount - 4)
    }
    let found = view.uint64(at: 40)
    guard view.uint16(at: 8) == kind.rawValue, number == nil || number == found else {
      throw .corrupted(
        "expected a file of kind \(kind.rawValue)\(number.map { " with number \($0)" } ?? ""), "
          + "found kind \(view.uint16(at: 8)) with number \(found)", file: file, offset: 8)
    }
    try checkVersion(view, file: file)
    let documents = view.uint64(at: 48)
    guard documents <= kind.documentLimit else {
      throw .corrupted(
        "expected at most \(kind.documentLimit) documents, found \(documents)", file: file,
        offset: 48)
    }
    return FileHeader(
      kind: kind, minor: view[11], readOnlyFeatures: view.uint32(at: 16),
      owner: Owner(high: view.uint64(at: 24), low: view.uint64(at: 32)), number: found,
      documentCount: Int(documents))
  }

  private static func checkVersion(_ view: ByteView, file: String) throws(SearchError) {
    guard view[10] > 0 else {
      throw .corrupted("expected a format version, found 0", file: file, offset: 10)
    }
    guard view[10] <= currentMajor, view.uint32(at: 12) == 0 else {
      throw SearchError(
        .formatTooNew,
        "format \(view[10]).\(view[11]) with features \(view.uint32(at: 12)) was written by a "
          + "newer version of this library, which reads up to \(currentMajor); update the "
          + "application", file: file, offset: 10)
    }
  }

  /// Makes sure that this version of the library may change the index.
  ///
  /// - Throws: `formatTooNew` if only a newer version may.
  func requireWritable(file: String) throws(SearchError) {
    guard readOnlyFeatures == 0 else {
      throw SearchError(
        .formatTooNew,
        "a newer version of this library wrote features \(readOnlyFeatures), which this one would "
          + "lose; update the application, or open for reading", file: file, offset: 16)
    }
  }

  /// Returns a CRC-32C of the header and what follows it, up to `end`, which binds the two
  /// together.
  ///
  /// The header's own check is left out: a CRC over bytes that end in their CRC is the same for all
  /// such bytes, so with it any header would match.
  static func boundCheck(_ view: ByteView, upTo end: Int) -> UInt32 {
    Checksum.crc32c(view.array(0..<(byteCount - 4)) + view.array(byteCount..<end))
  }
}

extension SegmentID {
  /// The identifier in the header of a segment's file.
  init(_ owner: FileHeader.Owner) { self.init(high: owner.high, low: owner.low) }

  /// The owner of the segment's files.
  var owner: FileHeader.Owner { FileHeader.Owner(high: high, low: low) }
}

extension IndexID {
  /// The identifier in the header of a manifest or log file.
  init(_ owner: FileHeader.Owner) { self.init(high: owner.high, low: owner.low) }

  /// The owner of manifests and log files.
  var owner: FileHeader.Owner { FileHeader.Owner(high: high, low: low) }
}
