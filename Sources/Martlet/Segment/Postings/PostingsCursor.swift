/// A cursor over one term's postings in one segment, block by block.
///
/// The cursor is on one block at a time. Moving between blocks compares last documents and bounds,
/// which lie outside the payload; documents and frequencies of the block are decoded on request,
/// each at most once. The arrays lent by ``documents`` and ``frequencies`` hold ``count`` numbers
/// until the cursor moves.
///
/// Used by one thread. Bytes are checked before use, so that even a list that was crafted to pass
/// its checksums gives documents below the segment's count, in rising order, or an error.
///
/// - Complexity: moving is O(log distance) in blocks; decoding is about 0.3 ns per posting.
@safe
final class PostingsCursor {
  /// The number of documents that have the term.
  let documentFrequency: Int
  /// The number of blocks of the list.
  let blockCount: Int
  /// The index of the cursor's block; ``blockCount`` when the list is exhausted.
  private(set) var block = 0

  let table: SkipReader
  /// The section with the list, which the table reads.
  private let section: Section
  let documentCount: UInt32
  /// The number of blocks whose documents were decoded.
  private(set) var readBlockCount: UInt32 = 0
  private var documentBlock = -1
  private var frequencyBlock = -1
  private let buffer: UnsafeMutablePointer<UInt32>

  /// Opens the list that `info` describes, in a field's `section` of a segment of `documentCount`
  /// documents.
  init(
    _ info: TermInfo, section: Section, documentCount: Int, hasPositions: Bool
  ) throws(SearchError) {
    documentFrequency = info.documentFrequency
    self.documentCount = UInt32(clamping: documentCount)
    self.section = section
    if info.documentFrequency < Limits.blockSize {
      unsafe buffer = Self.allocateBuffer()
      // An object is not deinitialized if its initializer throws before all properties are set.
      table = try unsafe Self.shortTable(
        info, section: section, documentCount: documentCount, freeing: buffer)
      documentBlock = 0
      frequencyBlock = 0
      readBlockCount = 1
    } else {
      table = try SkipReader(
        section: section, region: info.postings, hasPositions: hasPositions)
      unsafe buffer = Self.allocateBuffer()
    }
    blockCount = table.blockCount
  }

  /// Returns memory for a block of documents, one of frequencies, and an entry.
  @unsafe
  private static func allocateBuffer() -> UnsafeMutablePointer<UInt32> {
    let buffer = UnsafeMutablePointer<UInt32>.allocate(capacity: 2 * Limits.blockSize + 2)
    unsafe buffer.initialize(repeating: 0, count: 2 * Limits.blockSize + 2)
    return unsafe buffer
  }

  /// Decodes a list without skip data into `buffer`, which is freed if that fails.
  @unsafe
  private static func shortTable(
    _ info: TermInfo, section: Section, documentCount: Int,
    freeing buffer: UnsafeMutablePointer<UInt32>
  ) throws(SearchError) -> SkipReader {
    let last: DocumentID
    do throws(SearchError) {
      // SAFETY: the buffer has room for a block of documents, one of frequencies, and an entry.
      last = unsafe try ShortList.decode(
        info, section, documentCount: documentCount, documents: buffer,
        frequencies: buffer + Limits.blockSize)
    } catch {
      unsafe buffer.deallocate()
      throw error
    }
    unsafe pad(buffer, from: info.documentFrequency)
    return unsafe SkipReader(
      section: section, last: last, count: info.documentFrequency,
      entry: UnsafeMutableRawPointer(buffer + 2 * Limits.blockSize))
  }

  deinit {
    unsafe buffer.deallocate()
  }

  /// The documents of the block, rising, after ``loadDocuments()``, then ``padding``.
  @unsafe @inline(__always)
  var documents: UnsafePointer<UInt32> { unsafe UnsafePointer(buffer) }

  /// The frequencies of the block, after ``loadFrequencies()``.
  @unsafe @inline(__always)
  var frequencies: UnsafePointer<UInt32> { unsafe UnsafePointer(buffer + Limits.blockSize) }

  /// True if the cursor is past the last block.
  @inline(__always)
  var isExhausted: Bool { block >= blockCount }

