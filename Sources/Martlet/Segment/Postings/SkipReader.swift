/// The skip data of one list, in place in the image; see ``PostingsFormat``.
///
/// A short list has none: it gets one entry of its own and looks like a list of one block. The
/// initializers check that everything that is read here through raw pointers lies in the section,
/// which the cursor keeps; a block's index is checked where it is not a loop variable.
@safe
struct SkipReader {
  /// The number of blocks of the list.
  let blockCount: Int
  /// True if the list is one block without stored skip data.
  let isShort: Bool

  // SAFETY: whoever keeps this value keeps the section. So a copy retains nothing.
  private let section: Unmanaged<Section>
  private let superblockCount: Int
  private let documentPayload: Range<Int>
  private let frequencyPayload: Range<Int>
  private let hasPositions: Bool
  /// The end of the lists in the section.
  private let limit: Int
  // SAFETY: into memory that `section` keeps alive, or into the cursor's own entry.
  private let base: UnsafeRawPointer
  private let superblocks: UnsafeRawPointer
  private let lastDocuments: UnsafeRawPointer
  private let offsets: UnsafeRawPointer
  private let counts: UnsafeRawPointer

  /// Creates the entry of a short list of `count` postings that ends at `last`, in 8 bytes of the
  /// cursor's memory at `entry`.
  @unsafe
  init(section: Section, last: DocumentID, count: Int, entry: UnsafeMutableRawPointer) {
    blockCount = 1
    isShort = true
    unsafe self.section = .passUnretained(section)
    superblockCount = 0
    unsafe base = section.bytes.base
    limit = 0
    documentPayload = 0..<0
    frequencyPayload = 0..<0
    hasPositions = false
    // SAFETY: the caller provides 8 bytes.
    unsafe entry.storeBytes(of: last.littleEndian, as: UInt32.self)
    unsafe entry.storeBytes(of: UInt8(count), toByteOffset: 4, as: UInt8.self)
    unsafe entry.storeBytes(of: 0, toByteOffset: 5, as: UInt8.self)
    unsafe entry.storeBytes(of: ImpactBound.highest, toByteOffset: 6, as: UInt8.self)
    unsafe superblocks = UnsafeRawPointer(entry)
    unsafe lastDocuments = UnsafeRawPointer(entry)
    unsafe offsets = UnsafeRawPointer(entry)
    unsafe counts = UnsafeRawPointer(entry + 4)
  }

  /// Opens the skip data at `region` of `section`.
  init(section: Section, region: Range<Int>, hasPositions: Bool) throws(SearchError) {
    unsafe self.section = .passUnretained(section)
    unsafe base = section.bytes.base
    limit = section.count &- PostingsFormat.slack
    self.hasPositions = hasPositions
    isShort = false
    try section.verify(region)
    guard region.count >= 8 else {
      throw section.corrupted(
        "expected a list of at least 8 bytes, found \(region.count)", at: region.lowerBound)
    }
    let claimed = section.bytes.uint32(at: region.lowerBound)
    let size = PostingsFormat.skipByteCount(blockCount: claimed, hasPositions: hasPositions)
    guard claimed > 0, size <= UInt64(region.count - 8) else {
      throw section.corrupted(
        "skip data of \(claimed) blocks does not fit a list of \(region.count) bytes",
        at: region.lowerBound)
    }
    let (blocks, entries) = (Int(claimed), Int(size))
    blockCount = blocks
    superblockCount = IntegerMath.ceilingDivide(blocks, by: Limits.blocksPerSuperblock)
    let payloads = region.lowerBound + 4 + entries + 4
    let documentSize = section.bytes.uint32(at: payloads - 4)
    guard documentSize <= region.upperBound - payloads else {
      throw section.corrupted(
        "expected at most \(region.upperBound - payloads) bytes of documents, found "
          + "\(documentSize)",
        at: payloads - 4)
    }
    let documentBytes = Int(documentSize)
    documentPayload = payloads..<(payloads + documentBytes)
    frequencyPayload = (payloads + documentBytes)..<region.upperBound
    // SAFETY: all arrays lie in `region`, which was verified; `section` keeps the memory alive.
    let start = unsafe section.bytes.base + region.lowerBound + 4
    unsafe superblocks = start
    unsafe lastDocuments = start + superblockCount * PostingsFormat.superblockEntrySize
    unsafe offsets = lastDocuments + blocks * (hasPositions ? 12 : 4)
    unsafe counts = offsets + blocks * 4
  }

