import Synchronization

/// The knowledge that all keys of a segment can be read as the program's key type, so that hits
/// need not be checked one by one.
///
/// No search waits for it. Each search that had to check some keys checks a few more, until all are
/// known to be valid; from then on a hit's key costs nothing before it is read. Any thread may use
/// it.
final class KeyAcceptance: Sendable {
  /// The number of keys of a segment that are known to be valid, and their type.
  private struct Progress {
    var type: ObjectIdentifier?
    var next = 0
  }

  /// The number of keys that are checked for each one that a search had to check.
  private static let eagerness = 8

  /// The identifier of the type that all keys have; 0 while that is not known.
  private let type = Atomic<UInt>(0)
  private let progress = Lock(Progress())

  /// Returns true if all keys are known to be keys of `type`.
  @inline(__always)
  func holds(for type: ObjectIdentifier) -> Bool {
    self.type.load(ordering: .acquiring) == UInt(bitPattern: type)
  }

  /// Checks some more of a segment's keys, after a search had to check `count`.
  ///
  /// Gives up for good at the first key that is not valid; a search that finds its document reports
  /// it.
  ///
  /// - Parameter accepts: Returns true if the key of a document can be read as a key of `type`.
  func advance(
    after count: Int, of documentCount: Int, _ type: ObjectIdentifier,
    accepts: (DocumentID) -> Bool
  ) {
    _ = progress.withLockIfAvailable { progress in
      if progress.type != type { progress = Progress(type: type) }
      let end = min(documentCount, progress.next + count * Self.eagerness)
      while progress.next < end {
        guard accepts(DocumentID(truncatingIfNeeded: progress.next)) else {
          progress.next = .max / 2
          return
        }
        progress.next += 1
      }
      guard progress.next == documentCount else { return }
      self.type.store(UInt(bitPattern: type), ordering: .releasing)
    }
  }
}
