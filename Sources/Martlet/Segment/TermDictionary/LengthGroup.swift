/// The lengths of up to eight terms of a block, each in one byte of a word.
///
/// Finds in a few instructions the next term that shares few enough bytes with the one before it,
/// and the start of its suffix.
struct LengthGroup {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080
  private static let lowHalves: UInt64 = 0x0F0F_0F0F_0F0F_0F0F

  private let sharedCounts: UInt64
  private let suffixCounts: UInt64
  /// For each term, the byte count of all suffixes up to and including its own.
  private let ends: UInt64
  /// The high bit of each term's byte.
  let all: UInt64

  /// Loads the first `count` of the lengths at `bytes`, where eight bytes are readable.
  @unsafe @inline(__always)
  init(_ bytes: UnsafeRawPointer, count: Int) {
    let present = UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- 8 &* count)
    // SAFETY: the caller ensures that eight bytes are readable.
    let lengths = unsafe UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)) & present
    sharedCounts = lengths &>> 4 & Self.lowHalves
    suffixCounts = lengths & Self.lowHalves
    // Without escapes a suffix has at most 14 bytes, so no sum overflows its byte.
    ends = suffixCounts &* Self.ones
    all = Self.highBits & present
  }

  /// True if one of the lengths is an escape; then the other members are not valid.
  @inline(__always)
  var hasEscape: Bool {
    ((sharedCounts &+ Self.ones) | (suffixCounts &+ Self.ones)) & (Self.ones &<< 4) != 0
  }

  /// The byte count of all suffixes.
  @inline(__always)
  var suffixByteCount: Int { Int(truncatingIfNeeded: ends &>> 56) }

  /// Returns the first of the terms `rest` that shares at most `limit` bytes with the one before
  /// it.
  @inline(__always)
  func first(of rest: UInt64, sharingAtMost limit: Int) -> Int? {
    // A limit of 14 lets all terms pass, and keeps each subtraction within its byte.
    let limits = UInt64(truncatingIfNeeded: min(limit, 14)) &* Self.ones | Self.highBits
    let found = (limits &- sharedCounts) & rest
    return found == 0 ? nil : found.trailingZeroBitCount &>> 3
  }

  /// Returns the terms after `term`.
  @inline(__always)
  func after(_ term: Int) -> UInt64 {
    all & (UInt64.max &- 1) &<< UInt64(truncatingIfNeeded: 8 &* term &+ 7)
  }

  @inline(__always)
  func shared(_ term: Int) -> Int { Self.byte(term, of: sharedCounts) }

  @inline(__always)
  func suffix(_ term: Int) -> Int { Self.byte(term, of: suffixCounts) }

  /// Returns the byte count of the suffixes before that of `term`.
  @inline(__always)
  func start(_ term: Int) -> Int { Self.byte(term, of: ends &- suffixCounts) }

  @inline(__always)
  private static func byte(_ term: Int, of word: UInt64) -> Int {
    Int(truncatingIfNeeded: word &>> UInt64(truncatingIfNeeded: 8 &* term) & 0xFF)
  }
}
