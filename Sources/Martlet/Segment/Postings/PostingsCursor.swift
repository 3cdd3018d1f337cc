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
  let unitCount: Int
  /// The index of the cursor's block; ``unitCount`` when the list is exhausted.
  private(set) var unit = 0

  private let table: PostingsTable
  private let documentCount: UInt32
  private var documentUnit = -1
  private var frequencyUnit = -1
  private let buffer: UnsafeMutablePointer<UInt32>

  /// Opens the list that `info` describes, in a field's `section` of a segment of `documentCount`
  /// documents.
  init(
    _ info: TermInfo, section: Section, documentCount: Int, hasPositions: Bool
  ) throws(SearchError) {
    documentFrequency = info.documentFrequency
    self.documentCount = UInt32(clamping: documentCount)
    let buffer = UnsafeMutablePointer<UInt32>.allocate(capacity: 2 * Limits.unitSize + 2)
    unsafe buffer.initialize(repeating: 0, count: 2 * Limits.unitSize + 2)
    unsafe self.buffer = buffer
    do throws(SearchError) {
      if info.documentFrequency < Limits.unitSize {
        table = try unsafe Self.shortTable(
          info, section: section, documentCount: documentCount, buffer: buffer)
        documentUnit = 0
        frequencyUnit = 0
      } else {
        table = try PostingsTable(
          section: section, region: info.postings, hasPositions: hasPositions)
      }
    } catch {
      // SAFETY: an object whose initializer throws is not deinitialized.
      unsafe buffer.deallocate()
      throw error
    }
    unitCount = table.unitCount
  }

  /// Decodes a list without skip data into `buffer`.
  @unsafe
  private static func shortTable(
    _ info: TermInfo, section: Section, documentCount: Int, buffer: UnsafeMutablePointer<UInt32>
  ) throws(SearchError) -> PostingsTable {
    // SAFETY: the buffer has room for a block of documents, one of frequencies, and an entry.
    let last = unsafe try ShortList.decode(
      info, section, documentCount: documentCount, documents: buffer,
      frequencies: buffer + Limits.unitSize)
    return unsafe PostingsTable(
      section: section, last: last, count: info.documentFrequency,
      entry: UnsafeMutableRawPointer(buffer + 2 * Limits.unitSize))
  }

  deinit {
    unsafe buffer.deallocate()
  }

  /// The documents of the block, rising, after ``loadDocuments()``.
  @unsafe @inline(__always)
  var documents: UnsafePointer<UInt32> { unsafe UnsafePointer(buffer) }

  /// The frequencies of the block, after ``loadFrequencies()``.
  @unsafe @inline(__always)
  var frequencies: UnsafePointer<UInt32> { unsafe UnsafePointer(buffer + Limits.unitSize) }

  /// True if the cursor is past the last block.
  @inline(__always)
  var isExhausted: Bool { unit >= unitCount }

  /// The number of postings in the block.
  @inline(__always)
  var count: Int { table.count(unit) }

  /// The last document of the block.
  @inline(__always)
  var lastDocument: DocumentID { table.lastDocument(unit) }

  /// The first document that the block can contain.
  @inline(__always)
  var firstPossibleDocument: DocumentID {
    unit == 0 ? 0 : table.lastDocument(unit &- 1) &+ 1
  }

  /// The highest impact in the block, in 255 steps; see ``ImpactBound``.
  @inline(__always)
  var bound: UInt8 { table.bound(unit) }

  /// The highest impact in the list.
  var highestBound: UInt8 { table.highestBound }

  /// True if the list is one short block without stored bounds.
  var isShort: Bool { table.isShort }

  /// Returns the last document and the bound of a superblock; see ``PostingsTable/superunit(_:)``.
  func superunit(_ index: Int) -> (lastDocument: DocumentID, bound: UInt8) {
    table.superunit(index)
  }

  /// The index of the block's first position in the term, and the offset of its block of positions.
  @inline(__always)
  var positionStart: (index: Int, offset: Int) { table.positionStart(unit) }

  /// Returns the same as ``positionStart`` for any block.
  @inline(__always)
  func positionStart(ofUnit unit: Int) -> (index: Int, offset: Int) { table.positionStart(unit) }

  /// Moves to the first block that ends at or after `target`; never back.
  ///
  /// - Returns: False when there is none.
  @inline(__always) @discardableResult
  func seek(_ target: DocumentID) -> Bool {
    if unit < unitCount && table.lastDocument(unit) >= target { return true }
    unit = table.firstUnit(endingAtOrAfter: target, from: unit)
    return unit < unitCount
  }

  /// Moves to the first block that ends at or after `target`, forwards or backwards.
  ///
  /// - Returns: False when there is none.
  @inline(__always) @discardableResult
  func jump(_ target: DocumentID) -> Bool {
    if unit < unitCount && table.lastDocument(unit) >= target && firstPossibleDocument <= target {
      return true
    }
    let isBehind = unit < unitCount && table.lastDocument(unit) < target
    unit = table.firstUnit(endingAtOrAfter: target, from: isBehind ? unit : 0)
    return unit < unitCount
  }

  /// Returns the blocks whose last document lies in `documents`.
  ///
  /// When several ranges together cover a segment, each block belongs to one of them.
  func units(endingIn documents: Range<DocumentID>) -> Range<Int> {
    var first = 0
    if documents.lowerBound > 0 {
      first = table.firstUnit(endingAtOrAfter: documents.lowerBound, from: 0)
    }
    guard documents.upperBound < documentCount else { return first..<unitCount }
    return first..<table.firstUnit(endingAtOrAfter: documents.upperBound, from: first)
  }

  /// Returns the blocks that can contain any of `documents`, which must not be empty.
  func units(reaching documents: Range<DocumentID>) -> Range<Int> {
    let first = table.firstUnit(endingAtOrAfter: documents.lowerBound, from: 0)
    let last = table.firstUnit(endingAtOrAfter: documents.upperBound &- 1, from: first)
    return first..<min(unitCount, last + 1)
  }

  /// Returns the blocks of `range` by descending bound; those with equal bounds stay in list order.
  ///
  /// - Complexity: O(blocks).
  func unitsByBound(_ range: Range<Int>) -> [UInt32] {
    let unitCount = range.count
    // An array without capacity is one object for all threads, and the count would be written to
    // it.
    guard unitCount > 0 else { return [] }
    // SAFETY: a bucket is at most 255; each block has a slot of its own below `unitCount`.
    return unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { starts in
      unsafe starts.initialize(repeating: 0)
      for unit in range { unsafe starts[255 &- Int(table.bound(unit))] &+= 1 }
      var sum = 0
      for index in 0..<256 {
        let here = unsafe starts[index]
        unsafe starts[index] = sum
        sum &+= here
      }
      return unsafe [UInt32](unsafeUninitializedCapacity: unitCount) { units, count in
        for unit in range {
          let bucket = 255 &- Int(table.bound(unit))
          unsafe units[starts[bucket]] = UInt32(truncatingIfNeeded: unit)
          unsafe starts[bucket] &+= 1
        }
        count = unitCount
      }
    }
  }

  /// Moves to the next block.
  ///
  /// - Returns: False when there is none.
  @inline(__always) @discardableResult
  func nextUnit() -> Bool {
    unit &+= 1
    return unit < unitCount
  }

  /// Moves to block `unit`, forwards or backwards, to go through some blocks once more.
  func move(toUnit unit: Int) {
    checkInvariant(unit >= 0 && unit <= unitCount, "unit \(unit) of \(unitCount)")
    self.unit = unit
  }

  /// Returns the highest bound of the blocks that can contain documents from the current block to
  /// `last`.
  @inline(__always)
  func bound(through last: DocumentID) -> UInt8 {
    table.bound(from: unit, through: last)
  }

  /// True if the block is a bit set, so that single documents are probed without decoding.
  @inline(__always)
  var isBitSet: Bool { table.encoding(unit) & PostingsFormat.bitSetFlag != 0 }

  /// Returns the block's bit set: word `i`, bit `j` stands for document `start + 64 · i + j`.
  ///
  /// - Precondition: ``isBitSet``.
  @unsafe @inline(__always)
  func bitSet() throws(SearchError) -> (start: DocumentID, words: UnsafeRawPointer, count: Int) {
    let words = Int(table.encoding(unit) & ~PostingsFormat.bitSetFlag)
    guard words > 0 else { throw table.corrupted("unit \(unit) is a bit set without bits") }
    let payload = unsafe try table.documentBytes(unit, byteCount: words &* 8)
    return unsafe (firstPossibleDocument, payload, words)
  }

  /// Decodes the block's documents.
  ///
  /// - Precondition: The cursor is not ``isExhausted``.
  @inline(__always)
  func loadDocuments() throws(SearchError) {
    if documentUnit != unit { try decodeDocuments() }
  }

  @inline(never)
  private func decodeDocuments() throws(SearchError) {
    let last = table.lastDocument(unit)
    let base = firstPossibleDocument &- 1
    guard last < documentCount, unit == 0 || base < last else {
      throw table.corrupted("unit \(unit) ends at document \(last) of \(documentCount)")
    }
    let count = table.count(unit)
    let found: UInt32?
    if isBitSet {
      found = unsafe try decodeBitSet(count: count)
    } else {
      let width = unsafe try table.unpackGaps(unit, to: buffer)
      found = unsafe GapDecoder.decode(buffer, count: count, base: base, width: width)
    }
    guard found == last else {
      throw table.corrupted("unit \(unit) does not decode to documents up to \(last)")
    }
    documentUnit = unit
  }

  /// Lists the set bits; returns nil when there are not `count` of them.
  @unsafe
  private func decodeBitSet(count: Int) throws(SearchError) -> UInt32? {
    let (start, words, wordCount) = unsafe try bitSet()
    var filled = 0
    for index in 0..<wordCount {
      // SAFETY: `wordCount` words are readable (checked by `documentBytes`).
      var word = unsafe UInt64(
        littleEndian: words.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self))
      guard filled &+ word.nonzeroBitCount <= Limits.unitSize else { return nil }
      let first = start &+ UInt32(truncatingIfNeeded: index &* 64)
      while word != 0 {
        unsafe buffer[filled] = first &+ UInt32(truncatingIfNeeded: word.trailingZeroBitCount)
        word &= word &- 1
        filled &+= 1
      }
    }
    guard filled == count, count > 0 else { return nil }
    return unsafe buffer[count &- 1]
  }

  /// Decodes the block's frequencies.
  ///
  /// - Precondition: The cursor is not ``isExhausted``.
  @inline(__always)
  func loadFrequencies() throws(SearchError) {
    if frequencyUnit != unit { try decodeFrequencies() }
  }

  /// The largest number of frequencies that are extracted one by one: unpacking a block takes as
  /// long as extracting about ten.
  static let fewFrequencies = 8

  /// True if frequencies can be extracted one by one, because the block is full and not unpacked.
  @inline(__always)
  var hasPackedFrequencies: Bool { frequencyUnit != unit && count == Limits.unitSize }

  /// Extracts the frequencies at `count` indices of the block.
  ///
  /// - Precondition: ``hasPackedFrequencies``; indices are below the block's size.
  @unsafe
  func extractFrequencies(
    at places: UnsafePointer<UInt32>, count: Int, to target: UnsafeMutablePointer<UInt32>
  ) throws(SearchError) {
    let header = try table.frequencyHeader(unit)
    let payload = unsafe try table.frequencyBytes(
      unit, byteCount: PatchedPacking.byteCount(header: header))
    for index in 0..<count {
      // SAFETY: the caller provides `count` indices and room for as many numbers; indices are
      // masked.
      let place = unsafe Int(places[index]) & (Limits.unitSize &- 1)
      unsafe PatchedPacking.extract(
        place..<(place &+ 1), from: payload, header: header, to: target + index)
      unsafe target[index] &+= 1
    }
  }

  @inline(never)
  private func decodeFrequencies() throws(SearchError) {
    // SAFETY: the second half of the buffer has room for a block.
    let target = unsafe buffer + Limits.unitSize
    let count = table.count(unit)
    let header = try table.frequencyHeader(unit)
    if count == Limits.unitSize {
      let payload = unsafe try table.frequencyBytes(
        unit, byteCount: PatchedPacking.byteCount(header: header))
      unsafe PatchedPacking.unpack(payload, header: header, to: target)
    } else {
      guard header <= 32, count < Limits.unitSize else {
        throw table.corrupted("unit \(unit) has \(count) frequencies of \(header) bits")
      }
      let payload = unsafe try table.frequencyBytes(
        unit, byteCount: ShortPacking.byteCount(count: count, width: Int(header)))
      unsafe ShortPacking.unpack(payload, count: count, width: Int(header), to: target)
    }
    for index in 0..<Limits.unitSize { unsafe target[index] &+= 1 }
    frequencyUnit = unit
  }
}
