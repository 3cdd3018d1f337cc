/// Work of the index that is tried again after a failure, each time after twice as long a pause.
///
/// A value; the pauses are of 1 second to about 4 minutes.
struct BackOff: Sendable {
  /// The last failure, until the work succeeds.
  private(set) var failure: SearchError?
  private var failureCount = 0
  private var nextAttempt = ContinuousClock.Instant.now

  /// Whether the work may be tried at `time`.
  func allowsAttempt(at time: ContinuousClock.Instant) -> Bool {
    failure == nil || time >= nextAttempt
  }

  /// Notes that the work failed at `time`.
  mutating func fail(_ error: SearchError, at time: ContinuousClock.Instant) {
    failure = error
    nextAttempt = time + .seconds(1 << min(failureCount, 8))
    failureCount += 1
  }

  /// Notes that the work is done.
  mutating func succeed() { self = BackOff() }
}
