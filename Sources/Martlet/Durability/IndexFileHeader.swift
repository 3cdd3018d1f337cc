/// A random identifier of an index, stored in each of its files that belong to no segment.
package struct IndexID: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates a random identifier with `generator`.
  package static func random(using generator: inout some RandomNumberGenerator) -> IndexID {
    IndexID(high: generator.next(), low: generator.next())
  }
}

/// The first 64 bytes of manifests and log files. They identify the file.
///
/// A foreign, swapped or renamed file is refused here, before anything in it is used.
///
///     magic                    8 bytes   "Martlet" and a line feed
///     kind                     u16       3 manifest, 4 log
///     major, minor             u8 × 2    a reader refuses a larger major, and takes any minor
///     incompatible features    u32       a reader refuses bits that it does not know
///     read-only features       u32       a writer refuses bits that it does not know
///     compatible features      u32       bits that everybody may ignore
///     index id                 u64 × 2   high, low
///     number                   u64       the manifest's generation, the log file's sequence number
///     zero                     u64, u32
///     check                    u32       CRC-32C of the 60 bytes before
///
/// All numbers are little-endian. This layout is the same in every version of every file.
struct IndexFileHeader: Sendable, Equatable {
  /// The kind of a file.
  enum Kind: UInt16, Sendable {
    case manifest = 3
    case log = 4
  }

  static let byteCount = 64
  static let magic: UInt64 = 0x0A74_656C_7472_614D
  /// The major version that this library writes, and the largest that it reads.
  static let currentMajor: UInt8 = 1
  static let currentMinor: UInt8 = 0

  var kind: Kind
  var indexID: IndexID
  /// The generation or sequence number that is also in the file's name.
  var number: UInt64
  var minor = currentMinor
  var readOnlyFeatures: UInt32 = 0

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
    bytes.append(indexID.high)
    bytes.append(indexID.low)
    bytes.append(number)
    bytes.append(UInt64(0))
    bytes.append(UInt32(0))
    let checked = bytes.finish()
    writer.append(checked)
    writer.append(Checksum.crc32c(checked.array))
  }

  /// Decodes the header at the start of `view`, the file of `kind` with `number`.
  ///
  /// - Throws: `corrupted` if these are not the bytes of such a header; `formatTooNew`.
  static func decode(
    _ view: ByteView, kind: Kind, number: UInt64, file: String
  ) throws(SearchError) -> IndexFileHeader {
    guard view.count >= byteCount else {
      throw .corrupted(
        "expected a header of \(byteCount) bytes, found \(view.count) bytes", file: file)
    }
    guard view.uint64(at: 0) == magic else {
      throw .corrupted("the file does not begin as a file of this library", file: file, offset: 0)
    }
    guard view.uint32(at: 60) == Checksum.crc32c(view.array(0..<60)),
      view.uint64(at: 48) == 0, view.uint32(at: 56) == 0
    else {
      throw .corrupted("the header is not what was written", file: file, offset: 48)
    }
    guard view.uint16(at: 8) == kind.rawValue, view.uint64(at: 40) == number else {
      throw .corrupted(
        "expected kind \(kind.rawValue) with number \(number), found kind \(view.uint16(at: 8)) "
          + "with number \(view.uint64(at: 40))", file: file, offset: 8)
    }
    try checkVersion(view, file: file)
    return IndexFileHeader(
      kind: kind, indexID: IndexID(high: view.uint64(at: 24), low: view.uint64(at: 32)),
      number: number, minor: view[11], readOnlyFeatures: view.uint32(at: 16))
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

  /// Returns a CRC-32C of the header and what follows it, up to `end`, which binds the two
  /// together.
  ///
  /// The header's own check is left out: a CRC over bytes that end in their CRC is the same for all
  /// such bytes, so with it any header would match.
  static func boundCheck(_ view: ByteView, upTo end: Int) -> UInt32 {
    Checksum.crc32c(view.array(0..<(byteCount - 4)) + view.array(byteCount..<end))
  }

  /// Returns if this version may change the index.
  ///
  /// - Throws: `formatTooNew` if only a newer version may change the index.
  func requireWritable(file: String) throws(SearchError) {
    guard readOnlyFeatures == 0 else {
      throw SearchError(
        .formatTooNew,
        "a newer version of this library wrote features \(readOnlyFeatures), which this one would "
          + "lose; update the application, or open for reading", file: file, offset: 16)
    }
  }
}
