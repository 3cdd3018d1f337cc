/// The hash of a word, for tables in memory only; its values are never stored.
///
/// One multiplication of 64 × 64 bits for up to 16 bytes, which covers nearly all words, as in
/// wyhash (Wang Yi, 2019), and one more for every further 16. Both factors include a secret number
/// that differs each time a program runs, so that nobody can prepare a text whose words all
/// collide.
enum WordHash {
  /// The seed of all tables, constant while the program runs.
  static let seed = UInt64.random(in: .min ... .max)

  private static let factor: UInt64 = 0xA076_1D64_78BD_642F

  /// Returns the hash of a word of `count` bytes, at most ``WordKey/longest``.
  @inline(__always)
  static func hash(_ key: WordKey, _ count: Int, seed: UInt64) -> UInt64 {
    // The halves of the seed are exchanged, so that what cancels it in one factor does not in the
    // other.
    let other = factor ^ (seed &<< 32 | seed &>> 32)
    return mix(key.low ^ seed, (key.high ^ other) &+ UInt64(truncatingIfNeeded: count))
  }

  /// Returns the hash of a word of any length.
  @inline(__always)
  static func hash(_ word: Span<UInt8>, seed: UInt64) -> UInt64 {
    guard !word.isEmpty else { return seed }
    if word.count <= WordKey.longest {
      return hash(WordKey(word, at: 0, count: word.count), word.count, seed: seed)
    }
    return hashLong(word, seed: seed)
  }

  @inline(never)
  private static func hashLong(_ word: Span<UInt8>, seed: UInt64) -> UInt64 {
    let count = word.count
    let step = WordKey.longest
    var state = seed
    var offset = 0
    while count &- offset > step {
      state = hash(WordKey(word, at: offset, count: step), count, seed: state)
      offset &+= step
    }
    // The last key may overlap the one before.
    let last = WordKey(word, at: count &- step, count: step)
    return hash(last, count, seed: state)
  }

  @inline(__always)
  private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.low ^ product.high
  }
}
