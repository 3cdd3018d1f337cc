/// The lists of the words that were asked for last, over all segments of a snapshot.
///
/// With many segments, or with deleted documents, looking a word up takes longer than going through its
/// best documents: one dictionary after the other, and each list compared with the deletions. Somebody who
/// types asks for the same words with every key, so they are kept. Nothing in a snapshot changes, so
/// nothing that is kept is ever wrong.
///
/// Holds two generations of entries: when the younger one is full, the older one goes. Any thread may use
/// it.
///
/// - Complexity: a look-up is one or two in a hash table, under a lock. At most 512 words, and lists of
///   4 MiB that were made for beginnings of words.
final class ListCache: Sendable {
  /// A word, or all words with one beginning, scored in one way.
  struct Key: Hashable, Sendable {
    var field: FieldID
    var term: [UInt8]
    var isPrefix: Bool
    var parameters: BM25
  }

  /// The outcome of a look-up.
  struct Entry: Sendable {
    /// The list in each segment; nil where the segment has none.
    let lists: [PostingsList?]
    /// Live documents over all segments.
    let documentFrequency: Int
  }

  private struct Generations {
    var young: [Key: Entry] = [:]
    var old: [Key: Entry] = [:]
    /// Bytes of made lists in `young`.
    var byteCount = 0
  }

  private static let mostEntries = 256
  private static let mostBytes = 1 << 21

  private let generations = Lock(Generations())

  /// The entry of `key`, when it is still kept.
  func find(_ key: Key) -> Entry? {
    generations.withLock { generations in
      if let entry = generations.young[key] { return entry }
      guard let entry = generations.old[key] else { return nil }
      Self.insert(entry, for: key, in: &generations)
      return entry
    }
  }

  /// Keeps `entry`, unless it alone is too large.
  func insert(_ entry: Entry, for key: Key) {
    generations.withLock { Self.insert(entry, for: key, in: &$0) }
  }

  private static func insert(_ entry: Entry, for key: Key, in generations: inout Generations) {
    let byteCount = entry.lists.reduce(0) { $0 + ($1?.madeByteCount ?? 0) }
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
