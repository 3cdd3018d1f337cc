/// Reads the positions of one term at a time in one segment; see ``PositionsFormat``.
///
/// Keeps the block that was decoded last, because the candidates of a phrase come in order. Used by
/// one thread.
///
/// - Complexity: a read is O(blocks of positions since the start of the block of postings) in
///   header bytes, plus about 0.3 ns per position of each block that it decodes.
@safe
final class PositionsReader {
  /// The section with the positions; nil without one.
  private var section: Section?
  // SAFETY: the bytes of `section`. Nothing is read of them before a term is opened.
  private var base: UnsafeRawPointer
  private var region = 0..<0
  /// The number of occurrences of the term.
  private(set) var total = 0
  private var single: UInt32 = 0
  private var loadedBlock = -1
  /// The count of numbers in the loaded block; 0 without one.
  private var loadedCount = 0
  /// The block that was located last, and the offset of its payload.
  private var seenBlock = -1
  private var seenOffset: UInt64 = 0
  // SAFETY: a block of numbers and ``fewPositions`` more, freed with this object.
  private let block: UnsafeMutablePointer<UInt32>
  /// The positions that are lent: after the block, or memory of its own once a document has more.
  private var target: UnsafeMutablePointer<UInt32>
  private var capacity = PositionsReader.fewPositions
  private static let fewPositions = 64

  /// Creates a reader without a term.
  init() {
    unsafe block = .allocate(capacity: PositionsFormat.blockSize + Self.fewPositions)
    unsafe base = UnsafeRawPointer(block)
    unsafe target = block + PositionsFormat.blockSize
    // Few positions are loaded eight numbers at a time.
    unsafe block.initialize(
      repeating: 0, count: PositionsFormat.blockSize + 2 * FewPositions.most)
  }

  /// Opens the stream that `info` describes, in a field's `section`.
  ///
  /// - Throws: As ``open(_:section:)``.
  convenience init(_ info: TermInfo, section: Section) throws(SearchError) {
    self.init()
    try open(info, section: section)
  }

  /// Goes on with the stream that `info` describes, in a field's `section`.
  ///
  /// - Throws: `limitExceeded` when this platform cannot count the positions; `corrupted` when the
  ///   stream does not fit the section.
  func open(_ info: TermInfo, section: Section) throws(SearchError) {
    close()
    self.section = section
    unsafe base = section.bytes.base
    region = info.positions
    total = try PositionsFormat.positionCount(info, section)
    single = info.position
    if total > 1 {
      try section.verify(region)
      guard total / PositionsFormat.blockSize <= region.count / PositionsFormat.headerByteCount,
        region.upperBound <= section.count - PositionsFormat.slack
      else {
        throw corrupted("\(total) positions do not fit \(region.count) bytes")
      }
    }
  }

  /// Leaves the stream, so that neither its section is kept nor memory for a document with many
  /// positions.
  func close() {
    section = nil
    freeTarget()
    (region, total) = (0..<0, 0)
    (loadedBlock, loadedCount) = (-1, 0)
    (seenBlock, seenOffset) = (-1, 0)
  }

  deinit {
    freeTarget()
    unsafe block.deallocate()
  }

  private func freeTarget() {
    guard capacity > Self.fewPositions else { return }
    unsafe target.deallocate()
    unsafe target = block + PositionsFormat.blockSize
    capacity = Self.fewPositions
  }

  /// The offset of the payloads in the section, after the headers.
  private var payloads: Int {
    region.lowerBound
      &+ total / PositionsFormat.blockSize &* PositionsFormat.headerByteCount
  }

  private func corrupted(_ message: String) -> SearchError {
    section?.corrupted("positions: " + message, at: region.lowerBound)
      ?? .corrupted("positions: " + message, file: "memory", offset: region.lowerBound)
  }

  private func overlong(_ index: Int) -> SearchError {
    corrupted("block \(index) extends past the end of the positions")
  }

