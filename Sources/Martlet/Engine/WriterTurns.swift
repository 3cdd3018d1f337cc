import Dispatch
import Synchronization

/// Lets writers in one after the other, in the order in which they come.
///
/// Who comes while nobody writes, or waits, goes on where it is; a task that has to wait blocks no
/// thread. Tasks that have waited go on together, with the last of them or after a millisecond, because
/// waking a thread for each would take as long as a small write. Used by any number of threads.
final class WriterTurns: Sendable {
  /// Lets a task go on whose turn is over.
  private typealias Resumption = @Sendable () -> Void

  /// The time that a task whose turn is over waits for others.
  private static let delay = DispatchTimeInterval.milliseconds(1)

  private let turn = Lock(())
  /// The queue of the others.
  private let queue = DispatchQueue(label: "martlet.write", qos: .userInitiated)
  private let waitingCount = Atomic(0)
  private let finished = Lock<[Resumption]>([])
  /// The queue on which the delay passes while another turn lasts.
  private let clock = DispatchQueue(label: "martlet.write.clock", qos: .userInitiated)
  private let isClockSet = Atomic(false)
  /// The millisecond in which a task last made way for others.
  private let lastYield = Atomic<UInt64>(0)

  /// Writers that wait at this moment.
  var waiting: Int { waitingCount.load(ordering: .relaxed) }

  /// Runs `body` on the calling thread, which waits for its turn.
  ///
  /// - Precondition: `body` does not wait for another turn.
  func sync<Result>(_ body: () throws -> Result) throws -> Result {
    if let result = try ifNobodyWrites(body) { return result }
    return try queue.sync { try waited(body).get() }
  }

  /// Runs `body` when it is its turn.
  ///
  /// - Precondition: As for ``sync(_:)``.
  func async<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    if let result = try ifNobodyWrites(body) {
      // A task that writes again and again must not keep the others from its thread.
      if isYieldDue() { await Task.yield() }
      return result
    }
    return try await withCheckedThrowingContinuation { continuation in
      queue.async {
        let result = self.waited(body)
        self.finish { continuation.resume(with: result) }
      }
    }
  }

  /// The result of `body`; nil, without having run it, when it has to wait, which is noted.
  private func ifNobodyWrites<Result>(_ body: () throws -> Result) throws -> Result? {
    var result: Result?
    if waiting == 0 {
      try turn.withLockIfAvailable { _ in result = try body() }
    }
    if result == nil { waitingCount.add(1, ordering: .relaxed) }
    return result
  }

  /// True when a millisecond has begun since a task last made way.
  private func isYieldDue() -> Bool {
    let now = DispatchTime.now().uptimeNanoseconds / 1_000_000
    return lastYield.exchange(now, ordering: .relaxed) != now
  }

  private func waited<Result>(_ body: () throws -> Result) -> Swift.Result<Result, any Error> {
    var result: Swift.Result<Result, any Error>?
    turn.withLock { _ in
      waitingCount.subtract(1, ordering: .relaxed)
      result = Swift.Result { try body() }
    }
    guard let result else { preconditionFailure("a turn has a result") }
    return result
  }

  /// Lets `next` and those before it go on, soon when another turn follows at once.
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
