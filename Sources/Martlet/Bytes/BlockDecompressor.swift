/// The hot loop that decompresses ``BlockCompression``. Does not trust its source.
///
/// Most sequences are short and far from both ends; those are copied in steps of fixed size that
/// may write too much, which the next sequence overwrites. All others take the slow path, which
/// checks each length.
@safe
struct BlockDecompressor {
  /// The most literals and the longest match of a token without further length bytes.
  private static let shortLiterals = 14
  private static let shortMatch = 14 + BlockCompression.minimumMatch
  /// The largest number of bytes that the fast path reads: the literals in a step of 16, and an
  /// offset.
  private static let sourceMargin = 16 + 2
  /// The largest number of bytes that the fast path writes: the literals, and a match in three
  /// steps of 8.
  private static let targetMargin = 16 + 24

  private var source: UnsafeRawPointer
  private let sourceEnd: UnsafeRawPointer
  private let targetStart: UnsafeMutableRawPointer
  private var target: UnsafeMutableRawPointer
  private let targetEnd: UnsafeMutableRawPointer

  /// - Precondition: The pointers are the bounds of memory that outlives this value.
  @unsafe
  init(
    source: UnsafeRawPointer, sourceEnd: UnsafeRawPointer, target: UnsafeMutableRawPointer,
    targetEnd: UnsafeMutableRawPointer
  ) {
    unsafe self.source = source
    unsafe self.sourceEnd = sourceEnd
    unsafe targetStart = target
    unsafe self.target = target
    unsafe self.targetEnd = targetEnd
  }

  /// The number of bytes of the source not yet read.
  @inline(__always)
  private var sourceRest: Int { unsafe sourceEnd - source }

  /// The number of bytes of the target not yet written.
  @inline(__always)
  private var targetRest: Int { unsafe targetEnd - target }

  /// Fills the target; returns false when the source is not well formed, or has another byte count.
  @inline(__always)
  mutating func run() -> Bool {
    while sourceRest > 0 {
      // SAFETY: a byte remains (checked above).
      let token = Int(unsafe source.load(as: UInt8.self))
      unsafe source += 1
      if sourceRest >= Self.sourceMargin, targetRest >= Self.targetMargin, copyShort(token) {
        continue
      }
      guard let isLast = copyLiterals(token) else { return false }
      if isLast { return targetRest == 0 }
      guard copyMatch(token) else { return false }
    }
    return false
  }

  /// Copies a sequence without further length bytes.
  ///
  /// - Returns: False, with nothing consumed, when the sequence needs the slow path.
  /// - Precondition: The margins remain.
  @inline(__always)
  private mutating func copyShort(_ token: Int) -> Bool {
    let literals = token &>> 4
    let length = (token & 15) &+ BlockCompression.minimumMatch
    guard literals <= Self.shortLiterals, length <= Self.shortMatch else { return false }
    // SAFETY: the 16 bytes of literals, of which up to 14 are used, and the 2 bytes of the offset
    // after them lie in the source's margin. The match starts in bytes already written, because its
    // offset is compared with their number; it reads 8 bytes before it writes them at least 8
    // further on. All writes, 14 literals and a step of 24, lie in the target's margin.
    unsafe copy16(from: source, to: target)
    let end = unsafe target + literals
    let offset = unsafe Int(
      UInt16(littleEndian: (source + literals).loadUnaligned(as: UInt16.self)))
    guard offset >= 8, unsafe offset <= end - targetStart else { return false }
    let match = unsafe UnsafeRawPointer(end - offset)
    unsafe copy8(from: match, to: end)
    unsafe copy8(from: match + 8, to: end + 8)
    unsafe copy8(from: match + 16, to: end + 16)
    unsafe source += literals &+ 2
    unsafe target = end + length
    return true
  }

  /// Copies a sequence's literals. Returns true when they end the source, nil when they do not fit.
  private mutating func copyLiterals(_ token: Int) -> Bool? {
    guard let length = length(from: token &>> 4), length <= sourceRest, length <= targetRest
    else { return nil }
    // SAFETY: both have `length` bytes left (checked above), and are different memory.
    unsafe target.copyMemory(from: source, byteCount: length)
    unsafe source += length
    unsafe target += length
    return sourceRest == 0
  }

