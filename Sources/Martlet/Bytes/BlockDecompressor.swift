/// The hot loop that undoes ``BlockCompression``. Treats its source as hostile.
///
/// Most sequences are short and far from both ends; those are copied in steps of fixed size that
/// may write too much, which the next sequence overwrites. All others take the careful way, which
/// checks each length.
@safe
struct BlockDecompressor {
  /// The longest literals and match of a token without further length bytes.
  private static let shortLiterals = 14
  private static let shortMatch = 14 + BlockCompression.minimumMatch
  /// The bytes that the fast path may read: the literals in a step of 16, and an offset.
  private static let sourceMargin = 16 + 2
  /// The bytes that the fast path may write: the literals, and a match in steps of 16 and 8.
  private static let targetMargin = 16 + 24

  private var source: UnsafeRawPointer
  private let sourceEnd: UnsafeRawPointer
  private let targetStart: UnsafeMutableRawPointer
  private var target: UnsafeMutableRawPointer
  private let targetEnd: UnsafeMutableRawPointer

  /// - Precondition: the pointers are the bounds of memory that outlives this value.
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

  /// Bytes of the source not yet read.
  @inline(__always)
  private var sourceRest: Int { unsafe sourceEnd - source }

  /// Bytes of the target not yet written.
  @inline(__always)
  private var targetRest: Int { unsafe targetEnd - target }

  /// Fills the target; false when the source is not well formed, or is not for that many bytes.
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

  /// Copies a sequence without further length bytes; false, with nothing moved, when it is another.
  ///
  /// - Precondition: the margins remain.
  @inline(__always)
  private mutating func copyShort(_ token: Int) -> Bool {
    let literals = token &>> 4
    let length = (token & 15) &+ BlockCompression.minimumMatch
    guard literals <= Self.shortLiterals, length <= Self.shortMatch else { return false }
    // SAFETY: 16 bytes of literals, up to 14 of them meant, and the 2 bytes of the offset after
    // them lie in the source's margin. The match starts within what was written, for its offset
    // is compared with that; it reads 8 bytes before it writes them, at least 8 further on. All
    // writes, 14 literals and a step of 24, lie in the target's margin.
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

  /// Copies a sequence's literals. True when they end the source, nil when they do not fit.
  private mutating func copyLiterals(_ token: Int) -> Bool? {
    guard let length = length(from: token &>> 4), length <= sourceRest, length <= targetRest
    else { return nil }
    // SAFETY: both have `length` bytes left (checked above), and are different memory.
    unsafe target.copyMemory(from: source, byteCount: length)
    unsafe source += length
    unsafe target += length
    return sourceRest == 0
  }

  /// Copies a sequence's match; false when there is none, or it does not fit.
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

  /// A length that starts with 4 bits of the token; nil when it does not end, or is too large.
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

  /// Appends `byteCount` bytes, the first of which is `offset` before the end so far.
  @unsafe
  private mutating func repeatBytes(from offset: Int, byteCount: Int) {
    let end = unsafe target + byteCount
    var match = unsafe UnsafeRawPointer(target - offset)
    // SAFETY: the caller made sure that the match starts within what was written, and that the
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
