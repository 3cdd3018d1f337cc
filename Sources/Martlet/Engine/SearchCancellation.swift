import Synchronization

/// Whether the task that wants an answer was cancelled, for threads that are not the task's.
final class SearchCancellation: Sendable {
  private let flag = Atomic(false)

  /// Whether the task was cancelled.
  var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Notes that the task was cancelled.
  func request() { flag.store(true, ordering: .relaxed) }
}