  /// The number of postings in the block.
  @inline(__always)
  var count: Int { table.count(block) }

  /// The last document of the block.
  @inline(__always)
  var lastDocument: DocumentID { table.lastDocument(block) }

  /// The first document that the block can contain.
  @inline(__always)
  var firstPossibleDocument: DocumentID {
    block == 0 ? 0 : table.lastDocument(block &- 1) &+ 1
  }

  /// The highest impact in the block, in 255 steps; see ``ImpactBound``.
  @inline(__always)
  var bound: UInt8 { table.bound(block) }

  /// The highest impact in the list.
  var highestBound: UInt8 { table.highestBound }

  /// True if the list is one short block without stored bounds.
  var isShort: Bool { table.isShort }

  /// Returns the last document and the bound of a superblock; see ``SkipReader/superblock(_:)``.
  func superblock(_ index: Int) -> (lastDocument: DocumentID, bound: UInt8) {
    table.superblock(index)
  }

  /// The index of the block's first position in the term, and the offset of its block of positions.
  @inline(__always)
  var positionStart: (index: Int, offset: Int) { table.positionStart(block) }

  /// Returns the same as ``positionStart`` for any block.
  @inline(__always)
  func positionStart(ofBlock block: Int) -> (index: Int, offset: Int) { table.positionStart(block) }

  /// Moves to the first block that ends at or after `target`; never back.
  ///
  /// - Returns: False when there is none.
  @inline(__always) @discardableResult
  func seek(_ target: DocumentID) -> Bool {
    if block < blockCount && table.lastDocument(block) >= target { return true }
    block = table.firstBlock(endingAtOrAfter: target, from: block)
    return block < blockCount
  }

  /// Moves to the first block that ends at or after `target`, forwards or backwards.
  ///
  /// - Returns: False when there is none.
  @inline(__always) @discardableResult
  func jump(_ target: DocumentID) -> Bool {
    if block < blockCount && table.lastDocument(block) >= target && firstPossibleDocument <= target
    {
      return true
    }
    let isBehind = block < blockCount && table.lastDocument(block) < target
    block = table.firstBlock(endingAtOrAfter: target, from: isBehind ? block : 0)
    return block < blockCount
  }

  /// Moves to the next block.
  ///
  /// - Returns: False when there is none.
  @inline(__always) @discardableResult
  func nextBlock() -> Bool {
    block &+= 1
    return block < blockCount
  }

  /// Moves to block `block`, forwards or backwards, to go through some blocks once more.
  func move(toBlock block: Int) {
    checkInvariant(
      block >= 0 && block <= blockCount, "block \(block) is beyond the \(blockCount) blocks")
    self.block = block
  }

  /// Returns the highest bound of the blocks that can contain documents from the current block to
  /// `last`.
  @inline(__always)
  func bound(through last: DocumentID) -> UInt8 {
    table.bound(from: block, through: last)
  }

  /// True if the block is a bit set, so that single documents are probed without decoding.
  @inline(__always)
  var isBitSet: Bool { table.encoding(block) & PostingsFormat.bitSetFlag != 0 }

  /// Returns the block's bit set: word `i`, bit `j` stands for document `start + 64 · i + j`.
  ///
  /// - Precondition: ``isBitSet``.
  @unsafe @inline(__always)
  func bitSet() throws(SearchError) -> (start: DocumentID, words: UnsafeRawPointer, count: Int) {
    let words = Int(table.encoding(block) & ~PostingsFormat.bitSetFlag)
    guard words > 0 else { throw table.corrupted("block \(block) is a bit set of 0 words") }
    let payload = unsafe try table.documentBytes(block, byteCount: words &* 8)
    return unsafe (firstPossibleDocument, payload, words)
  }

  /// Decodes the block's documents.
  ///
  /// - Precondition: The cursor is not ``isExhausted``.
  @inline(__always)
  func loadDocuments() throws(SearchError) {
    if documentBlock != block { try decodeDocuments() }
  }

