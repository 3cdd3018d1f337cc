import Foundation

/// Waits for what others do, by looking again and again: long enough for a machine with other work,
/// and no longer than it takes.
package enum Waiting {
  private static let limit = Duration.seconds(600)

  /// Waits until `isOver` is true, for at most ten minutes; it is asked every five milliseconds.
  package static func until(
    isolation: isolated (any Actor)? = #isolation, _ isOver: () throws -> Bool
  ) async rethrows {
    let end = ContinuousClock.now + limit
    while try !isOver(), ContinuousClock.now < end, !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Blocks the thread until `isOver` is true, for at most ten minutes.
  package static func block(until isOver: () throws -> Bool) rethrows {
    let end = ContinuousClock.now + limit
    while try !isOver(), ContinuousClock.now < end { Thread.sleep(forTimeInterval: 0.005) }
  }
}
