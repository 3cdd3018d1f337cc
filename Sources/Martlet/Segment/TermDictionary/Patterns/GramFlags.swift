/// The filter of a block of terms while they are written: a byte for each bit of a ``GramFilter``,
/// so that no gram waits for the one before it.
///
/// Used by one thread.
///
/// - Complexity: about 1 ns per byte of a term, and 30 per block.
@safe
final class GramFlags {
  private static let count = GramFilter.byteCount * 8

  // SAFETY: `count` bytes, each of them 0 or 1, freed with this object.
  private let flags: UnsafeMutablePointer<UInt8>

  init() {
    unsafe flags = .allocate(capacity: Self.count)
    unsafe flags.initialize(repeating: 0, count: Self.count)
  }

  deinit {
    unsafe flags.deallocate()
  }

  /// Adds the pairs and triples that end behind the first `start` bytes of a term, or with its end.
  @unsafe @inline(__always)
  func insert(_ term: UnsafePointer<UInt8>, count: Int, from start: Int) {
    guard count > 0 else { return }
    var index = max(1, start)
    // SAFETY: the caller provides `count` bytes; the indices are below that.
    var (before, last) = unsafe (
      index > 1 ? UInt32(term[index &- 2]) : 0, UInt32(term[index &- 1])
    )
    while index <= count {
      let next = unsafe index < count ? UInt32(term[index]) : 0
      // SAFETY: a gram's bit is below `count` of the flags.
      unsafe flags[GramFilter.bit(ofPair: last, next)] = 1
      if index > 1 { unsafe flags[GramFilter.bit(ofTriple: before, last, next)] = 1 }
      (before, last) = (last, next)
      index &+= 1
    }
  }

  /// Returns the filter of what was added, and forgets that.
  func take() -> GramFilter {
    var filter = GramFilter()
    let bytes = unsafe UnsafeMutableRawPointer(flags)
    for word in 0..<(Self.count / 64) {
      var bits: UInt64 = 0
      for part in 0..<8 {
        let offset = 64 * word + 8 * part
        // SAFETY: 8 of the flags. The product has the lowest bits of the 8 bytes in its highest
        // byte.
        let eight = unsafe UInt64(littleEndian: bytes.load(fromByteOffset: offset, as: UInt64.self))
        bits |= ((eight &* UInt64(0x0102_0408_1020_4080)) &>> 56) &<< UInt64(8 * part)
        unsafe bytes.storeBytes(of: 0, toByteOffset: offset, as: UInt64.self)
      }
      filter.words[word] = bits
    }
    return filter
  }
}
