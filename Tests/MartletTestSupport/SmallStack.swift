import Dispatch
import Foundation
import Synchronization

/// Threads with little stack, as those of queues and tasks have it, or less.
package enum SmallStack {
  /// Runs `body` on a thread of its own with a stack of so many KiB, and returns its result.
  package static func run<Result: Sendable>(
    kibibytes: Int, _ body: @escaping @Sendable () throws -> Result
  ) throws -> Result {
    let answer = ThreadAnswer<Result>()
    let thread = Thread {
      let result = Swift.Result { try body() }
      answer.result.withLock { $0 = result }
      answer.isThere.signal()
    }
    thread.stackSize = kibibytes << 10
    thread.start()
    answer.isThere.wait()
    guard let result = answer.result.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
  }
}

/// The result of a thread, for the one that waits for it.
private final class ThreadAnswer<Result: Sendable>: Sendable {
  let result = Mutex<Swift.Result<Result, any Error>?>(nil)
  let isThere = DispatchSemaphore(value: 0)
}
