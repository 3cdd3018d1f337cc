/// The skip data of one list, in place in the image; see ``PostingsFormat``.
///
/// A short list has none: it gets one entry of its own and looks like a list of one block. The
/// initializers check that everything that is read here through raw pointers lies in the section; a
/// block's index is checked where it is not a loop variable.
@safe
struct PostingsTable {
  /// The number of blocks of the list.
  let unitCount: Int
  /// True if the list is one block without stored skip data.
  let isShort: Bool

  private let section: Section
  private let superunitCount: Int
  private let documentPayload: Range<Int>
  private let frequencyPayload: Range<Int>
  private let hasPositions: Bool
  // SAFETY: into memory that `section` keeps alive, or into the cursor's own entry.
  private let superunits: UnsafeRawPointer
  private let lastDocuments: UnsafeRawPointer
  private let offsets: UnsafeRawPointer
  private let counts: UnsafeRawPointer

  /// Creates the entry of a short list of `count` postings that ends at `last`, in 8 bytes of the
  /// cursor's memory at `entry`.
  @unsafe
  init(section: Section, last: DocumentID, count: Int, entry: UnsafeMutableRawPointer) {
    unitCount = 1
    isShort = true
    self.section = section
    superunitCount = 0
    documentPayload = 0..<0
    frequencyPayload = 0..<0
    hasPositions = false
    // SAFETY: the caller provides 8 bytes.
    unsafe entry.storeBytes(of: last.littleEndian, as: UInt32.self)
    unsafe entry.storeBytes(of: UInt8(count), toByteOffset: 4, as: UInt8.self)
    unsafe entry.storeBytes(of: 0, toByteOffset: 5, as: UInt8.self)
    unsafe entry.storeBytes(of: ImpactBound.highest, toByteOffset: 6, as: UInt8.self)
    unsafe superunits = UnsafeRawPointer(entry)
    unsafe lastDocuments = UnsafeRawPointer(entry)
    unsafe offsets = UnsafeRawPointer(entry)
    unsafe counts = UnsafeRawPointer(entry + 4)
  }

  /// Opens the skip data at `region` of `section`.
  init(section: Section, region: Range<Int>, hasPositions: Bool) throws(SearchError) {
    self.section = section
    self.hasPositions = hasPositions
    isShort = false
    try section.touch(region)
    guard region.count >= 8 else {
      throw section.corrupted("a list of \(region.count) bytes", at: region.lowerBound)
    }
    let claimed = section.bytes.uint32(at: region.lowerBound)
    let size = PostingsFormat.skipByteCount(unitCount: claimed, hasPositions: hasPositions)
    guard claimed > 0, size <= UInt64(region.count - 8) else {
      throw section.corrupted(
        "skip data of \(claimed) units in a list of \(region.count) bytes", at: region.lowerBound)
    }
    let (units, entries) = (Int(claimed), Int(size))
    unitCount = units
    superunitCount = IntegerMath.ceilingDivide(units, by: Limits.unitsPerSuperunit)
    let payloads = region.lowerBound + 4 + entries + 4
    let documentSize = section.bytes.uint32(at: payloads - 4)
    guard documentSize <= region.upperBound - payloads else {
      throw section.corrupted("\(documentSize) bytes of documents", at: payloads - 4)
    }
    let documentBytes = Int(documentSize)
    documentPayload = payloads..<(payloads + documentBytes)
    frequencyPayload = (payloads + documentBytes)..<region.upperBound
    // SAFETY: all arrays lie in `region`, which was verified; `section` keeps the memory alive.
    let start = unsafe section.bytes.base + region.lowerBound + 4
    unsafe superunits = start
    unsafe lastDocuments = start + superunitCount * PostingsFormat.superunitEntrySize
    unsafe offsets = lastDocuments + units * (hasPositions ? 12 : 4)
    unsafe counts = offsets + units * 4
  }

