/// The layout of an image: all of one segment, as one file or as the same bytes on the heap.
///
///     header            64 bytes         ``FileHeader``
///     section *                          each at a multiple of 64, zeros between them
///     section table     24 per section   at a multiple of 64, then zeros up to the next one
///         kind          u16              ``SectionKind``
///         field         u16              FFFF for no field
///         flags         u32              bit 0: a reader must know this kind
///         offset        u64              bytes from the image's start
///         byte count    u64
///     page hashes       8 per page       hash of each 16 KiB page of everything before, XXH64
///                                        seeded with the page's number; zeros up to 64
///     footer            64 bytes
///         table offset  u64              offset of the section table
///         sections      u32              number of its entries
///         zero          u32
///         hash offset   u64              offset of the page hashes: the bytes that are hashed
///         byte count    u64              of the whole image
///         root hash     u64              XXH64 of the page hashes, seed 0
///         zero          12 bytes
///         check         u32              CRC-32C of the 52 bytes before
///         magic         8 bytes          as in the header
///
/// All numbers are little-endian. The table is in the order of the sections, which do not overlap.
/// Opening reads the header, the footer, the page hashes and the pages of the table; every other
/// page is compared with its hash when it is first used. The root hash covers every byte, so the
/// manifest, which keeps it, detects an image that was replaced. Unused bytes are zero, and
/// checked.
///
/// Version 1.0 is the first.
enum ImageFormat {
  /// The alignment of every section: a cache line.
  static let alignment = 64
  static let headerByteCount = FileHeader.byteCount
  static let entryByteCount = 24
  static let footerByteCount = 64
  /// Set when a reader that does not know the section's kind must refuse the image.
  static let requiredFlag: UInt32 = 1

  /// An entry of the section table, possibly of a kind that this library does not know.
  struct Entry: Sendable, Equatable {
    var kind: UInt16
    var field: UInt16
    var flags: UInt32
    var offset: UInt64
    var byteCount: UInt64

    init(kind: UInt16, field: UInt16, flags: UInt32, offset: UInt64, byteCount: UInt64) {
      self.kind = kind
      self.field = field
      self.flags = flags
      self.offset = offset
      self.byteCount = byteCount
    }

    /// Decodes the entry at `offset` of `view`, which has that many bytes.
    init(_ view: ByteView, at offset: Int) {
      kind = view.uint16(at: offset)
      field = view.uint16(at: offset + 2)
      flags = view.uint32(at: offset + 4)
      self.offset = view.uint64(at: offset + 8)
      byteCount = view.uint64(at: offset + 16)
    }

    /// Appends the entry's 24 bytes.
    func encode(into writer: ByteWriter) {
      writer.append(kind)
      writer.append(field)
      writer.append(flags)
      writer.append(offset)
      writer.append(byteCount)
    }
  }
}
