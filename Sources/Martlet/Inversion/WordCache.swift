/// A cache of the term IDs of frequent words that fits into the processor's second cache.
///
/// Eight thousand words make up four fifths of the English Wikipedia. In a ``TermTable`` of
/// hundreds of thousands of words, each of them shares the cache line of its slot with rare words.
/// Here the frequent words lie together, each with all that a look-up needs. The cache is
/// direct-mapped: a word has one possible entry, and the last word that came has it. Used by one
/// thread.
///
/// - Complexity: O(1) per look-up.
@safe
final class WordCache {
  private struct Entry: BitwiseCopyable {
    var low: UInt64 = 0
    var high: UInt64 = 0
    /// The bytes of the word; 0 while the entry is free.
    var count: UInt32 = 0
    var termID: UInt32 = 0
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

  /// The memory held, in bytes.
  var memory: Int { MemoryLayout<Entry>.stride &<< Int(bits) }

  /// Returns the term ID of a word of `count` bytes, and whether the word is in the cache.
  @inline(__always)
  func termID(of key: WordKey, _ count: Int, hash: UInt64) -> (UInt32, isKnown: Bool) {
    // SAFETY: the highest `bits` bits of a number are below 2 to the power of `bits`.
    let entry = unsafe entries + Int(truncatingIfNeeded: hash &>> (64 &- bits))
    let differences =
      unsafe (entry.pointee.low ^ key.low) | (entry.pointee.high ^ key.high)
      | UInt64(entry.pointee.count ^ UInt32(truncatingIfNeeded: count))
    return unsafe (entry.pointee.termID, differences == 0)
  }

  /// Stores the term ID of a word of `count` bytes. The cache grows with `wordCount`, the number of
  /// words in the table.
  func set(_ termID: UInt32, of key: WordKey, _ count: Int, hash: UInt64, wordCount: Int) {
    if bits < Self.lastBits, wordCount &>> Int(bits) > 0 { grow() }
    // SAFETY: as above.
    unsafe entries[Int(truncatingIfNeeded: hash &>> (64 &- bits))] = Entry(
      low: key.low, high: key.high, count: UInt32(truncatingIfNeeded: count), termID: termID)
  }

  /// Enlarges the cache. Its entries are lost; they come back with the next words.
  private func grow() {
    bits = min(bits + 2, Self.lastBits)
    unsafe entries.deallocate()
    unsafe entries = Self.emptyEntries(bits)
  }
}
