/// Writes the positions of a field, term by term; see ``PositionsFormat``.
///
/// - Complexity: about 1 ns per position; holds one term's packed positions in memory.
@safe
final class PositionsWriter: PositionSink {
  private let sink: any ByteSink
  private let headers = ByteWriter()
  private let payload = ByteWriter(capacity: 4_096)
  private let block: UnsafeMutablePointer<UInt32>
  private var filled = 0
  private var total: Int64 = 0
  /// The start of each full block of the term in its payload, and of the next block.
  private(set) var blockOffsets: [UInt32] = [0]

  init(into sink: any ByteSink) {
    self.sink = sink
    unsafe block = .allocate(capacity: SplitPacking.room)
  }

  deinit {
    unsafe block.deallocate()
  }

  /// Blocks have 32-bit offsets. Below this limit, one more block always fits.
  private static let largestPayload = UInt32.max - 4_096

  @inline(__always)
  func requireRoom() throws(SearchError) {
    guard (blockOffsets.last ?? 0) < Self.largestPayload else {
      throw SearchError(.limitExceeded, "one term's positions take more than 4 GiB")
    }
  }

  @inline(__always)
  func append(_ numbers: Span<UInt32>) {
    unsafe numbers.withUnsafeBufferPointer { numbers in
      guard let start = numbers.baseAddress else { return }
      unsafe append(start, count: numbers.count)
    }
  }

  @unsafe @inline(__always)
  private func append(_ numbers: UnsafePointer<UInt32>, count: Int) {
    var taken = 0
    while taken < count {
      let part = min(count &- taken, PositionsFormat.blockSize &- filled)
      // SAFETY: `part` numbers remain in the source and there is room for them in the block.
      unsafe (block + filled).update(from: numbers + taken, count: part)
      filled &+= part
      taken &+= part
      if filled == PositionsFormat.blockSize { flushBlock() }
    }
    total &+= Int64(count)
  }

  /// Appends one number.
  @inline(__always)
  func append(_ number: UInt32) {
    // SAFETY: a full block is flushed at once.
    unsafe block[filled] = number
    filled &+= 1
    total &+= 1
    if filled == PositionsFormat.blockSize { flushBlock() }
  }

  private func flushBlock() {
    // SAFETY: the block is full, and has room for the high parts.
    let header = unsafe SplitPacking.cheapestHeader(block, count: filled)
    headers.append(header.rawValue)
    unsafe SplitPacking.pack(block, count: filled, header, to: payload)
    blockOffsets.append(UInt32(payload.count))
    filled = 0
  }

  /// Ends the term and returns its byte range in the section, or its only position.
  ///
  /// The range is empty for a term that occurs once.
  ///
  /// - Throws: Any error from the section's sink.
  func finishTerm() throws(SearchError) -> (bytes: Range<Int>, single: UInt32) {
    defer { reset() }
    let start = sink.byteCount
    // SAFETY: the block holds `filled` numbers.
    if total == 1 { return (start..<start, unsafe block[0]) }
    if filled > 0 {
      let header = unsafe SplitPacking.cheapestHeader(block, count: filled)
      payload.append(header.rawValue)
      unsafe SplitPacking.pack(block, count: filled, header, to: payload)
    }
    if headers.count > 0 { try sink.append(contentsOf: headers) }
    try sink.append(contentsOf: payload)
    return (start..<sink.byteCount, 0)
  }

  /// Ends a term that occurs once, and returns its only position.
  ///
  /// - Precondition: One number was appended since the last term.
  @inline(__always)
  func finishSingle() -> UInt32 {
    checkInvariant(total == 1, "\(total) positions of a term that occurs once")
    filled = 0
    total = 0
    // SAFETY: the block holds the number.
    return unsafe block[0]
  }

  private func reset() {
    payload.removeAll()
    if headers.count > 0 {
      headers.removeAll()
      blockOffsets.removeLast(blockOffsets.count - 1)
    }
    filled = 0
    total = 0
  }

  /// Ends the section.
  func finish() throws(SearchError) {
    let padding = ByteWriter()
    for _ in 0..<PositionsFormat.slack { padding.append(UInt8(0)) }
    try sink.append(contentsOf: padding)
  }
}