  /// Copies a sequence's match; returns false when there is none, or it does not fit.
  private mutating func copyMatch(_ token: Int) -> Bool {
    guard sourceRest >= 2 else { return false }
    // SAFETY: 2 bytes remain (checked above).
    let offset = unsafe Int(UInt16(littleEndian: source.loadUnaligned(as: UInt16.self)))
    unsafe source += 2
    guard offset > 0, unsafe offset <= target - targetStart,
      let rest = length(from: token & 15),
      rest <= targetRest &- BlockCompression.minimumMatch
    else { return false }
    unsafe repeatBytes(from: offset, byteCount: rest &+ BlockCompression.minimumMatch)
    return true
  }

  /// Reads a length that starts with 4 bits of the token; nil when it does not end, or is too
  /// large.
  @inline(__always)
  private mutating func length(from bits: Int) -> Int? {
    var length = bits
    guard bits == 15 else { return length }
    while sourceRest > 0 {
      // SAFETY: a byte remains (checked above).
      let more = Int(unsafe source.load(as: UInt8.self))
      unsafe source += 1
      length &+= more
      if more < 255 { return length }
      if length > targetRest { return nil }
    }
    return nil
  }

  /// Appends `byteCount` bytes, copied from `offset` bytes before the end so far.
  @unsafe
  private mutating func repeatBytes(from offset: Int, byteCount: Int) {
    let end = unsafe target + byteCount
    var match = unsafe UnsafeRawPointer(target - offset)
    // SAFETY: the caller made sure that the match starts in bytes already written, and that the
    // target has `byteCount` bytes left. A step of 8 reads before it writes, at least 8 further on,
    // and stays in the target.
    if offset >= 8 {
      while unsafe targetEnd - target >= 8 && target < end {
        unsafe copy8(from: match, to: target)
        unsafe match += 8
        unsafe target += 8
      }
    }
    while unsafe target < end {
      unsafe target.storeBytes(of: match.load(as: UInt8.self), as: UInt8.self)
      unsafe match += 1
      unsafe target += 1
    }
    unsafe target = end
  }

  @unsafe @inline(__always)
  private func copy8(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    unsafe target.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
  }

  @unsafe @inline(__always)
  private func copy16(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    unsafe target.storeBytes(
      of: source.loadUnaligned(as: SIMD2<UInt64>.self), as: SIMD2<UInt64>.self)
  }
}

extension BlockCompression {
  /// Decompresses `source` into `target`.
  ///
  /// - Returns: True if `source` is well formed and gives exactly as many bytes as `target` has. If
  ///   not, the bytes of `target` are undefined; nothing outside of it was read or written.
  /// - Complexity: linear in the bytes of `target`, about 3 GB/s for text.
  @unsafe
  static func decompress(
    _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
  ) -> Bool {
    guard let sourceStart = source.baseAddress else { return false }
    guard let targetStart = target.baseAddress else {
      // SAFETY: the only byte is read after its presence is checked.
      return unsafe source.count == 1 && sourceStart.load(as: UInt8.self) == 0
    }
    // SAFETY: both buffers are lent for the call, and their ends are handed on with them.
    var decoder = unsafe BlockDecompressor(
      source: sourceStart, sourceEnd: sourceStart + source.count, target: targetStart,
      targetEnd: targetStart + target.count)
    return decoder.run()
  }

  /// Returns the `byteCount` bytes that `source` gives, or nil when it gives another number.
  static func decompress(_ source: ByteView, byteCount: Int) -> ByteView? {
    guard byteCount >= 0, byteCount <= largestOriginalByteCount(of: source.count) else {
      return nil
    }
    let writer = ByteWriter(capacity: byteCount)
    // SAFETY: `reserve` made room for `byteCount` bytes, and all are written when the source is
    // well formed; otherwise they are not used.
    let room = unsafe UnsafeMutableRawBufferPointer(
      start: writer.reserve(byteCount), count: byteCount)
    guard unsafe source.withUnsafeBytes({ unsafe decompress($0, into: room) }) else { return nil }
    writer.advance(by: byteCount)
    return writer.finish()
  }
}
