/// Collects the documents' stored bytes, in document order; see ``StoredFieldsFormat``.
///
/// Used by one thread at a time, finished once.
///
/// - Complexity: linear in the bytes; merging copies most blocks without decompressing them.
final class StoredFieldsWriter {
  private let blocks: any ByteSink
  private let index = ByteWriter()
  private let compressor = BlockCompressor()
  /// The lengths and the bytes of the documents that are not yet in a block.
  private let lengths = ByteWriter()
  private let content = ByteWriter()
  private var pendingCount = 0
  /// Where blocks are put together and compressed.
  private let packed = ByteWriter()
  /// The documents that are in blocks.
  private var blockedCount = 0

  /// Nothing yet; blocks go to `blocks`, as the section of stored fields.
  init(blocks: any ByteSink) {
    self.blocks = blocks
  }

  /// The number of documents so far.
  var documentCount: Int { blockedCount + pendingCount }

  /// Adds the next document's stored bytes, which may be none.
  ///
  /// - Throws: `limitExceeded` when there are more than 1 GiB; what spilling throws.
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
        "a document stores \(byteCount) bytes, the limit is \(StoredFieldsFormat.largestDocument)")
    }
    if byteCount >= StoredFieldsFormat.blockByteCount { try endBlock() }
    lengths.appendVarint(byteCount)
  }

  private func end() throws(SearchError) {
    pendingCount += 1
    if lengths.count + content.count >= StoredFieldsFormat.blockByteCount
      || pendingCount == StoredFieldsFormat.documentsPerBlock
    {
      try endBlock()
    }
  }

  /// Adds all documents of a segment that are live.
  ///
  /// Blocks without a deleted document are copied as they are, unless they are small, so that
  /// merging many small segments does not leave many small blocks.
  ///
  /// - Parameter didRead: Called behind each block with its bytes; what it throws ends this.
  /// - Throws: `corrupted`; what spilling throws.
  func appendAll(
    from source: StoredFields, live: LiveDocuments,
    didRead: (Int) throws(SearchError) -> Void = { _ in }
  ) throws(SearchError) {
    precondition(
      live.documentCount == source.documentCount,
      "\(live.documentCount) documents of \(source.documentCount)")
    for number in 0..<source.blockCount {
      let block = try source.packedBlock(number)
      let isWhole = block.documents.allSatisfy { live.isLive(DocumentID($0)) }
      if isWhole, block.originalByteCount >= StoredFieldsFormat.blockByteCount / 2 {
        try endBlock()
        beginBlock(block.documents.count, originalByteCount: block.originalByteCount)
        // SAFETY: the view lends its bytes for the call, which copies them.
        try unsafe block.bytes.withUnsafeBytes { (bytes) throws(SearchError) in
          unsafe try blocks.append(contentsOf: bytes)
        }
      } else {
        let documents = try source.block(number)
        for index in documents.documents where live.isLive(DocumentID(index)) {
          try append(documents.view(of: DocumentID(index)))
        }
      }
      try didRead(block.bytes.count)
    }
  }

  /// Compresses the documents that are not yet in a block.
  private func endBlock() throws(SearchError) {
    guard pendingCount > 0 else { return }
    // SAFETY: what one writer lends is appended to another one.
    unsafe content.withUnsafeBytes { unsafe lengths.append($0) }
    unsafe lengths.withUnsafeBytes { unsafe _ = compressor.compress($0, into: packed) }
    beginBlock(pendingCount, originalByteCount: lengths.count)
    try blocks.append(contentsOf: packed.count < lengths.count ? packed : lengths)
    pendingCount = 0
    packed.removeAll()
    lengths.removeAll()
    content.removeAll()
  }

  /// Adds the entry of a block whose bytes are appended next.
  private func beginBlock(_ count: Int, originalByteCount: Int) {
    StoredFieldsFormat.Entry(
      firstDocument: DocumentID(blockedCount), originalByteCount: UInt32(originalByteCount),
      offset: UInt64(blocks.byteCount)
    ).encode(into: index)
    blockedCount += count
  }

  /// Ends the blocks.
  ///
  /// - Returns: The section that says where each of them is.
  /// - Throws: what the blocks' sink throws.
  func finish() throws(SearchError) -> ByteView {
    try endBlock()
    StoredFieldsFormat.Entry(
      firstDocument: DocumentID(blockedCount), originalByteCount: 0,
      offset: UInt64(blocks.byteCount)
    ).encode(into: index)
    return index.finish()
  }
}
