/// The hash of a word, for tables in memory only; its values are never stored.
///
/// One multiplication of 64 × 64 bits for up to 16 bytes, which covers nearly all words, as in
/// wyhash (Wang Yi, 2019), and one more for every further 16. A secret number, different each time a
/// program runs, goes into both factors, so that a text whose words all meet in one place cannot be written
/// beforehand.
enum WordHash {
  /// The seed of all tables while the program runs.
  static let seed = UInt64.random(in: .min ... .max)

  private static let factor: UInt64 = 0xA076_1D64_78BD_642F

  /// The hash of a word of `count` bytes, at most ``WordKey/longest``.
  @inline(__always)
  static func hash(_ key: WordKey, _ count: Int, seed: UInt64) -> UInt64 {
    // The seed's halves trade places, so that what cancels it in one factor does not in the other.
    let other = factor ^ (seed &<< 32 | seed &>> 32)
    return mix(key.low ^ seed, (key.high ^ other) &+ UInt64(truncatingIfNeeded: count))
  }

  /// The hash of any word.
  @unsafe @inline(__always)
  static func hash(_ word: UnsafeBufferPointer<UInt8>, seed: UInt64) -> UInt64 {
    guard let start = word.baseAddress, word.count > 0 else { return seed }
    if word.count <= WordKey.longest {
      return unsafe hash(
        WordKey(start, word.count, readable: word.count), word.count, seed: seed)
    }
    return unsafe hashLong(start, word.count, seed: seed)
  }

  @unsafe @inline(never)
  private static func hashLong(
    _ start: UnsafePointer<UInt8>, _ count: Int, seed: UInt64
  ) -> UInt64 {
    let step = WordKey.longest
    var state = seed
    var offset = 0
    // SAFETY: every key lies within `count` bytes of `start`; the last one may overlap.
    while count &- offset > step {
      state = unsafe hash(WordKey(start + offset, step, readable: step), count, seed: state)
      offset &+= step
    }
    let last = unsafe WordKey(start + (count &- step), step, readable: step)
    return hash(last, count, seed: state)
  }

  @inline(__always)
  private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.low ^ product.high
  }
}
