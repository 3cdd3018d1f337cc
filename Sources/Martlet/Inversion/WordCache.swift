/// What the frequent words mean, in memory that fits into the processor's second cache.
///
/// Eight thousand words make up four fifths of the English Wikipedia. In a ``TermTable`` of hundreds
/// of thousands of words each of them shares its slot's cache line with words that are rare; here
/// they lie together, with all that a look-up needs in one place. Each word has one place, taken by the
/// last one that came. Used by one thread.
///
/// - Complexity: O(1) per look-up.
@safe
final class WordCache {
  private struct Entry: BitwiseCopyable {
    var low: UInt64 = 0
    var high: UInt64 = 0
    /// 0 while the entry is free.
    var count: UInt32 = 0
    var meaning: UInt32 = 0
  }

  private var entries: UnsafeMutablePointer<Entry>
  private var bits: UInt64

  private static let firstBits: UInt64 = 6
  private static let lastBits: UInt64 = 13

  init() {
    bits = Self.firstBits
    unsafe entries = Self.emptyEntries(bits)
  }

  deinit {
    unsafe entries.deallocate()
  }

  @unsafe
  private static func emptyEntries(_ bits: UInt64) -> UnsafeMutablePointer<Entry> {
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: 1 &<< Int(bits))
    unsafe entries.initialize(repeating: Entry(), count: 1 &<< Int(bits))
    return unsafe entries
  }

  /// Bytes of memory held.
  var memory: Int { MemoryLayout<Entry>.stride &<< Int(bits) }

  /// The meaning of a word of `count` bytes, and whether it is here.
  @inline(__always)
  func meaning(of key: WordKey, _ count: Int, hash: UInt64) -> (UInt32, isKnown: Bool) {
    // SAFETY: the highest `bits` bits of a number are below 2 to the power of `bits`.
    let entry = unsafe entries + Int(truncatingIfNeeded: hash &>> (64 &- bits))
    let differences =
      unsafe (entry.pointee.low ^ key.low) | (entry.pointee.high ^ key.high)
      | UInt64(entry.pointee.count ^ UInt32(truncatingIfNeeded: count))
    return unsafe (entry.pointee.meaning, differences == 0)
  }

  /// Remembers the meaning of a word of `count` bytes, one of `wordCount` so far.
  func set(_ meaning: UInt32, of key: WordKey, _ count: Int, hash: UInt64, wordCount: Int) {
    if bits < Self.lastBits, wordCount &>> Int(bits) > 0 { grow() }
    // SAFETY: as above.
    unsafe entries[Int(truncatingIfNeeded: hash &>> (64 &- bits))] = Entry(
      low: key.low, high: key.high, count: UInt32(truncatingIfNeeded: count), meaning: meaning)
  }

  /// The entries are forgotten: they come back with the next words.
  private func grow() {
    bits = min(bits + 2, Self.lastBits)
    unsafe entries.deallocate()
    unsafe entries = Self.emptyEntries(bits)
  }
}
