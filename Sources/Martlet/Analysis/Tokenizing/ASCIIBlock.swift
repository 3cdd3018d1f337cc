/// A classification of 64 bytes by the rules for ASCII words, one bit per byte.
///
/// Sixteen bytes are compared at once (Lemire and Langdale, 2019, "Parsing gigabytes of JSON per
/// second", find structure the same way).
struct ASCIIBlock {
  /// The number of bytes.
  static let count = 64

  /// The letters, digits and underscores.
  let inside: UInt64
  /// The signs that need a closer look.
  ///
  /// `'` `,` `.` `;` may join the characters on both sides, ``JoinedWordSink`` examines the text
  /// beside `#` `+` `-` `.`, and an underscore may be no word by itself.
  let signs: UInt64
  /// The bytes that are not ASCII.
  let beyond: UInt64

  /// Reads the bytes of `text` from `start`, at most 64, as if zeros followed.
  ///
  /// - Precondition: `start` lies within the text.
  @inline(__always)
  init(_ text: Span<UInt8>, from start: Int) {
    precondition(start >= 0 && start < text.count, "byte \(start) is outside \(text.count) bytes")
    // SAFETY: `start` is in bounds (checked above), and as many bytes as remain may be read.
    self = unsafe text.withUnsafeBufferPointer { bytes in
      unsafe Self(
        at: bytes.baseAddress.unsafelyUnwrapped + start, count: bytes.count &- start)
    }
  }

  /// Reads `count` bytes from `start`, at most 64, as if zeros followed.
  @unsafe @inline(__always)
  private init(at start: UnsafePointer<UInt8>, count: Int) {
    guard count < Self.count else {
      unsafe self.init(at: start)
      return
    }
    // SAFETY: the caller provides `count` bytes, fewer than 64; the rest is zero.
    var padded = (SIMD16<UInt8>(), SIMD16<UInt8>(), SIMD16<UInt8>(), SIMD16<UInt8>())
    self = unsafe withUnsafeMutableBytes(of: &padded) { bytes in
      unsafe bytes.baseAddress.unsafelyUnwrapped.copyMemory(from: start, byteCount: count)
      return unsafe Self(
        at: bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self))
    }
  }

  /// Reads 64 bytes from `start`.
  @unsafe @inline(__always)
  private init(at start: UnsafePointer<UInt8>) {
    var inside: UInt64 = 0
    var signs: UInt64 = 0
    var all = SIMD16<UInt8>()
    for part in 0..<4 {
      let bytes = unsafe Self.bytes(start, part)
      let letters = ((bytes | Self.all(0x20)) &- Self.all(0x61)) .< Self.all(26)
      let digits = (bytes &- Self.all(0x30)) .< Self.all(10)
      let underscores = bytes .== Self.all(0x5F)
      // The first range is `+` `,` `-` `.`, the second `#` and `'`.
      let ranges =
        ((bytes &- Self.all(0x2B)) .< Self.all(4))
        .| ((bytes | Self.all(0x04)) .== Self.all(0x27))
      let shift = UInt64(part &* 16)
      inside |= Self.bits(letters .| digits .| underscores) &<< shift
      signs |= Self.bits(ranges .| underscores .| (bytes .== Self.all(0x3B))) &<< shift
      all |= bytes
    }
    self.inside = inside
    self.signs = signs
    let halves = unsafe unsafeBitCast(all, to: SIMD2<UInt64>.self)
    let isASCII = (halves[0] | halves[1]) & 0x8080_8080_8080_8080 == 0
    beyond = isASCII ? 0 : unsafe Self.beyond(start)
  }

  @unsafe @inline(never)
  private static func beyond(_ start: UnsafePointer<UInt8>) -> UInt64 {
    var beyond: UInt64 = 0
    for part in 0..<4 {
      beyond |= bits(unsafe bytes(start, part) .>= all(0x80)) &<< UInt64(part &* 16)
    }
    return beyond
  }

  @unsafe @inline(__always)
  private static func bytes(_ start: UnsafePointer<UInt8>, _ part: Int) -> SIMD16<UInt8> {
    // SAFETY: the caller provides 64 readable bytes; any alignment is allowed.
    unsafe UnsafeRawPointer(start).loadUnaligned(
      fromByteOffset: part &* 16, as: SIMD16<UInt8>.self)
  }

  /// Returns a vector with the same byte in all lanes. The operators on a vector and a scalar are
  /// not compiled to vector instructions (20 times slower, Swift 6.3).
  @inline(__always)
  private static func all(_ byte: UInt8) -> SIMD16<UInt8> { SIMD16(repeating: byte) }

  /// Returns one bit per lane, the first lane lowest. A multiplication gathers the lowest bits of
  /// each half.
  @inline(__always)
  private static func bits(_ mask: SIMDMask<SIMD16<Int8>>) -> UInt64 {
    let halves = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    let gather: UInt64 = 0x0102_0408_1020_4080
    let lowest: UInt64 = 0x0101_0101_0101_0101
    let low = ((halves[0] & lowest) &* gather) &>> 56
    let high = ((halves[1] & lowest) &* gather) &>> 56
    return low | high &<< 8
  }
}
