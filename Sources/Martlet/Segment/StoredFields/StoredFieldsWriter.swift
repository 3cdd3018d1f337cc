/// Collects the documents' stored bytes, in document order; see ``StoredFieldsFormat``.
///
/// Used by one thread at a time, finished once.
///
/// - Complexity: linear in the bytes; merging copies most chunks without decompressing them.
final class StoredFieldsWriter {
  private let chunks: any ByteSink
  private let index = ByteWriter()
  private let compressor = BlockCompressor()
  /// The lengths and the bytes of the documents that are not yet in a chunk.
  private let lengths = ByteWriter()
  private let content = ByteWriter()
  private var pendingCount = 0
  /// The buffer for compressed chunks.
  private let packed = ByteWriter()
  /// The number of documents in chunks.
  private var writtenCount = 0

  /// Creates a writer whose chunks go to `chunks`, as the section of stored fields.
  init(chunks: any ByteSink) {
    self.chunks = chunks
  }

  /// The number of documents so far.
  var documentCount: Int { writtenCount + pendingCount }

  /// Adds the next document's stored bytes, which may be empty.
  ///
  /// - Throws: `limitExceeded` when there are more than 1 GiB; any error from the sink.
  func append(_ bytes: [UInt8]) throws(SearchError) {
    try begin(byteCount: bytes.count)
    content.append(bytes)
    try end()
  }

  /// Adds the next document's stored bytes; see the form that takes an array.
  func append(_ bytes: ByteView) throws(SearchError) {
    try begin(byteCount: bytes.count)
    content.append(bytes)
    try end()
  }

  private func begin(byteCount: Int) throws(SearchError) {
    guard byteCount <= StoredFieldsFormat.largestDocument else {
      throw SearchError(
        .limitExceeded,
        "a document stores \(byteCount) bytes, expected at most "
          + "\(StoredFieldsFormat.largestDocument)")
    }
    if byteCount >= StoredFieldsFormat.chunkByteCount { try endChunk() }
    lengths.appendVarint(byteCount)
  }

  private func end() throws(SearchError) {
    pendingCount += 1
    if lengths.count + content.count >= StoredFieldsFormat.chunkByteCount
      || pendingCount == StoredFieldsFormat.documentsPerChunk
    {
      try endChunk()
    }
  }

  /// Adds all live documents of a segment.
  ///
  /// Chunks without a deleted document are copied as they are, unless they are small, so that
  /// merging many small segments does not leave many small chunks.
  ///
  /// - Parameter didRead: Called after each chunk with its byte count; an error that it throws
  ///   stops the copying.
  /// - Throws: `corrupted` when a chunk of the segment is damaged; any error from the sink or
  ///   `didRead`.
  func appendAll(
    from source: StoredFields, live: LiveDocuments,
    didRead: (Int) throws(SearchError) -> Void = { _ in }
  ) throws(SearchError) {
    precondition(
      live.documentCount == source.documentCount,
      "live documents of \(live.documentCount) documents, expected \(source.documentCount)")
    for number in 0..<source.chunkCount {
      let chunk = try source.packedChunk(number)
      let isWhole = chunk.documents.allSatisfy { live.isLive(DocumentID($0)) }
      if isWhole, chunk.originalByteCount >= StoredFieldsFormat.chunkByteCount / 2 {
        try endChunk()
        beginChunk(chunk.documents.count, originalByteCount: chunk.originalByteCount)
        try chunks.append(contentsOf: chunk.bytes)
      } else {
        let documents = try source.chunk(number)
        for index in documents.documents where live.isLive(DocumentID(index)) {
          try append(documents.view(of: DocumentID(index)))
        }
      }
      try didRead(chunk.bytes.count)
    }
  }

  /// Compresses the documents that are not yet in a chunk.
  private func endChunk() throws(SearchError) {
    guard pendingCount > 0 else { return }
    content.withBytes { lengths.append($0) }
    lengths.withBytes { _ = compressor.compress($0, into: packed) }
    beginChunk(pendingCount, originalByteCount: lengths.count)
    try chunks.append(contentsOf: packed.count < lengths.count ? packed : lengths)
    pendingCount = 0
    packed.removeAll()
    lengths.removeAll()
    content.removeAll()
  }

  /// Adds the index entry of a chunk whose bytes are appended next.
  private func beginChunk(_ count: Int, originalByteCount: Int) {
    StoredFieldsFormat.Entry(
      firstDocument: DocumentID(writtenCount), originalByteCount: UInt32(originalByteCount),
      offset: UInt64(chunks.byteCount)
    ).encode(into: index)
    writtenCount += count
  }

  /// Ends the last chunk.
  ///
  /// - Returns: The section with the index of the chunks.
  /// - Throws: Any error from the sink.
  func finish() throws(SearchError) -> ByteView {
    try endChunk()
    StoredFieldsFormat.Entry(
      firstDocument: DocumentID(writtenCount), originalByteCount: 0,
      offset: UInt64(chunks.byteCount)
    ).encode(into: index)
    return index.finish()
  }
}
