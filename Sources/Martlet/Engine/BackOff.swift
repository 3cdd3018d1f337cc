/// The state of work that is tried again after a failure, each time after a pause twice as long.
///
/// The pauses are from 1 second to about 4 minutes.
struct BackOff: Sendable {
  /// The last failure, until the work succeeds.
  private(set) var failure: SearchError?
  private var failureCount = 0
  private var nextAttempt = ContinuousClock.Instant.now

  /// Returns true if the work may be tried at `time`.
  func allowsAttempt(at time: ContinuousClock.Instant) -> Bool {
    failure == nil || time >= nextAttempt
  }

  /// Records that the work failed at `time`.
  mutating func fail(_ error: SearchError, at time: ContinuousClock.Instant) {
    failure = error
    nextAttempt = time + .seconds(1 << min(failureCount, 8))
    failureCount += 1
  }

  /// Records that the work succeeded.
  mutating func succeed() { self = BackOff() }
}
