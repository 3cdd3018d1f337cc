import Synchronization

/// Answers "go on" for a number of times, then "stop".
final class PollCounter: Sendable {
  private let rest: Atomic<Int>

  init(allowed: Int) { rest = Atomic(allowed) }

  func shouldStop() -> Bool {
    rest.wrappingSubtract(1, ordering: .relaxed).newValue < 0
  }
}
