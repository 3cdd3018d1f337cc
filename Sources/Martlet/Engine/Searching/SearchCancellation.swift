import Synchronization

/// A flag that says whether the task that runs a search was cancelled, readable from any thread.
final class SearchCancellation: Sendable {
  private let flag = Atomic(false)

  /// True if the task was cancelled.
  var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Records that the task was cancelled.
  func request() { flag.store(true, ordering: .relaxed) }

  private static let yields = YieldClock()

  /// Returns the result of a search in the current task.
  ///
  /// - Parameter search: Gets a closure that says whether the task was cancelled.
  /// - Throws: `CancellationError` in place of the code `cancelled`; any other error of `search`.
  static func run<Result>(
    _ search: (@escaping @Sendable () -> Bool) throws -> Result
  ) async throws -> Result {
    let cancellation = SearchCancellation()
    let result = await withTaskCancellationHandler {
      Swift.Result { try search { cancellation.isRequested } }
    } onCancel: {
      cancellation.request()
    }
    await yields.yieldIfDue()
    do {
      return try result.get()
    } catch let error as SearchError where error.code == .cancelled {
      throw CancellationError()
    }
  }
}