  @unsafe @inline(__always)
  private func uint32(_ array: UnsafeRawPointer, _ index: Int) -> UInt32 {
    unsafe UInt32(
      littleEndian: array.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
  }

  // SAFETY, for all of the following: `unit` is below `unitCount` (the cursor checks), so the
  // entry lies in the arrays that the initializers checked.

  @unsafe @inline(__always)
  private var superunitBounds: UnsafeRawPointer {
    unsafe superunits + superunitCount &* (PostingsFormat.superunitEntrySize &- 1)
  }

  /// Returns the last document of block `unit`.
  @inline(__always)
  func lastDocument(_ unit: Int) -> DocumentID { unsafe uint32(lastDocuments, unit) }

  /// Returns the number of postings in block `unit`, at most 255 in a damaged list.
  @inline(__always)
  func count(_ unit: Int) -> Int {
    unsafe Int(counts.load(fromByteOffset: unit, as: UInt8.self))
  }

  /// Returns the encoding of the documents of block `unit`.
  @inline(__always)
  func encoding(_ unit: Int) -> UInt8 {
    unsafe counts.load(fromByteOffset: unitCount &+ unit, as: UInt8.self)
  }

  /// Returns the highest impact in block `unit`.
  @inline(__always)
  func bound(_ unit: Int) -> UInt8 {
    unsafe counts.load(fromByteOffset: unitCount &* 2 &+ unit, as: UInt8.self)
  }

  /// Returns the last document and the bound of superblock `index`, whose first block is `32 ·
  /// index`.
  ///
  /// - Precondition: The list has skip data, and such a superblock.
  func superunit(_ index: Int) -> (lastDocument: DocumentID, bound: UInt8) {
    precondition(index >= 0 && index < superunitCount, "superunit \(index) of \(superunitCount)")
    // SAFETY: below the number of superblocks (checked above).
    let bounds = unsafe superunitBounds
    return unsafe (
      uint32(superunits, index), bounds.load(fromByteOffset: index, as: UInt8.self)
    )
  }

  /// The highest impact in any block.
  var highestBound: UInt8 {
    guard !isShort else { return ImpactBound.highest }
    // SAFETY: one byte per superblock.
    let bounds = unsafe superunitBounds
    var best: UInt8 = 0
    for index in 0..<superunitCount {
      best = unsafe max(best, bounds.load(fromByteOffset: index, as: UInt8.self))
    }
    return best
  }

  /// Returns the index of the first position of block `unit` in the term, and the offset of the
  /// block of positions that has it.
  @inline(__always)
  func positionStart(_ unit: Int) -> (index: Int, offset: Int) {
    guard hasPositions else { return (0, 0) }
    let index = unsafe uint32(lastDocuments, unitCount &+ unit)
    let offset = unsafe uint32(lastDocuments, unitCount &* 2 &+ unit)
    return (Int(clamping: index), Int(clamping: offset))
  }

  /// Returns the packed documents of block `unit`, `byteCount` bytes.
  @unsafe @inline(__always)
  func documentBytes(_ unit: Int, byteCount: Int) throws(SearchError) -> UnsafeRawPointer {
    let offset = offset(superunitCount, unit, unit)
    return unsafe try payload(documentPayload, offset, byteCount)
  }

  /// Returns the header byte of the frequencies of block `unit`.
  @inline(__always)
  func frequencyHeader(_ unit: Int) throws(SearchError) -> UInt8 {
    unsafe try payload(frequencyPayload, frequencyOffset(unit), 1).load(as: UInt8.self)
  }

  /// Returns the packed frequencies of block `unit`, `byteCount` bytes after the header.
  @unsafe @inline(__always)
  func frequencyBytes(_ unit: Int, byteCount: Int) throws(SearchError) -> UnsafeRawPointer {
    unsafe try payload(frequencyPayload, frequencyOffset(unit), byteCount &+ 1) + 1
  }

  /// Returns the offset of the frequencies of block `unit` in their payload.
  @inline(__always)
  private func frequencyOffset(_ unit: Int) -> Int {
    offset(superunitCount &* 2, unitCount &+ unit, unit)
  }

  /// Returns the offset in a payload of the documents or frequencies of block `unit`.
  ///
  /// - Parameters:
  ///   - starts: The index of the first start of a superblock in the superblocks' arrays.
  ///   - relative: The index in `offsets` of the block's offset from its superblock's start.
  @inline(__always)
  private func offset(_ starts: Int, _ relative: Int, _ unit: Int) -> Int {
    let superunit = Int(UInt(bitPattern: unit) / UInt(Limits.unitsPerSuperunit))
    let start = unsafe uint32(superunits, starts &+ superunit)
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
    guard offset <= part.count &- byteCount,
      part.upperBound <= section.count &- PostingsFormat.slack
    else {
      throw corrupted("\(byteCount) bytes at \(offset) of a payload of \(part.count)")
    }
    // SAFETY: within the payload (checked), which lies in the section.
    return unsafe section.bytes.base + part.lowerBound + offset
  }

  /// Returns the first block from `start` on whose last document is not below `target`;
  /// ``unitCount`` when there is none.
  ///
  /// - Complexity: O(log blocks).
  func firstUnit(endingAtOrAfter target: DocumentID, from start: Int) -> Int {
    guard start < unitCount else { return unitCount }
    let group = Limits.unitsPerSuperunit
    var low = start
    var high = min(unitCount, (start / group &+ 1) &* group)
    if superunitCount > 0, lastDocument(high &- 1) < target {
      let superunit = unsafe lowerBound(
        superunits, target, from: start / group &+ 1, to: superunitCount)
      guard superunit < superunitCount else { return unitCount }
      low = superunit &* group
      high = min(unitCount, low &+ group)
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

  /// Returns the highest bound of the blocks from `unit` to the one that reaches `last`.
  func bound(from unit: Int, through last: DocumentID) -> UInt8 {
    let group = Limits.unitsPerSuperunit
    var best: UInt8 = 0
    var next = unit
    while next < unitCount {
      if next % group == 0, !isShort, unsafe uint32(superunits, next / group) < last {
        best = max(best, unsafe superunitBounds.load(fromByteOffset: next / group, as: UInt8.self))
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
    section.corrupted("postings: " + message, at: documentPayload.lowerBound)
  }
}