  /// Returns header `index` of those that begin at `start`, all of them in the section.
  @unsafe @inline(__always)
  private func header(_ index: Int, at start: Int) -> SplitPacking.Header {
    let offset = start &+ index &* PositionsFormat.headerByteCount
    // SAFETY: the caller ensures that the header lies in the section.
    return unsafe SplitPacking.Header(
      rawValue: UInt16(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
  }

  /// Returns the byte count of full block `index`, according to its header.
  ///
  /// - Precondition: The term has such a full block.
  func byteCount(ofBlock index: Int) -> Int {
    precondition(
      index >= 0 && total > 1 && index < total / PositionsFormat.blockSize,
      "\(total) positions have no full block \(index)")
    // SAFETY: there is a header for each full block.
    return unsafe header(index, at: region.lowerBound)
      .byteCount(of: PositionsFormat.blockSize)
  }

  /// Reads the positions of one document, in rising order.
  ///
  /// The numbers are lent until the next read.
  ///
  /// - Parameters:
  ///   - index: The index of the document's first number in the term, not less than `start.index`.
  ///   - count: The number of positions.
  ///   - start: The index of an earlier number, and the offset of the payload of its block.
  @unsafe
  func read(
    _ index: Int, count: Int, start: (index: Int, offset: Int)
  ) throws(SearchError) -> UnsafePointer<UInt32> {
    let differences = unsafe try copyDifferences(index, count: count, start: start)
    var position: UInt32 = 0
    for offset in 0..<count {
      // SAFETY: `count` numbers were copied.
      position &+= unsafe differences[offset]
      unsafe differences[offset] = position
    }
    return unsafe UnsafePointer(differences)
  }

  /// Reads the first position of one document, and the difference from each to the next.
  ///
  /// Parameters are those of ``read(_:count:start:)``; the numbers are lent until the next read.
  @unsafe @inline(__always)
  func readDifferences(
    _ index: Int, count: Int, start: @autoclosure () -> (index: Int, offset: Int)
  ) throws(SearchError) -> UnsafePointer<UInt32> {
    let first = index &- loadedBlock &* PositionsFormat.blockSize
    if first >= 0, count > 0, first &+ count <= loadedCount {
      // SAFETY: within the block that is loaded.
      return unsafe UnsafePointer(block + first)
    }
    return unsafe try UnsafePointer(copyDifferences(index, count: count, start: start()))
  }

  @unsafe @inline(never)
  private func copyDifferences(
    _ index: Int, count: Int, start: (index: Int, offset: Int)
  ) throws(SearchError) -> UnsafeMutablePointer<UInt32> {
    guard count > 0, index >= start.index, index <= total &- count else {
      throw corrupted("\(count) positions requested from number \(index) on, there are \(total)")
    }
    if count > capacity { try grow(to: count) }
    if total == 1 {
      unsafe target[0] = single
      return unsafe target
    }
    var filled = 0
    while filled < count {
      let number = index &+ filled
      try load(number / PositionsFormat.blockSize, start: start)
      let first = number % PositionsFormat.blockSize
      let part = min(count &- filled, PositionsFormat.blockSize &- first)
      // SAFETY: `first + part` is at most a block, `filled + part` at most the capacity.
      unsafe (target + filled).update(from: block + first, count: part)
      filled &+= part
    }
    return unsafe target
  }

  /// Reads the positions of one document into registers; nil when there are too many.
  @inline(__always)
  func readFew(
    _ index: Int, count: Int, start: @autoclosure () -> (index: Int, offset: Int)
  ) throws(SearchError) -> FewPositions? {
    guard count <= FewPositions.most else { return nil }
    let first = index &- loadedBlock &* PositionsFormat.blockSize
    if first >= 0, count > 0, first &+ count <= loadedCount {
      // SAFETY: within the block, which is followed by more memory than eight numbers.
      return unsafe FewPositions(differences: block + first, count: count)
    }
    return try readFewElsewhere(index, count: count, start: start())
  }

  @inline(never)
  private func readFewElsewhere(
    _ index: Int, count: Int, start: (index: Int, offset: Int)
  ) throws(SearchError) -> FewPositions {
    // SAFETY: the lent memory has room for more than `FewPositions.most` numbers.
    let positions = unsafe try read(index, count: count, start: start)
    return unsafe FewPositions(positions: positions, count: count)
  }

  private func grow(to count: Int) throws(SearchError) {
    guard count <= min(Limits.tokensPerField, Int.max / 8) else {
      throw corrupted("one document cannot have \(count) positions")
    }
    freeTarget()
    capacity = count &+ count / 2
    unsafe target = .allocate(capacity: capacity)
  }

  /// Returns the payload of full block `index`, and its header.
  @unsafe
  private func fullBlock(
    _ index: Int, start: (index: Int, offset: Int)
  ) throws(SearchError) -> (UnsafeRawPointer, header: SplitPacking.Header) {
    let offset = unsafe byteOffset(ofBlock: index, start: start)
    guard offset <= UInt64(region.count) else { throw overlong(index) }
    let payload = payloads &+ Int(offset)
    let header = unsafe self.header(index, at: region.lowerBound)
    guard payload &+ header.byteCount(of: PositionsFormat.blockSize) <= region.upperBound else {
      throw overlong(index)
    }
    // SAFETY: the payload lies in the region, as was just checked.
    return unsafe (base + payload, header)
  }

  /// Returns the offset of block `index` from the first payload.
  ///
  /// - Parameter start: The index of a number in an earlier or the same block, and the offset of
  ///   that block.
  @unsafe
  private func byteOffset(ofBlock index: Int, start: (index: Int, offset: Int)) -> UInt64 {
    var block = start.index / PositionsFormat.blockSize
    // In 64 bits, so that no offset or length that a damaged list claims can overflow.
    var offset = UInt64(start.offset)
    if seenBlock > block, seenBlock <= index { (block, offset) = (seenBlock, seenOffset) }
    // There is a header for each full block, and `index` is at most their number.
    while block < index {
      let header = unsafe self.header(block, at: region.lowerBound)
      offset &+= UInt64(header.byteCount(of: PositionsFormat.blockSize))
      block &+= 1
    }
    (seenBlock, seenOffset) = (index, offset)
    return offset
  }

  /// Decodes block `index`, unless it is already loaded.
  @inline(__always)
  private func load(_ index: Int, start: (index: Int, offset: Int)) throws(SearchError) {
    if index != loadedBlock { try decode(index, start: start) }
  }

  @inline(never)
  private func decode(_ index: Int, start: (index: Int, offset: Int)) throws(SearchError) {
    (loadedBlock, loadedCount) = (-1, 0)
    let full = total / PositionsFormat.blockSize
    if index < full {
      let (payload, header) = unsafe try fullBlock(index, start: start)
      unsafe SplitPacking.unpack(
        payload, header: header, count: PositionsFormat.blockSize, to: block)
      loadedCount = PositionsFormat.blockSize
    } else {
      let offset = unsafe byteOffset(ofBlock: index, start: start)
      guard offset <= UInt64(region.count) else { throw overlong(index) }
      try decodeRest(
        at: payloads &+ Int(offset), count: total % PositionsFormat.blockSize)
      loadedCount = total % PositionsFormat.blockSize
    }
    loadedBlock = index
  }

  private func decodeRest(at payload: Int, count: Int) throws(SearchError) {
    let start = payload &+ PositionsFormat.headerByteCount
    guard start <= region.upperBound else { throw overlong(total / PositionsFormat.blockSize) }
    // SAFETY: the header ends before the region does.
    let header = unsafe self.header(0, at: payload)
    guard start &+ header.byteCount(of: count) == region.upperBound else {
      throw corrupted("the last \(count) positions do not end where the list ends")
    }
    // SAFETY: the stream ends in the region, and 16 bytes of the section follow it.
    unsafe SplitPacking.unpack(base + start, header: header, count: count, to: block)
  }
}
