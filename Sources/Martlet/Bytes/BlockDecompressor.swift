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