  @unsafe @inline(__always)
  private func uint32(_ array: UnsafeRawPointer, _ index: Int) -> UInt32 {
    unsafe UInt32(
      littleEndian: array.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
  }

  // SAFETY, for all of the following: `block` is below `blockCount` (the cursor checks), so the
  // entry lies in the arrays that the initializers checked.

  @unsafe @inline(__always)
  private var superblockBounds: UnsafeRawPointer {
    unsafe superblocks + superblockCount &* (PostingsFormat.superblockEntrySize &- 1)
  }

  /// Returns the last document of block `block`.
  @inline(__always)
  func lastDocument(_ block: Int) -> DocumentID { unsafe uint32(lastDocuments, block) }

  /// Returns the number of postings in block `block`, at most 255 in a damaged list.
  @inline(__always)
  func count(_ block: Int) -> Int {
    unsafe Int(counts.load(fromByteOffset: block, as: UInt8.self))
  }

  /// Returns the encoding of the documents of block `block`.
  @inline(__always)
  func encoding(_ block: Int) -> UInt8 {
    unsafe counts.load(fromByteOffset: blockCount &+ block, as: UInt8.self)
  }

  /// Returns the highest impact in block `block`.
  @inline(__always)
  func bound(_ block: Int) -> UInt8 {
    unsafe counts.load(fromByteOffset: blockCount &* 2 &+ block, as: UInt8.self)
  }

  /// Returns the last document and the bound of superblock `index`, whose first block is `32 ·
  /// index`.
  ///
  /// - Precondition: The list has skip data, and such a superblock.
  func superblock(_ index: Int) -> (lastDocument: DocumentID, bound: UInt8) {
    precondition(
      index >= 0 && index < superblockCount,
      "superblock \(index) is beyond the \(superblockCount) superblocks")
    // SAFETY: below the number of superblocks (checked above).
    let bounds = unsafe superblockBounds
    return unsafe (
      uint32(superblocks, index), bounds.load(fromByteOffset: index, as: UInt8.self)
    )
  }

  /// The highest impact in any block.
  var highestBound: UInt8 {
    guard !isShort else { return ImpactBound.highest }
    // SAFETY: one byte per superblock.
    let bounds = unsafe superblockBounds
    var best: UInt8 = 0
    for index in 0..<superblockCount {
      best = unsafe max(best, bounds.load(fromByteOffset: index, as: UInt8.self))
    }
    return best
  }

  /// Returns the index of the first position of block `block` in the term, and the offset of the
  /// block of positions that has it.
  @inline(__always)
  func positionStart(_ block: Int) -> (index: Int, offset: Int) {
    guard hasPositions else { return (0, 0) }
    let index = unsafe uint32(lastDocuments, blockCount &+ block)
    let offset = unsafe uint32(lastDocuments, blockCount &* 2 &+ block)
    return (Int(clamping: index), Int(clamping: offset))
  }

  /// Returns the packed documents of block `block`, `byteCount` bytes.
  @unsafe @inline(__always)
  func documentBytes(_ block: Int, byteCount: Int) throws(SearchError) -> UnsafeRawPointer {
    let offset = offset(superblockCount, block, block)
    return unsafe try payload(documentPayload, offset, byteCount)
  }

  /// Returns the header byte of the frequencies of block `block`.
  @inline(__always)
  func frequencyHeader(_ block: Int) throws(SearchError) -> UInt8 {
    unsafe try payload(frequencyPayload, frequencyOffset(block), 1).load(as: UInt8.self)
  }

  /// Returns the packed frequencies of block `block`, `byteCount` bytes after the header.
  @unsafe @inline(__always)
  func frequencyBytes(_ block: Int, byteCount: Int) throws(SearchError) -> UnsafeRawPointer {
    unsafe try payload(frequencyPayload, frequencyOffset(block), byteCount &+ 1) + 1
  }

  /// Returns the offset of the frequencies of block `block` in their payload.
  @inline(__always)
  private func frequencyOffset(_ block: Int) -> Int {
    offset(superblockCount &* 2, blockCount &+ block, block)
  }

  /// Returns the offset in a payload of the documents or frequencies of block `block`.
  ///
  /// - Parameters:
  ///   - starts: The index of the first start of a superblock in the superblocks' arrays.
  ///   - relative: The index in `offsets` of the block's offset from its superblock's start.
  @inline(__always)
  private func offset(_ starts: Int, _ relative: Int, _ block: Int) -> Int {
    let superblock = Int(UInt(bitPattern: block) / UInt(Limits.blocksPerSuperblock))
    let start = unsafe uint32(superblocks, starts &+ superblock)
    let offset = unsafe offsets.loadUnaligned(fromByteOffset: relative &* 2, as: UInt16.self)
    return Int(clamping: UInt64(start) &+ UInt64(UInt16(littleEndian: offset)))
  }

  /// Returns `byteCount` bytes at `offset` of a payload.
  ///
  /// The list was verified as a whole when it was opened, so only the range is checked here.
  /// Reading whole words past a payload stays in the section, whose last 16 bytes belong to no
  /// list.
  @unsafe @inline(__always)
  private func payload(
    _ part: Range<Int>, _ offset: Int, _ byteCount: Int
  ) throws(SearchError) -> UnsafeRawPointer {
    guard offset <= part.count &- byteCount, part.upperBound <= limit else {
      throw corrupted("\(byteCount) bytes at \(offset) exceed a payload of \(part.count) bytes")
    }
    // SAFETY: within the payload (checked), which lies in the section.
    return unsafe base + part.lowerBound + offset
  }

  /// Returns the first block from `start` on whose last document is not below `target`;
  /// ``blockCount`` when there is none.
  ///
  /// - Complexity: O(log blocks).
  func firstBlock(endingAtOrAfter target: DocumentID, from start: Int) -> Int {
    guard start < blockCount else { return blockCount }
    let group = Limits.blocksPerSuperblock
    var low = start
    var high = min(blockCount, (start / group &+ 1) &* group)
    if superblockCount > 0, lastDocument(high &- 1) < target {
      let superblock = unsafe lowerBound(
        superblocks, target, from: start / group &+ 1, to: superblockCount)
      guard superblock < superblockCount else { return blockCount }
      low = superblock &* group
      high = min(blockCount, low &+ group)
    }
    return unsafe lowerBound(lastDocuments, target, from: low, to: high)
  }

  /// Returns the first index in `start..<end` whose number is not below `target`, or `end`.
  @unsafe @inline(__always)
  private func lowerBound(
    _ array: UnsafeRawPointer, _ target: UInt32, from start: Int, to end: Int
  ) -> Int {
    var low = start
    var length = end &- start
    while length > 0 {
      let half = length &>> 1
      if unsafe uint32(array, low &+ half) < target {
        low &+= half &+ 1
        length &-= half &+ 1
      } else {
        length = half
      }
    }
    return low
  }

  /// Returns the highest bound of the blocks from `block` to the one that reaches `last`.
  func bound(from block: Int, through last: DocumentID) -> UInt8 {
    let group = Limits.blocksPerSuperblock
    var best: UInt8 = 0
    var next = block
    while next < blockCount {
      if next % group == 0, !isShort, unsafe uint32(superblocks, next / group) < last {
        best = max(best, unsafe superblockBounds.load(fromByteOffset: next / group, as: UInt8.self))
        next &+= group
        continue
      }
      best = max(best, bound(next))
      if lastDocument(next) >= last { break }
      next &+= 1
    }
    return best
  }

  /// Returns an error in this list.
  func corrupted(_ message: String) -> SearchError {
    // SAFETY: the section is kept.
    unsafe section.takeUnretainedValue().corrupted(
      "postings: " + message, at: documentPayload.lowerBound)
  }
}
