import Dispatch
import Synchronization

/// Lets other tasks go on beside one that calls the index again and again.
///
/// All tasks of a priority share as many threads as there are processors. A task in a loop of calls
/// that never suspend would keep one of them for itself. Used by any number of threads.
///
/// - Complexity: some tens of nanoseconds, and some microseconds once in a millisecond.
final class YieldClock: Sendable {
  /// The millisecond in which a task last yielded its thread.
  private let lastYield = Atomic<UInt64>(0)

  /// Yields the thread of the task at the first call in each millisecond.
  func yieldIfDue() async {
    let now = DispatchTime.now().uptimeNanoseconds / 1_000_000
    if lastYield.exchange(now, ordering: .relaxed) != now { await Task.yield() }
  }
}
