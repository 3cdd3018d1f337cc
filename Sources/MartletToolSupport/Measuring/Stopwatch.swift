/// The time since a moment, by a clock that never goes back.
package struct Stopwatch: Sendable {
  private let start = ContinuousClock.now

  /// Starts the stopwatch.
  package init() {}

  /// The seconds since the start.
  package var seconds: Double {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  /// Runs `work` and returns its duration in seconds and its result.
  package static func time<Result>(_ work: () throws -> Result) rethrows -> (Double, Result) {
    let stopwatch = Stopwatch()
    let result = try work()
    return (stopwatch.seconds, result)
  }
}
