/// The stored fields of the documents of a segment; see ``StoredFieldsFormat``.
///
/// - Complexity: opening reads one index entry. Reading one document is a binary search in the
///   index and the decompression of its chunk, some microseconds.
struct StoredFields: Sendable {
  /// The number of documents.
  let documentCount: Int
  /// The number of chunks.
  let chunkCount: Int
  private let chunks: Section
  private let index: Section
  /// True if entries of the index are used whose page is damaged: a chunk of other documents, or of
  /// another size, would not fit its own lengths.
  private let isDamaged: Bool

  /// Opens the stored fields of `image`; of a damaged one, as far as they can be read.
  ///
  /// - Throws: `corrupted` when there are none, or their sizes do not match.
  init(_ image: ImageReader) throws(SearchError) {
    try self.init(
      chunks: image.requiredSection(SectionID(.storedFields)),
      index: image.requiredSection(SectionID(.storedFieldsIndex)),
      documentCount: image.documentCount, isDamaged: image.isDamaged)
  }

  /// - Throws: `corrupted` when the sizes do not match.
  init(
    chunks: Section, index: Section, documentCount: Int, isDamaged: Bool = false
  ) throws(SearchError) {
    let size = StoredFieldsFormat.entryByteCount
    guard index.count >= size, index.count % size == 0 else {
      throw index.corrupted(
        "expected whole entries of \(size) bytes, found \(index.count) bytes", at: 0)
    }
    chunkCount = index.count / size - 1
    self.documentCount = documentCount
    self.chunks = chunks
    self.index = index
    self.isDamaged = isDamaged
    if isDamaged { return }
    try index.verify((index.count - size)..<index.count)
    let last = StoredFieldsFormat.Entry(index.bytes, at: index.count - size)
    guard last.firstDocument == documentCount, last.originalByteCount == 0,
      last.offset == UInt64(chunks.count), chunkCount > 0 || documentCount == 0
    else {
      throw index.corrupted(
        "expected the last entry to follow \(documentCount) documents and \(chunks.count) bytes, "
          + "found \(last)",
        at: index.count - size)
    }
  }

  /// Returns the stored bytes of `document`, empty when nothing was stored.
  ///
  /// - Precondition: The segment has such a document.
  func bytes(of document: DocumentID) throws(SearchError) -> [UInt8] {
    try chunk(containing: document).view(of: document).array
  }

  /// Returns the chunk with `document`, to read several documents that are near each other.
  ///
  /// - Precondition: The segment has such a document.
  func chunk(containing document: DocumentID) throws(SearchError) -> StoredFieldsChunk {
    precondition(
      Int(document) < documentCount, "document \(document) is outside a segment of \(documentCount)"
    )
    var low = 0
    var high = chunkCount
    while high - low > 1 {
      let middle = (low + high) / 2
      if try entry(middle).firstDocument <= document { low = middle } else { high = middle }
    }
    let chunk = try self.chunk(low)
    guard chunk.documents.contains(Int(document)) else {
      throw index.corrupted(
        "expected document \(document) in the chunk of the documents \(chunk.documents)",
        at: low * StoredFieldsFormat.entryByteCount)
    }
    return chunk
  }

  /// Returns chunk `number`, decompressed.
  ///
  /// - Precondition: There is such a chunk.
  func chunk(_ number: Int) throws(SearchError) -> StoredFieldsChunk {
    let packed = try packedChunk(number)
    return try StoredFieldsChunk(
      decompress(packed), documents: packed.documents, section: chunks, origin: packed.origin)
  }

  private func decompress(_ packed: PackedChunk) throws(SearchError) -> ByteView {
    if packed.bytes.count == packed.originalByteCount { return packed.bytes }
    guard
      let bytes = BlockCompression.decompress(packed.bytes, byteCount: packed.originalByteCount)
    else {
      throw chunks.corrupted(
        "\(packed.bytes.count) compressed bytes do not give \(packed.originalByteCount) bytes",
        at: packed.origin)
    }
    return bytes
  }

  /// A chunk as it is in the image, to be copied into another one.
  struct PackedChunk {
    var documents: Range<Int>
    var originalByteCount: Int
    var bytes: ByteView
    /// The offset of the bytes in their section.
    var origin: Int
  }

  /// Returns chunk `number` as it is in the image.
  ///
  /// - Precondition: There is such a chunk.
  func packedChunk(_ number: Int) throws(SearchError) -> PackedChunk {
    precondition(
      number >= 0 && number < chunkCount, "chunk \(number) is beyond the \(chunkCount) chunks")
    let entry = try self.entry(number)
    let next = try self.entry(number + 1)
    guard entry.firstDocument < next.firstDocument, next.firstDocument <= documentCount,
      entry.offset <= next.offset, next.offset <= UInt64(chunks.count),
      next.offset - entry.offset <= UInt64(entry.originalByteCount),
      StoredFieldsFormat.mayHold(
        Int(next.firstDocument - entry.firstDocument), Int(entry.originalByteCount))
    else {
      throw index.corrupted(
        "index entries \(number) and \(number + 1) of the stored fields are inconsistent: "
          + "\(entry), \(next)",
        at: number * StoredFieldsFormat.entryByteCount)
    }
    let range = Int(entry.offset)..<Int(next.offset)
    try chunks.verify(range)
    return PackedChunk(
      documents: Int(entry.firstDocument)..<Int(next.firstDocument),
      originalByteCount: Int(entry.originalByteCount), bytes: chunks.bytes.slice(range),
      origin: range.lowerBound)
  }

  private func entry(_ number: Int) throws(SearchError) -> StoredFieldsFormat.Entry {
    let size = StoredFieldsFormat.entryByteCount
    if isDamaged {
      guard number < chunkCount else {
        return StoredFieldsFormat.Entry(
          firstDocument: UInt32(clamping: documentCount), originalByteCount: 0,
          offset: UInt64(chunks.count))
      }
    } else {
      try index.verify((number * size)..<((number + 1) * size))
    }
    return StoredFieldsFormat.Entry(index.bytes, at: number * size)
  }
}
