/// A task that waits for its turn to write, and goes without it if it is cancelled.
///
/// Its continuation is resumed once: with the result of its turn, or as soon as the task is
/// cancelled before the turn has begun.
final class QueuedTurn<Result: Sendable>: Sendable {
  private enum Progress: Sendable {
    case new
    case waiting(CheckedContinuation<Result, any Error>)
    case running(CheckedContinuation<Result, any Error>)
    case over
  }

  private let progress = Lock(Progress.new)

  /// Waits with `continuation`, unless the task was cancelled.
  func wait(_ continuation: CheckedContinuation<Result, any Error>) {
    let isOver = progress.withLock { progress in
      guard case .new = progress else { return true }
      progress = .waiting(continuation)
      return false
    }
    if isOver { continuation.resume(throwing: CancellationError()) }
  }

  /// Begins the turn. Returns false if nobody waits for it any more.
  func begin() -> Bool {
    progress.withLock { progress in
      guard case .waiting(let continuation) = progress else { return false }
      progress = .running(continuation)
      return true
    }
  }

  /// Resumes the task with the result of a turn that has begun.
  func end(_ result: Swift.Result<Result?, any Error>) {
    let running = progress.withLock { progress in
      defer { progress = .over }
      if case .running(let continuation) = progress { return continuation as Optional }
      return nil
    }
    guard let running else { return }
    switch result {
    case .success(let value?): running.resume(returning: value)
    case .success(nil): running.resume(throwing: CancellationError())
    case .failure(let error): running.resume(throwing: error)
    }
  }

  /// Ends the wait, unless the turn has begun.
  func cancel() {
    let waiting = progress.withLock { progress in
      switch progress {
      case .new:
        progress = .over
      case .waiting(let continuation):
        progress = .over
        return continuation as Optional
      case .running, .over: break
      }
      return nil
    }
    waiting?.resume(throwing: CancellationError())
  }
}
