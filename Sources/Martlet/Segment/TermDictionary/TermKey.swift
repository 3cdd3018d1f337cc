/// The bytes of a term to be looked up, compared eight at a time.
///
/// Borrows the bytes: it must not outlive the call that was given them.
@unsafe
struct TermKey {
  private let start: UnsafeRawPointer
  /// The number of bytes.
  let count: Int
  /// The last eight bytes; all bytes, followed by zeros, when there are fewer.
  private let tail: UInt64

  /// Creates a key of the bytes of `term`; `anything` is any valid address, for an empty term.
  @inline(__always)
  init(_ term: UnsafeBufferPointer<UInt8>, or anything: UnsafeRawPointer) {
    unsafe start = term.baseAddress.map { unsafe UnsafeRawPointer($0) } ?? anything
    unsafe count = term.count
    if unsafe count >= 8 {
      // SAFETY: the eight bytes end where the term ends.
      unsafe tail = UInt64(
        littleEndian: start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
    } else {
      var bytes: UInt64 = 0
      for index in unsafe 0..<count {
        unsafe bytes |= UInt64(term[index]) &<< UInt64(index &* 8)
      }
      unsafe tail = bytes
    }
  }

  /// Returns the byte at `offset`, which is less than `count`.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    // SAFETY: the caller ensures that the byte is one of the term's.
    unsafe start.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// Returns the eight bytes from `offset`, which is less than `count`, with zeros after the end.
  @inline(__always)
  private func word(at offset: Int) -> UInt64 {
    if unsafe offset &+ 8 <= count {
      // SAFETY: in bounds (checked above).
      return unsafe UInt64(
        littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    let excess = unsafe offset &+ 8 &- max(8, count)
    return unsafe tail &>> UInt64(truncatingIfNeeded: excess &* 8)
  }

  /// Returns the number of bytes from `offset` that equal those at `other`, at most `limit`.
  ///
  /// Seven bytes after any of the `limit` bytes at `other` must be readable too.
  @inline(__always)
  func sharedByteCount(from offset: Int, with other: UnsafeRawPointer, limit: Int) -> Int {
    let limit = unsafe min(limit, count &- offset)
    var shared = 0
    while shared < limit {
      // SAFETY: `shared` is one of `limit` bytes, after each of which seven are readable.
      let bytes = unsafe UInt64(
        littleEndian: other.loadUnaligned(fromByteOffset: shared, as: UInt64.self))
      let difference = unsafe bytes ^ word(at: offset &+ shared)
      if difference != 0 {
        return min(limit, shared &+ (difference.trailingZeroBitCount &>> 3))
      }
      shared &+= 8
    }
    return limit
  }
}