  @inline(never)
  private func decodeDocuments() throws(SearchError) {
    let last = table.lastDocument(block)
    let base = firstPossibleDocument &- 1
    guard last < documentCount, block == 0 || base < last else {
      throw table.corrupted(
        "block \(block) ends at document \(last), expected one from \(firstPossibleDocument) and "
          + "below \(documentCount)")
    }
    let count = table.count(block)
    let found: UInt32?
    if isBitSet {
      found = unsafe try decodeBitSet(count: count)
    } else {
      let width = unsafe try table.unpackGaps(block, to: buffer)
      found = unsafe GapDecoder.decode(buffer, count: count, base: base, width: width)
    }
    guard found == last else {
      throw table.corrupted("the documents of block \(block) do not end at \(last)")
    }
    unsafe Self.pad(buffer, from: count)
    documentBlock = block
    readBlockCount &+= 1
  }

  /// The number in place of the documents that a short block lacks, greater than any document.
  static let padding = UInt32(Int32.max)

  /// Fills up the `count` documents of a block.
  @unsafe @inline(__always)
  private static func pad(_ documents: UnsafeMutablePointer<UInt32>, from count: Int) {
    // SAFETY: the documents have room for a block.
    for index in min(count, Limits.blockSize)..<Limits.blockSize {
      unsafe documents[index] = padding
    }
  }

  /// Lists the set bits; returns nil when there are not `count` of them.
  @unsafe
  private func decodeBitSet(count: Int) throws(SearchError) -> UInt32? {
    let (start, words, wordCount) = unsafe try bitSet()
    // SAFETY: `wordCount` words are readable (checked by `documentBytes`); the buffer has a block.
    let filled = unsafe SetBits.list(
      words, count: wordCount, from: start, to: buffer, capacity: Limits.blockSize)
    guard filled == count, count > 0 else { return nil }
    return unsafe buffer[count &- 1]
  }

  /// Decodes the block's frequencies.
  ///
  /// - Precondition: The cursor is not ``isExhausted``.
  @inline(__always)
  func loadFrequencies() throws(SearchError) {
    if frequencyBlock != block { try decodeFrequencies() }
  }

  /// The largest number of frequencies that are extracted one by one: unpacking a block takes as
  /// long as extracting about ten.
  static let fewFrequencies = 8

  /// True if frequencies can be extracted one by one, because the block is full and not unpacked.
  @inline(__always)
  var hasPackedFrequencies: Bool { frequencyBlock != block && count == Limits.blockSize }

  /// Extracts the frequencies at `count` indices of the block.
  ///
  /// - Precondition: ``hasPackedFrequencies``; indices are below the block's size.
  @unsafe
  func extractFrequencies(
    at indices: UnsafePointer<UInt32>, count: Int, to target: UnsafeMutablePointer<UInt32>
  ) throws(SearchError) {
    let header = try table.frequencyHeader(block)
    let payload = unsafe try table.frequencyBytes(
      block, byteCount: PatchedPacking.byteCount(header: header))
    for index in 0..<count {
      // SAFETY: the caller provides `count` indices and room for as many numbers; indices are
      // masked.
      let slot = unsafe Int(indices[index]) & (Limits.blockSize &- 1)
      unsafe PatchedPacking.extract(
        slot..<(slot &+ 1), from: payload, header: header, to: target + index)
      unsafe target[index] &+= 1
    }
  }

  @inline(never)
  private func decodeFrequencies() throws(SearchError) {
    // SAFETY: the second half of the buffer has room for a block.
    let target = unsafe buffer + Limits.blockSize
    let count = table.count(block)
    let header = try table.frequencyHeader(block)
    if count == Limits.blockSize {
      let payload = unsafe try table.frequencyBytes(
        block, byteCount: PatchedPacking.byteCount(header: header))
      unsafe PatchedPacking.unpack(payload, header: header, to: target)
    } else {
      guard header <= 32, count < Limits.blockSize else {
        throw table.corrupted("block \(block) cannot have \(count) frequencies of \(header) bits")
      }
      let payload = unsafe try table.frequencyBytes(
        block, byteCount: ShortPacking.byteCount(count: count, width: Int(header)))
      unsafe ShortPacking.unpack(payload, count: count, width: Int(header), to: target)
    }
    for index in 0..<Limits.blockSize { unsafe target[index] &+= 1 }
    frequencyBlock = block
  }
}
