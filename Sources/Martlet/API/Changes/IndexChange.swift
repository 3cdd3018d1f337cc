/// The documents that one or several writes have changed.
///
/// See ``SearchIndex/changes``.
public struct IndexChange<Key: SearchKey>: Sendable, Hashable {
  /// The number of the first state that has the changes.
  ///
  /// ``Snapshot/generation`` and ``SearchResults/generation`` of whatever is read from now on are
  /// at least this.
  public let generation: UInt64

  /// The keys of documents that were added or replaced, and not deleted again.
  public let putKeys: Set<Key>

  /// The keys that were deleted, and not put again, whether or not there were such documents.
  public let deletedKeys: Set<Key>

  /// A Boolean value that indicates whether the keys are those of all documents that have changed.
  ///
  /// If it is false, there are no keys, and any document may have changed: all were deleted at
  /// once, a slow consumer would have had to keep too many keys, a damaged part was left out, a key
  /// is not one of the type, another process has written so much that the keys were not in its log
  /// any more, or another process has written while this writer had given its lock away
  /// (``IndexOptions/WriterLock/perWrite``, ``SearchIndex/suspend()``).
  public let namesEveryKey: Bool

  init(_ changes: ChangeSet) {
    generation = changes.version
    var (put, deleted): (Set<Key>, Set<Key>) = ([], [])
    var hasUnknown = changes.hasUnknown
    for (bytes, isPut) in changes.keys {
      guard let key = Key(keyBytes: bytes) else {
        hasUnknown = true
        continue
      }
      if isPut { put.insert(key) } else { deleted.insert(key) }
    }
    namesEveryKey = !hasUnknown
    putKeys = hasUnknown ? [] : put
    deletedKeys = hasUnknown ? [] : deleted
  }
}
