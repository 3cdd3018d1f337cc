/// The failures that a batch survives once `write` has returned.
///
///     level      the process is killed     power is lost
///     full       every batch               every batch
///     normal     every batch               all but those of the last tenth of a second
///     none       the last checkpoint       the last checkpoint
///
/// The surviving batches are always all those up to one of them, each of them whole. No level can
/// damage an index, because every level orders and syncs checkpoints. At level `full`, each batch
/// is synced at once; at `normal`, 100 milliseconds after the first batch that waits for a sync, or
/// with the first MiB, also if the index is released before. A process that ends without closing
/// the index leaves the last of them to the system, or to the next writer. Checkpoints,
/// ``SearchIndex/close(discardingUnsaved:)`` and ``SearchIndex/flush()`` sync too. Before an app is
/// suspended, ``SearchIndex/flush()`` makes the last batches safe; in a folder that it shares, it
/// calls ``SearchIndex/suspend()``.
public enum Durability: UInt8, Sendable, Hashable, Comparable {
  /// Batches are kept in memory until a checkpoint.
  case none = 0
  /// Batches are passed to the operating system, and synced soon afterwards.
  case normal = 1
  /// Each batch is on the medium before `write` returns. Several writers share a sync.
  case full = 2

  public static func < (left: Durability, right: Durability) -> Bool {
    left.rawValue < right.rawValue
  }
}
