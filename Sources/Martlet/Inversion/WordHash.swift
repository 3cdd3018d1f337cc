/// The hash of a word, for tables in memory only; its values are never stored.
///
/// Two multiplications of 64 × 64 bits for up to 16 bytes, which covers nearly all words, as in
/// wyhash (Wang Yi, 2019), and one more for every further 16.
enum WordHash {
  private static let key0: UInt64 = 0xA076_1D64_78BD_642F
  private static let key1: UInt64 = 0xE703_7ED1_A0B4_28DB

  /// The hash of `count` bytes at `bytes`.
  @unsafe @inline(__always)
  static func hash(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    let base = unsafe UnsafeRawPointer(bytes)
    var seed = key0
    var offset = 0
    // SAFETY: every load lies within `count` bytes of `base`.
    while count &- offset > 16 {
      seed = unsafe mix(load8(base + offset) ^ key1, load8(base + offset + 8) ^ seed)
      offset &+= 16
    }
    let (low, high) = unsafe ends(base + offset, count &- offset)
    return mix(key1 ^ UInt64(truncatingIfNeeded: count), mix(low ^ key1, high ^ seed))
  }

  /// Up to 16 bytes as two numbers that differ when the bytes do.
  @unsafe @inline(__always)
  private static func ends(_ base: UnsafeRawPointer, _ count: Int) -> (UInt64, UInt64) {
    if count >= 8 { return unsafe (load8(base), load8(base + count - 8)) }
    return unsafe (short(base, count), 0)
  }

  /// Up to 8 bytes as one number: equal for equal bytes of equal count, and only then.
  @unsafe @inline(__always)
  static func short(_ base: UnsafeRawPointer, _ count: Int) -> UInt64 {
    if count >= 4 {
      let first = unsafe UInt64(base.loadUnaligned(as: UInt32.self))
      let last = unsafe UInt64((base + count - 4).loadUnaligned(as: UInt32.self))
      return first | last &<< 32
    }
    if count == 0 { return 0 }
    let first = unsafe UInt64(base.load(as: UInt8.self))
    let middle = unsafe UInt64(base.load(fromByteOffset: count &>> 1, as: UInt8.self))
    let last = unsafe UInt64(base.load(fromByteOffset: count &- 1, as: UInt8.self))
    return first &<< 16 | middle &<< 8 | last
  }

  @unsafe @inline(__always)
  private static func load8(_ base: UnsafeRawPointer) -> UInt64 {
    unsafe base.loadUnaligned(as: UInt64.self)
  }

  @inline(__always)
  private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.low ^ product.high
  }
}
