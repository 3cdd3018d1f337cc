/// What a batch that `write` returned for survives.
///
/// No level can damage an index: checkpoints are ordered and synced at each of them.
///
///     level      the process is killed     power is lost
///     full       every batch               every batch
///     normal     every batch               all but the batches since the last sync
///     none       the last checkpoint       the last checkpoint
public enum Durability: UInt8, Sendable, Hashable, Comparable {
  /// Batches are kept in memory until a checkpoint.
  case none = 0
  /// Batches are handed to the operating system; a checkpoint makes them durable.
  case normal = 1
  /// Each batch is on the medium before `write` returns.
  case full = 2

  public static func < (left: Durability, right: Durability) -> Bool {
    left.rawValue < right.rawValue
  }
}
