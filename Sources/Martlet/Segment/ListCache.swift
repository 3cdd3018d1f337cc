/// The lists of the most recently used words, over all segments of a snapshot.
///
/// With many segments, or with deleted documents, looking a word up takes longer than going through
/// its best documents: each segment's dictionary is searched, and each list is compared with the
/// deletions. Search as you type asks for the same words with every key press, so their lists are
/// kept. A snapshot never changes, so entries never become stale.
///
/// Holds two generations of entries: when the younger one is full, the older one is dropped. Any
/// thread may use it.
///
/// - Complexity: a look-up is one or two in a hash table, under a lock. Holds at most twice as many
///   words and bytes as a generation; of a snapshot these are 512 words, and 4 MiB of keys and of
///   lists that were made for queries.
final class ListCache: Sendable {
  /// Some words of a field, scored with some parameters.
  struct Key: Hashable, Sendable {
    var field: FieldID
    var words: Words
    var parameters: BM25
  }

  /// One word, all words with a prefix, those in some ranges, those that a pattern describes, or
  /// the documents of a query.
  enum Words: Hashable, Sendable {
    case term([UInt8])
    case prefix([UInt8])
    case ranges([TermRange])
    case pattern(TermPattern)
    /// The bytes of a query of a layer above this one; different queries have different bytes.
    case query([UInt8])

    /// The size of what may be large, in bytes.
    var byteCount: Int {
      switch self {
      case .term(let bytes), .prefix(let bytes), .query(let bytes): bytes.count
      case .ranges(let ranges): ranges.reduce(0) { $0 + $1.byteCount }
      case .pattern: 0
      }
    }
  }

  /// The result of a look-up.
  struct Entry: Sendable {
    /// The list in each segment; nil where the segment has none.
    let lists: [PostingsList?]
    /// The number of live documents with the word, over all segments.
    let documentFrequency: Int
  }

  private struct Generations {
    var young: [Key: Entry] = [:]
    var old: [Key: Entry] = [:]
    /// The byte count of the keys in `young`, and of its lists that were made for queries.
    var byteCount = 0
  }

  /// The most entries and bytes of a generation.
  private let mostEntries: Int
  private let mostBytes: Int

  private let generations = Lock(Generations())

  init(mostEntries: Int = 256, mostBytes: Int = 1 << 21) {
    self.mostEntries = mostEntries
    self.mostBytes = mostBytes
  }

  /// Returns the entry of `key`, or nil if it is not in the cache.
  func find(_ key: Key) -> Entry? {
    generations.withLock { generations in
      if let entry = generations.young[key] { return entry }
      guard let entry = generations.old[key] else { return nil }
      insert(entry, for: key, in: &generations)
      return entry
    }
  }

  /// Adds `entry`, unless it alone is too large.
  @inline(never)
  func insert(_ entry: Entry, for key: Key) {
    generations.withLock { insert(entry, for: key, in: &$0) }
  }

  private func insert(_ entry: Entry, for key: Key, in generations: inout Generations) {
    let byteCount = entry.lists.reduce(key.words.byteCount) { $0 + ($1?.madeByteCount ?? 0) }
    guard byteCount <= mostBytes else { return }
    if generations.young.count == mostEntries || generations.byteCount + byteCount > mostBytes {
      generations.old = generations.young
      generations.young = [:]
      generations.byteCount = 0
    }
    if generations.young.updateValue(entry, forKey: key) == nil {
      generations.byteCount += byteCount
    }
  }
}
