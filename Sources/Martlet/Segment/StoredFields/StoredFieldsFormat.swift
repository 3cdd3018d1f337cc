/// The layout of what the application gets back of each document, in two sections.
///
/// Stored fields: blocks of documents, one after the other. A block is compressed, or is as it is
/// when compression does not make it smaller; then it has exactly its original byte count.
///
///     length *         varint      of each document, 0 for one with nothing stored
///     content                      all documents, one after the other
///
/// Index, one entry per block and one to end them:
///
///     first document   u32         the segment's document count in the last entry
///     original bytes   u32         before compression; 0 in the last entry
///     offset           u64         where the block starts; all bytes in the last entry
///
/// All numbers are little-endian. A block ends with the document that fills it to 16 KiB or is its
/// 1,024th; a document of 16 KiB or more has a block of its own.
///
/// Example: documents "ab", nothing, and "c" give the block `02 00 01 61 62 63`.
enum StoredFieldsFormat {
  /// A block ends when it has this many bytes: enough to compress well, few to decompress for one
  /// document.
  static let blockByteCount = 16_384
  /// A block ends when it has this many documents, so that finding one stays cheap.
  static let documentsPerBlock = 1_024
  /// The most bytes of one document.
  static let largestDocument = 1 << 30

  /// The most bytes of one block, before compression: less than a full one, or one large document
  /// with its length.
  static let largestBlock = largestDocument + 2 * blockByteCount
  static let entryByteCount = 16

  /// One row of the index.
  struct Entry: Sendable, Equatable {
    var firstDocument: UInt32
    var originalByteCount: UInt32
    var offset: UInt64

    /// Appends the row's 16 bytes.
    func encode(into writer: ByteWriter) {
      writer.append(firstDocument)
      writer.append(originalByteCount)
      writer.append(offset)
    }
  }
}

extension StoredFieldsFormat.Entry {
  /// The row at `offset` of `view`, which has that many bytes.
  init(_ view: ByteView, at offset: Int) {
    firstDocument = view.uint32(at: offset)
    originalByteCount = view.uint32(at: offset + 4)
    self.offset = view.uint64(at: offset + 8)
  }
}
