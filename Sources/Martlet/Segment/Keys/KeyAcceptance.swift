import Synchronization

/// What is known of a segment's keys: whether all of them are keys of the program's type, so that hits
/// need not be asked one by one.
///
/// Nobody waits for it. Each search that had to ask for some keys asks for a few more, until all are
/// known; from then on a hit's key costs nothing before it is read. Any thread may use it.
final class KeyAcceptance: Sendable {
  /// How far the keys of a segment have been looked at.
  private struct Progress {
    var type: ObjectIdentifier?
    var next = 0
  }

  /// So many keys are looked at for each that had to be.
  private static let eagerness = 8

  /// The type whose keys all are, by the number of its identifier; 0 while that is not known.
  private let type = Atomic<UInt>(0)
  private let progress = Lock(Progress())

  /// Whether all keys are known to be keys of `type`.
  @inline(__always)
  func holds(for type: ObjectIdentifier) -> Bool {
    self.type.load(ordering: .acquiring) == UInt(bitPattern: type)
  }

  /// Looks at some more of a segment's keys, after a search had to look at `count`; gives up for good
  /// at the first that is none, which a search reports that finds its document.
  ///
  /// - Parameter accepts: Whether the key of a document can be read, and is one of `type`.
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
