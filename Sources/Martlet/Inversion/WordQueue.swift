/// The words that wait to be added to a field, some dozens at a time.
///
/// A word that is not in the ``WordCache`` has to be looked up in a table that may be larger than
/// the processor's caches. One look-up after another would wait for memory twice per word; here the
/// look-ups of many words wait together. This is group prefetching (Chen, Ailamaki, Gibbons, Mowry,
/// 2004, "Improving hash join performance through prefetching"). Plain loads are sufficient,
/// because nothing depends on their results until the next pass.
///
/// The order of the words is kept. Used by one thread.
@safe
final class WordQueue {
  /// A word in the queue.
  struct Word: BitwiseCopyable {
    var termID: UInt32
    var positionIncrement: Int32
  }

  /// A word whose term ID is still to be looked up.
  private struct OpenWord: BitwiseCopyable {
    var key: WordKey
    var hash: UInt64
    var slot: UInt64
    var termID: UInt32
    var count: Int32
    var index: Int32
  }

  /// Terms of the last word that was added, which stand after it: positions in the upper halves,
  /// terms in the lower.
  let held = GrowingArray<UInt64>(capacity: 8)
  /// The number of words.
  private(set) var count = 0
  private var openCount = 0
  private let words = UnsafeMutablePointer<Word>.allocate(capacity: capacity)
  private let openWords = UnsafeMutablePointer<OpenWord>.allocate(capacity: openCapacity)

  private static let capacity = 128
  private static let openCapacity = 32

  init() {}

  deinit {
    unsafe words.deallocate()
    unsafe openWords.deallocate()
  }

  /// True if words have to be removed before another one can be appended.
  @inline(__always)
  var isFull: Bool { count == Self.capacity || openCount == Self.openCapacity }

  /// Appends a word.
  ///
  /// - Precondition: The queue is not full.
  @inline(__always)
  func append(_ word: FoundWord, of text: Span<UInt8>, _ termIDs: TermIDCache) {
    let length = word.byteCount
    var termID = TermTable.unknown
    if length <= WordKey.longest, length > 0 {
      let key = termIDs.known(WordKey(text, at: word.firstByte, count: length))
      let hash = WordHash.hash(key, length, seed: termIDs.seed)
      // No branch here: it would often be mispredicted, and be resolved only after the load.
      let (known, isKnown) = termIDs.cache.termID(of: key, length, hash: hash)
      termID = known
      // SAFETY: the queue is not full.
      unsafe openWords[openCount] = OpenWord(
        key: key, hash: hash, slot: 0, termID: 0, count: Int32(truncatingIfNeeded: length),
        index: Int32(truncatingIfNeeded: count))
      openCount &+= isKnown ? 0 : 1
    } else {
      termID = termIDs.termID(ofLong: text.extracting(word.bytes))
    }
    // SAFETY: the queue is not full.
    unsafe words[count] = Word(
      termID: termID, positionIncrement: Int32(clamping: word.positionIncrement))
    count &+= 1
  }

  /// Looks up the open words, so that all have their term IDs.
  func lookUp(_ termIDs: TermIDCache) {
    let table = termIDs.words
    // SAFETY: all indices are below the counts.
    for index in 0..<openCount {
      unsafe openWords[index].slot = table.firstSlot(of: openWords[index].hash)
    }
    for index in 0..<openCount {
      unsafe openWords[index].termID = table.termID(in: openWords[index].slot)
    }
    for index in 0..<openCount {
      let word = unsafe openWords[index]
      let count = Int(word.count)
      var termID = word.termID
      if !table.leads(word.slot, to: word.key, count, hash: word.hash)
        || termID == TermTable.unknown
      {
        termID = termIDs.termID(of: word.key, count, hash: word.hash)
      }
      unsafe words[Int(word.index)].termID = termID
      termIDs.cache.set(
        termID, of: word.key, count, hash: word.hash, wordCount: table.stringCount)
    }
    openCount = 0
  }

  /// The word at `index`, which has its term ID after ``lookUp(_:)``.
  @inline(__always)
  subscript(index: Int) -> Word {
    checkInvariant(index >= 0 && index < count, "word \(index) is outside a queue of \(count)")
    // SAFETY: below the count, as the caller ensures.
    return unsafe words[index]
  }

  /// Empties the queue.
  func removeAll() { count = 0 }
}
