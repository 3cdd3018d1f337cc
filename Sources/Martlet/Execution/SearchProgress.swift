import Synchronization

/// The state that the threads of one search share: the score that a document must exceed, and the
/// number of documents counted.
///
/// Each thread keeps the best documents that it has found itself. Once it has as many as are
/// wanted, the worst of them is a limit for all threads, because that many documents at least as
/// good are known. So every thread drops only documents that cannot be among the best of all.
final class SearchProgress: Sendable {
  private let worstKey: Atomic<UInt64>
  private let counted: Atomic<Int>

  /// - Parameters:
  ///   - worst: A key that at least as many documents reach as are wanted; see
  ///     ``TopDocuments/worst``.
  ///   - count: The number of documents that were counted before.
  init(worst: UInt64, count: Int) {
    worstKey = Atomic(worst)
    counted = Atomic(count)
  }

  /// The highest key that any thread has reported.
  var worst: UInt64 { worstKey.load(ordering: .relaxed) }

  /// The number of documents that all threads have counted.
  var count: Int { counted.load(ordering: .relaxed) }

  /// Reports a thread's worst key, and returns the highest.
  func raise(to key: UInt64) -> UInt64 {
    worst < key ? worstKey.max(key, ordering: .relaxed).newValue : worst
  }

  /// Adds to the count, and returns the count of all threads.
  func add(count: Int) -> Int {
    counted.wrappingAdd(count, ordering: .relaxed).newValue
  }
}
