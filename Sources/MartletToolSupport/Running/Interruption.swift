import Foundation
import Synchronization

/// Requests to end from outside: Ctrl-C, the signal with which a system ends its services, or that
/// a terminal is closed.
///
/// A program that catches them still ends at once, except between ``begin()`` and ``end()``, when
/// the operation is expected to look at ``isRequested``. A second request ends the program, but for
/// that of a terminal, which may send two.
package enum Interruption {
  private static let operations = Atomic(0)
  private static let requested = Atomic(false)
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Catches the signals. For the start of a program.
  package static func catchSignals() {
    // The handler must not be the first to use these.
    _ = operations.load(ordering: .relaxed) + (requested.load(ordering: .relaxed) ? 1 : 0)
    for number in signals where !IgnoredSignals.contains(number) {
      signal(number) { number in
        let isLater = Interruption.requested.exchange(true, ordering: .relaxed)
        let isSecond = isLater && number != SIGHUP
        guard isSecond || Interruption.operations.load(ordering: .relaxed) == 0 else { return }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// Begins an operation that ends by itself when that is requested.
  package static func begin() { operations.wrappingAdd(1, ordering: .relaxed) }

  /// Ends the operation.
  package static func end() { operations.wrappingSubtract(1, ordering: .relaxed) }

  /// True if the operation should end.
  package static var isRequested: Bool { requested.load(ordering: .relaxed) }
}
