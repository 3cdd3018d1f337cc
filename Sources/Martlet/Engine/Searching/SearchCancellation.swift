import Synchronization

/// A flag that says whether the task that runs a search was cancelled, readable from any thread.
final class SearchCancellation: Sendable {
  private let flag = Atomic(false)

  /// True if the task was cancelled.
  var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Records that the task was cancelled.
  func request() { flag.store(true, ordering: .relaxed) }
}
