import Martlet

/// A clock that stands still until a test moves it.
///
/// Used by any number of threads.
package final class VirtualClock: Clock, Sendable {
  package struct Instant: InstantProtocol {
    package var offset: Duration

    package func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    package func duration(to other: Instant) -> Duration { other.offset - offset }

    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private typealias Sleeper = (
    end: Instant, waiter: CheckedContinuation<Void, any Error>
  )

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var nextNumber = 0
  }

  private let state = Lock(State())

  package init() {}

  package var now: Instant { state.withLock { $0.now } }

  package var minimumResolution: Duration { .nanoseconds(1) }

  /// The number of those who sleep.
  package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// The number of sleeps that were begun.
  package var sleepCount: Int { state.withLock { $0.nextNumber } }

  package func sleep(until end: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.nextNumber += 1
      return state.nextNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        let isOver = state.withLock { state in
          if state.cancelled.remove(number) != nil { return true }
          if end > state.now { state.sleepers[number] = (end, waiter) }
          return end <= state.now
        }
        if isOver { waiter.resume() }
      }
      try Task.checkCancellation()
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: number)
        if sleeper == nil { state.cancelled.insert(number) }
        return sleeper
      }
      sleeper?.waiter.resume(throwing: CancellationError())
    }
  }

  /// Moves the clock to the first end of a sleep, and wakes those whose sleep is over. Returns
  /// false if nobody sleeps.
  @discardableResult
  package func advance() -> Bool {
    guard let end = state.withLock({ $0.sleepers.values.map(\.end).min() }) else { return false }
    advance(to: end)
    return true
  }

  /// Moves the clock, and wakes those whose sleep is over.
  package func advance(by duration: Duration) { advance(to: now.advanced(by: duration)) }

  private func advance(to end: Instant) {
    let due = state.withLock { state in
      state.now = max(state.now, end)
      let due = state.sleepers.filter { $0.value.end <= state.now }.sorted {
        ($0.value.end, $0.key) < ($1.value.end, $1.key)
      }
      for (number, _) in due { state.sleepers[number] = nil }
      return due.map(\.value.waiter)
    }
    for waiter in due { waiter.resume() }
  }
}
