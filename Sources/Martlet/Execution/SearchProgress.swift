import Synchronization

/// How far the threads of one search have come together: how good a document has to be, and how many
/// were counted.
///
/// Each thread keeps the best documents that it has found itself. Once it has as many as are wanted, its
/// worst is a limit for all: as many better ones are known. So every thread drops what cannot be among
/// the best of all, and never anything else.
final class SearchProgress: Sendable {
  private let worstKey: Atomic<UInt64>
  private let counted: Atomic<Int>

  /// - Parameters:
  ///   - worst: a key that as many documents reach as are wanted; see ``TopDocuments/worst``.
  ///   - count: the documents that were counted before.
  init(worst: UInt64, count: Int) {
    worstKey = Atomic(worst)
    counted = Atomic(count)
  }

  /// The highest key that any thread has told.
  var worst: UInt64 { worstKey.load(ordering: .relaxed) }

  /// The documents that all threads have counted.
  var count: Int { counted.load(ordering: .relaxed) }

  /// Tells a thread's worst key; returns the highest.
  func raise(to key: UInt64) -> UInt64 {
    worst < key ? worstKey.max(key, ordering: .relaxed).newValue : worst
  }

  /// Counts documents; returns how many all threads have counted.
  func add(count: Int) -> Int {
    counted.wrappingAdd(count, ordering: .relaxed).newValue
  }
}
