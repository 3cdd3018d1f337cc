/// The layout of the documents' stored fields, in two sections.
///
/// Stored fields: chunks of documents, one after the other. A chunk is compressed, or stored as it
/// is when compression does not make it smaller; then it has exactly its original byte count.
///
///     length *         varint      of each document, 0 for one with nothing stored
///     content                      all documents, one after the other
///
/// Index, one entry per chunk and one at the end:
///
///     first document   u32         the segment's document count in the last entry
///     original bytes   u32         before compression; 0 in the last entry
///     offset           u64         start of the chunk; the section's byte count in the last entry
///
/// All numbers are little-endian. A chunk ends with the document that fills it to 16 KiB or is its
/// 1,024th; a document of 16 KiB or more has a chunk of its own.
///
/// Example: documents "ab", nothing, and "c" give the chunk `02 00 01 61 62 63`.
enum StoredFieldsFormat {
  /// The byte count at which a chunk ends: enough to compress well, and few to decompress for one
  /// document.
  static let chunkByteCount = 16_384
  /// The number of documents at which a chunk ends, so that finding one stays cheap.
  static let documentsPerChunk = 1_024
  /// The largest byte count of one document.
  static let largestDocument = 1 << 30

  /// The largest byte count of one chunk before compression: less than a full one, plus one large
  /// document with its length.
  static let largestChunk = largestDocument + 2 * chunkByteCount
  static let entryByteCount = 16

  /// Returns true if a chunk of `documentCount` documents may have `byteCount` bytes before
  /// compression. Only that of a single document is large, and is decompressed for it alone.
  static func mayHold(_ documentCount: Int, _ byteCount: Int) -> Bool {
    let largest = documentCount == 1 ? largestChunk : 3 * chunkByteCount
    return documentCount <= documentsPerChunk && byteCount <= largest
  }

  /// An entry of the index.
  struct Entry: Sendable, Equatable {
    var firstDocument: UInt32
    var originalByteCount: UInt32
    var offset: UInt64

    /// Appends the entry's 16 bytes.
    func encode(into writer: ByteWriter) {
      writer.append(firstDocument)
      writer.append(originalByteCount)
      writer.append(offset)
    }
  }
}

extension StoredFieldsFormat.Entry {
  /// Decodes the entry at `offset` of `view`, which has that many bytes.
  init(_ view: ByteView, at offset: Int) {
    firstDocument = view.uint32(at: offset)
    originalByteCount = view.uint32(at: offset + 4)
    self.offset = view.uint64(at: offset + 8)
  }
}
