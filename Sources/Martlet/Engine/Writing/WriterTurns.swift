import Dispatch
import Synchronization

/// Lets one writer at a time run, in the order of arrival.
///
/// A writer that arrives while no other runs or waits goes on at once, on its own thread. A task
/// that has to wait blocks no thread. Tasks that have had to wait are resumed together, with the
/// last of them or after a millisecond, because waking a thread for each would take as long as a
/// small write. Used by any number of threads.
final class WriterTurns: Sendable {
  /// Resumes a task whose turn is over.
  private typealias Resumption = @Sendable () -> Void

  /// The longest time that a task whose turn is over waits to be resumed with others.
  private static let delay = DispatchTimeInterval.milliseconds(1)

  private let turn = Lock(())
  /// The queue of the waiting writers.
  private let queue = DispatchQueue(label: "martlet.write", qos: .userInitiated)
  private let waitingCount = Atomic(0)
  private let finished = Lock<[Resumption]>([])
  /// The queue that measures the delay while another turn lasts.
  private let clock = DispatchQueue(label: "martlet.write.clock", qos: .userInitiated)
  private let isClockSet = Atomic(false)
  private let yields = YieldClock()

  /// The number of writers that are waiting.
  var waiting: Int { waitingCount.load(ordering: .relaxed) }

  /// Runs `body` on the calling thread, which blocks until its turn comes.
  ///
  /// - Precondition: `body` does not wait for another turn.
  func sync<Result>(_ body: () throws -> Result) throws -> Result {
    if let result = try ifNobodyWrites(body) { return result }
    return try queue.sync { try waited(body).get() }
  }

  /// Runs `body` when its turn comes. If the task is cancelled before, it does not wait any longer.
  ///
  /// - Parameter mayBlock: True if `body` may wait for other processes, for which it gets a thread
  ///   that no other task needs.
  /// - Precondition: `body` does not wait for another turn.
  /// - Throws: `CancellationError`; the error of `body`.
  func async<Result: Sendable>(
    mayBlock: Bool = false, _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    if mayBlock {
      waitingCount.add(1, ordering: .relaxed)
    } else if let result = try ifNobodyWrites(body) {
      await yields.yieldIfDue()
      return result
    }
    let place = QueuedTurn<Result>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        place.wait(continuation)
        queue.async {
          let result = self.waited { () throws -> Result? in place.begin() ? try body() : nil }
          self.finish { place.end(result) }
        }
      }
    } onCancel: {
      place.cancel()
    }
  }

  /// Lets other tasks go on, beside one that would not wait for a long time.
  func yieldIfDue() async { await yields.yieldIfDue() }

  /// Runs `body` if no writer runs or waits, and returns its result. Otherwise counts the caller as
  /// waiting and returns nil.
  private func ifNobodyWrites<Result>(_ body: () throws -> Result) throws -> Result? {
    var result: Result?
    if waiting == 0 {
      try turn.withLockIfAvailable { _ in result = try body() }
    }
    if result == nil { waitingCount.add(1, ordering: .relaxed) }
    return result
  }

  private func waited<Result>(_ body: () throws -> Result) -> Swift.Result<Result, any Error> {
    var result: Swift.Result<Result, any Error>?
    turn.withLock { _ in
      waitingCount.subtract(1, ordering: .relaxed)
      result = Swift.Result { try body() }
    }
    guard let result else { preconditionFailure("the turn ended without a result") }
    return result
  }

  /// Resumes `next` and the tasks before it: at once if no writer waits, otherwise soon.
  private func finish(_ next: @escaping Resumption) {
    finished.withLock { $0.append(next) }
    if waiting == 0 { return resumeFinished() }
    guard !isClockSet.exchange(true, ordering: .relaxed) else { return }
    clock.asyncAfter(deadline: .now() + Self.delay) {
      self.isClockSet.store(false, ordering: .relaxed)
      self.resumeFinished()
    }
  }

  private func resumeFinished() {
    let due = finished.withLock { finished in
      defer { finished = [] }
      return finished
    }
    for resume in due { resume() }
  }
}
