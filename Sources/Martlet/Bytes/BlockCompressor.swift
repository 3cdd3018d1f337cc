/// Compresses blocks in the format of ``BlockCompression``.
///
/// Greedy: takes the last offset at which the same bytes were seen, found through a hash table, and
/// takes longer steps the longer it finds nothing: the method of Collet's LZ4 (2011) in its fast
/// form. An object keeps only the table's memory from block to block, so the output depends on
/// nothing but the block. Used by one thread at a time.
///
/// - Complexity: linear, about the speed of the reference implementation; 16 KiB of memory.
@safe
final class BlockCompressor {
  private let table: UnsafeMutablePointer<UInt16>

  init() {
    unsafe table = .allocate(capacity: MatchFinder.slotCount)
    unsafe table.initialize(repeating: 0, count: MatchFinder.slotCount)
  }

  deinit {
    unsafe table.deallocate()
  }

  /// Compresses `block` and appends the result to `writer`. The result may be larger than the
  /// block.
  ///
  /// - Returns: The number of bytes appended.
  @discardableResult
  func compress(_ block: ByteView, into writer: ByteWriter) -> Int {
    // SAFETY: the block is lent for the call.
    unsafe block.withUnsafeBytes { unsafe compress($0, into: writer) }
  }

  /// Compresses `block` and appends the result to `writer`; see the overload that takes a view.
  @discardableResult
  func compress(_ block: Span<UInt8>, into writer: ByteWriter) -> Int {
    unsafe block.withUnsafeBytes { unsafe compress($0, into: writer) }
  }

  /// Compresses `block` and appends the result to `writer`; see the overload that takes a view.
  @unsafe @discardableResult
  func compress(_ block: UnsafeRawBufferPointer, into writer: ByteWriter) -> Int {
    // SAFETY: there is room for the most bytes that the block can become, and a step of 8 more.
    let start = unsafe writer.reserve(
      BlockCompression.largestByteCount(of: block.count) + 8)
    var output = unsafe start
    var anchor = 0
    if block.count > BlockCompression.matchFreeTail, let source = block.baseAddress {
      unsafe output = unsafe makeSequences(source, block.count, output, &anchor)
    }
    unsafe output = unsafe appendLast(block, from: anchor, to: output)
    unsafe writer.advance(by: output - start)
    return unsafe output - start
  }

  /// Writes all sequences with a match, and sets `anchor` to the start of the last literals.
  @unsafe @inline(never)
  private func makeSequences(
    _ source: UnsafeRawPointer, _ count: Int, _ start: UnsafeMutableRawPointer,
    _ anchor: inout Int
  ) -> UnsafeMutableRawPointer {
    let finder = unsafe MatchFinder(
      source: source, table: table, last: count &- BlockCompression.matchFreeTail)
    let limit = count &- BlockCompression.lastLiterals
    var output = unsafe start
    var begin = 0
    var (position, match) = finder.next(from: 1)
    while match >= 0 {
      while position > begin, match > 0, finder.areEqual(position &- 1, match &- 1) {
        position &-= 1
        match &-= 1
      }
      // SAFETY: both offsets are in the block, the match before `position`; the last literals limit
      // the length.
      let length = unsafe commonLength(source + position, source + match, atMost: limit &- position)
      unsafe output = unsafe appendSequence(
        source + begin, literals: position &- begin, offset: position &- match, length: length,
        to: output)
      begin = position &+ length
      if begin <= finder.last { finder.remember(begin &- 2) }
      (position, match) = finder.next(from: begin)
    }
    anchor = begin
    return unsafe output
  }

  /// Returns the number of equal bytes from `left` and `right` on, at most `limit`.
  @unsafe @inline(__always)
  private func commonLength(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, atMost limit: Int
  ) -> Int {
    var length = 0
    // SAFETY: `limit` bytes may be read from both.
    while length &+ 8 <= limit {
      let difference = unsafe UInt64(
        littleEndian: left.loadUnaligned(fromByteOffset: length, as: UInt64.self)
          ^ right.loadUnaligned(fromByteOffset: length, as: UInt64.self))
      if difference != 0 { return length &+ difference.trailingZeroBitCount &>> 3 }
      length &+= 8
    }
    while length < limit,
      unsafe left.load(fromByteOffset: length, as: UInt8.self)
        == right.load(fromByteOffset: length, as: UInt8.self)
    {
      length &+= 1
    }
    return length
  }

  /// Writes one sequence with a match.
  @unsafe @inline(__always)
  private func appendSequence(
    _ literalStart: UnsafeRawPointer, literals: Int, offset: Int, length: Int,
    to start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let rest = length &- BlockCompression.minimumMatch
    let token = (min(literals, 15) &<< 4) | min(rest, 15)
    // SAFETY: the caller has room for the most bytes that a block can become and 8 more. The 12
    // bytes after the literals are in the block, so that a step of 8 may read past the literals.
    unsafe start.storeBytes(of: UInt8(truncatingIfNeeded: token), as: UInt8.self)
    var output = unsafe start + 1
    if literals >= 15 { unsafe output = unsafe appendLength(literals &- 15, to: output) }
    unsafe copy8(from: literalStart, to: output)
    if literals > 8 {
      var copied = 8
      while copied < literals {
        unsafe copy8(from: literalStart + copied, to: output + copied)
        copied &+= 8
      }
    }
    unsafe output += literals
    unsafe output.storeBytes(
      of: UInt16(truncatingIfNeeded: offset).littleEndian, as: UInt16.self)
    unsafe output += 2
    if rest >= 15 { unsafe output = unsafe appendLength(rest &- 15, to: output) }
    return unsafe output
  }

  /// Writes the literals after the last match.
  @unsafe
  private func appendLast(
    _ block: UnsafeRawBufferPointer, from anchor: Int, to start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let literals = block.count &- anchor
    // SAFETY: the caller has room for the most bytes that a block can become.
    unsafe start.storeBytes(
      of: UInt8(truncatingIfNeeded: min(literals, 15) &<< 4), as: UInt8.self)
    var output = unsafe start + 1
    if literals >= 15 { unsafe output = unsafe appendLength(literals &- 15, to: output) }
    if let source = block.baseAddress {
      unsafe output.copyMemory(from: source + anchor, byteCount: literals)
    }
    return unsafe output + literals
  }

  @unsafe @inline(__always)
  private func copy8(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    // SAFETY: the caller has 8 bytes to read and to write.
    unsafe target.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
  }

  /// Writes the part of a length that exceeds the 15 in the token.
  @unsafe
  private func appendLength(
    _ length: Int, to start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var output = unsafe start
    var rest = length
    // SAFETY: the caller has room for the most bytes that a block can become.
    while rest >= 255 {
      unsafe output.storeBytes(of: 255, as: UInt8.self)
      unsafe output += 1
      rest &-= 255
    }
    unsafe output.storeBytes(of: UInt8(truncatingIfNeeded: rest), as: UInt8.self)
    return unsafe output + 1
  }
}
