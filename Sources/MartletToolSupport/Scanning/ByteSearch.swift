/// Finds a sequence of bytes in memory, comparing sixteen offsets at a time.
///
/// The whole needle is compared only at offsets where its first and last bytes match (Muła,
/// "SIMD-friendly algorithms for substring searching", 2016).
///
/// - Complexity: O(haystack) in practice, O(haystack · needle) for adversarial texts.
enum ByteSearch {
  private typealias Lanes = SIMD16<UInt8>

  /// Returns the first offset in `range` of `haystack` at which `needle` begins, if it also ends
  /// within the range; nil if there is none.
  ///
  /// - Precondition: `needle` is not empty and `range` lies within `haystack`.
  static func firstMatch(of needle: [UInt8], in haystack: [UInt8], range: Range<Int>) -> Int? {
    precondition(!needle.isEmpty, "the needle must not be empty")
    precondition(
      range.lowerBound >= 0 && range.upperBound <= haystack.count,
      "range \(range) exceeds a haystack of \(haystack.count) bytes")
    let last = range.upperBound - needle.count
    guard range.lowerBound <= last else { return nil }
    return unsafe haystack.withUnsafeBytes { bytes in
      unsafe search(bytes, for: needle, from: range.lowerBound, through: last)
    }
  }

  /// Returns true if any lane of the mask is set.
  @inline(__always)
  private static func isAnySet(_ mask: SIMDMask<SIMD16<Int8>>) -> Bool {
    // SAFETY: a mask of sixteen 8-bit lanes and two 64-bit numbers are both sixteen bytes of bits.
    let halves = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] != 0
  }

  /// Returns the first match from offset `start` to offset `last`, the last one at which the needle
  /// fits.
  private static func search(
    _ bytes: UnsafeRawBufferPointer,
    for needle: [UInt8],
    from start: Int,
    through last: Int
  ) -> Int? {
    let tail = needle.count &- 1
    let firsts = Lanes(repeating: needle[0])
    let lasts = Lanes(repeating: needle[tail])
    var place = start
    while place &+ Lanes.scalarCount &- 1 <= last {
      // SAFETY: the sixteen bytes at `place` and the sixteen at `place + tail` end at or before
      // `last + tail`, the last byte of the range that the caller checked.
      let heads = unsafe bytes.loadUnaligned(fromByteOffset: place, as: Lanes.self)
      let tails = unsafe bytes.loadUnaligned(fromByteOffset: place &+ tail, as: Lanes.self)
      let candidates = (heads .== firsts) .& (tails .== lasts)
      if let match = unsafe firstMatch(candidates, in: bytes, at: place, needle) { return match }
      place &+= Lanes.scalarCount
    }
    while place <= last {
      if unsafe matches(bytes, at: place, needle) { return place }
      place &+= 1
    }
    return nil
  }

  /// Returns the first of sixteen offsets that is a candidate and has the whole needle.
  @inline(__always)
  private static func firstMatch(
    _ candidates: SIMDMask<SIMD16<Int8>>,
    in bytes: UnsafeRawBufferPointer,
    at place: Int,
    _ needle: [UInt8]
  ) -> Int? {
    guard isAnySet(candidates) else { return nil }
    for lane in 0..<Lanes.scalarCount where candidates[lane] {
      if unsafe matches(bytes, at: place &+ lane, needle) { return place &+ lane }
    }
    return nil
  }

  private static func matches(
    _ bytes: UnsafeRawBufferPointer,
    at place: Int,
    _ needle: [UInt8]
  ) -> Bool {
    for index in needle.indices {
      // SAFETY: the whole needle fits at `place`.
      if unsafe bytes[place &+ index] != needle[index] { return false }
    }
    return true
  }
}
