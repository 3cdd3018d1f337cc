/// What the application gets back of each document of a segment; see ``StoredFieldsFormat``.
///
/// - Complexity: opening reads one entry; one document costs a search in the index and the
///   decompression of its block, some microseconds.
struct StoredFields: Sendable {
  /// The number of documents.
  let documentCount: Int
  /// The number of blocks.
  let blockCount: Int
  private let blocks: Section
  private let index: Section

  /// Opens the stored fields of `image`.
  ///
  /// - Throws: `corrupted` when there are none, or their sizes do not fit together.
  init(_ image: ImageReader) throws(SearchError) {
    try self.init(
      blocks: image.requiredSection(SectionID(.storedFields)),
      index: image.requiredSection(SectionID(.storedFieldsIndex)),
      documentCount: image.documentCount)
  }

  /// - Throws: `corrupted` when the sizes do not fit together.
  init(blocks: Section, index: Section, documentCount: Int) throws(SearchError) {
    let size = StoredFieldsFormat.entryByteCount
    guard index.count >= size, index.count % size == 0 else {
      throw index.corrupted("expected entries of \(size) bytes, found \(index.count) bytes", at: 0)
    }
    blockCount = index.count / size - 1
    try index.touch((index.count - size)..<index.count)
    let last = StoredFieldsFormat.Entry(index.bytes, at: index.count - size)
    guard last.firstDocument == documentCount, last.originalByteCount == 0,
      last.offset == UInt64(blocks.count), blockCount > 0 || documentCount == 0
    else {
      throw index.corrupted(
        "expected an end of \(documentCount) documents in \(blocks.count) bytes, found \(last)",
        at: index.count - size)
    }
    self.documentCount = documentCount
    self.blocks = blocks
    self.index = index
  }

  /// The stored bytes of `document`, empty when nothing was stored.
  ///
  /// - Precondition: the segment has such a document.
  /// - Throws: `corrupted`.
  func bytes(of document: DocumentID) throws(SearchError) -> [UInt8] {
    try block(containing: document).view(of: document).array
  }

  /// The block with `document`, to read several documents that are near each other.
  ///
  /// - Precondition: the segment has such a document.
  /// - Throws: `corrupted`.
  func block(containing document: DocumentID) throws(SearchError) -> StoredFieldsBlock {
    precondition(Int(document) < documentCount, "document \(document) of \(documentCount)")
    var low = 0
    var high = blockCount
    while high - low > 1 {
      let middle = (low + high) / 2
      if try entry(middle).firstDocument <= document { low = middle } else { high = middle }
    }
    let block = try self.block(low)
    guard block.documents.contains(Int(document)) else {
      throw index.corrupted(
        "expected document \(document) in the block with \(block.documents)",
        at: low * StoredFieldsFormat.entryByteCount)
    }
    return block
  }

  /// The block of that number.
  ///
  /// - Precondition: there is such a block.
  /// - Throws: `corrupted`.
  func block(_ number: Int) throws(SearchError) -> StoredFieldsBlock {
    let packed = try packedBlock(number)
    return try StoredFieldsBlock(
      decompress(packed), documents: packed.documents, section: blocks, origin: packed.origin)
  }

  private func decompress(_ packed: PackedBlock) throws(SearchError) -> ByteView {
    if packed.bytes.count == packed.originalByteCount { return packed.bytes }
    guard
      let bytes = BlockCompression.decompress(packed.bytes, byteCount: packed.originalByteCount)
    else {
      throw blocks.corrupted(
        "\(packed.bytes.count) compressed bytes do not give \(packed.originalByteCount) bytes",
        at: packed.origin)
    }
    return bytes
  }

  /// A block as it is in the image, to be copied into another.
  struct PackedBlock {
    var documents: Range<Int>
    var originalByteCount: Int
    var bytes: ByteView
    /// Where the bytes start in their section.
    var origin: Int
  }

  /// The block of that number, as it is in the image.
  ///
  /// - Precondition: there is such a block.
  /// - Throws: `corrupted`.
  func packedBlock(_ number: Int) throws(SearchError) -> PackedBlock {
    precondition(number >= 0 && number < blockCount, "block \(number) of \(blockCount)")
    let entry = try self.entry(number)
    let next = try self.entry(number + 1)
    guard entry.firstDocument < next.firstDocument, next.firstDocument <= documentCount,
      entry.offset <= next.offset, next.offset <= UInt64(blocks.count),
      next.offset - entry.offset <= UInt64(entry.originalByteCount),
      entry.originalByteCount <= StoredFieldsFormat.largestBlock
    else {
      throw index.corrupted(
        "block \(number), \(entry), cannot be followed by \(next)",
        at: number * StoredFieldsFormat.entryByteCount)
    }
    let range = Int(entry.offset)..<Int(next.offset)
    try blocks.touch(range)
    return PackedBlock(
      documents: Int(entry.firstDocument)..<Int(next.firstDocument),
      originalByteCount: Int(entry.originalByteCount), bytes: blocks.bytes.slice(range),
      origin: range.lowerBound)
  }

  private func entry(_ number: Int) throws(SearchError) -> StoredFieldsFormat.Entry {
    let size = StoredFieldsFormat.entryByteCount
    try index.touch((number * size)..<((number + 1) * size))
    return StoredFieldsFormat.Entry(index.bytes, at: number * size)
  }
}
