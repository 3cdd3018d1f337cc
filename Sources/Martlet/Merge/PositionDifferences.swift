/// The stored numbers of the positions of one term after another; see ``PositionsFormat``.
///
/// A merge passes them on without decoding them into positions. Opened for a term, then read from
/// start to end, once. Used by one thread.
///
/// - Complexity: about 0.3 ns per number that is copied; skipping reads two bytes per 128 numbers.
@safe
final class PositionDifferences {
  private let section: Section
  private var region = 0..<0
  private var total = 0
  /// The index of the next number.
  private var index = 0
  /// The index of the block decoded in `block`, and of the next one, whose payload starts at
  /// `offset`.
  private var loadedBlock = -1
  private var nextBlock = 0
  private var offset = 0
  // SAFETY: room for one block, freed with this object.
  private let block: UnsafeMutablePointer<UInt32>

  /// Creates a reader of terms whose positions are in `section`.
  init(_ section: Section) {
    self.section = section
    unsafe block = .allocate(capacity: PositionsFormat.blockSize)
    unsafe block.initialize(repeating: 0, count: PositionsFormat.blockSize)
  }

  deinit {
    unsafe block.deallocate()
  }

  /// Starts with the numbers of the term that `info` describes.
  func open(_ info: TermInfo) throws(SearchError) {
    region = info.positions
    total = try PositionsFormat.positionCount(info, section)
    index = 0
    loadedBlock = -1
    nextBlock = 0
    if total == 1 {
      unsafe block[0] = info.position
      loadedBlock = 0
      return try checkRange(1)
    }
    try section.verify(region)
    let full = total / PositionsFormat.blockSize
    let headers = full &* PositionsFormat.headerByteCount
    guard headers <= region.count, region.upperBound <= section.count - PositionsFormat.slack else {
      throw corrupted("\(total) numbers do not fit \(region.count) bytes")
    }
    offset = region.lowerBound + headers
  }

  /// Skips the next `count` numbers.
  ///
  /// - Throws: `corrupted` when there are fewer.
  @inline(__always)
  func skip(_ count: UInt32) throws(SearchError) {
    guard count <= total &- index else {
      throw corrupted("\(count) numbers requested, \(total &- index) remain")
    }
    index &+= Int(count)
  }

  /// Passes the next `count` numbers to `sink`.
  ///
  /// - Throws: `corrupted`, or `limitExceeded` when the merged term's positions take too many
  ///   bytes.
  @inline(__always)
  func copy(_ count: Int64, to sink: some PositionSink) throws(SearchError) {
    guard count <= total &- index else {
      throw corrupted("\(count) numbers requested, \(total &- index) remain")
    }
    let end = index &+ Int(count)
    while index < end {
      let number = index / PositionsFormat.blockSize
      if number != loadedBlock { try load(number) }
      let first = index % PositionsFormat.blockSize
      let part = min(end &- index, PositionsFormat.blockSize &- first)
      try sink.requireRoom()
      // SAFETY: `first + part` is at most a block.
      unsafe sink.append(UnsafeBufferPointer(start: block + first, count: part).span)
      index &+= part
    }
  }

  /// Decodes block `number`, which comes after all that were decoded before.
  private func load(_ number: Int) throws(SearchError) {
    let full = total / PositionsFormat.blockSize
    while nextBlock < number { try step() }
    if number == full {
      try loadRest(total % PositionsFormat.blockSize)
    } else {
      let start = offset
      let header = try step()
      // SAFETY: `step` made sure that the payload lies in the region, which was verified.
      unsafe SplitPacking.unpack(
        section.bytes.base + start, header: header, count: PositionsFormat.blockSize, to: block)
      try checkRange(PositionsFormat.blockSize)
    }
    loadedBlock = number
  }

  /// Skips the payload of the next block, which is a full one, and returns its header.
  @discardableResult
  private func step() throws(SearchError) -> SplitPacking.Header {
    let header = PositionsFormat.header(nextBlock, section, at: region.lowerBound)
    offset &+= header.byteCount(of: PositionsFormat.blockSize)
    guard offset <= region.upperBound else {
      throw corrupted("block \(nextBlock) extends beyond the end of the list")
    }
    nextBlock &+= 1
    return header
  }

  private func loadRest(_ count: Int) throws(SearchError) {
    let start = offset &+ PositionsFormat.headerByteCount
    guard start <= region.upperBound else {
      throw corrupted("the last \(count) numbers are missing")
    }
    let header = PositionsFormat.header(0, section, at: offset)
    guard start &+ header.byteCount(of: count) == region.upperBound else {
      throw corrupted("the last \(count) numbers do not end where the list ends")
    }
    // SAFETY: the numbers end in the region, with 16 bytes of the section behind it.
    unsafe SplitPacking.unpack(section.bytes.base + start, header: header, count: count, to: block)
    try checkRange(count)
  }

  /// Checks that the first `count` numbers of the block can be packed again.
  private func checkRange(_ count: Int) throws(SearchError) {
    var all: UInt32 = 0
    for index in 0..<count { all |= unsafe block[index] }
    guard all < 1 << 31 else { throw corrupted("a number does not fit 31 bits") }
  }

  private func corrupted(_ message: String) -> SearchError {
    section.corrupted("positions: " + message, at: region.lowerBound)
  }
}
