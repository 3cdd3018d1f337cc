import Foundation
import Synchronization

/// Requests to end from outside: Ctrl-C, or the signal with which a system ends its services.
///
/// A program that catches them still ends at once, except between ``begin()`` and ``end()``, when
/// the operation is expected to look at ``isRequested``. A second request always ends the program.
package enum Interruption {
  private static let operations = Atomic(0)
  private static let requested = Atomic(false)

  /// Catches the signals. For the start of a program.
  package static func catchSignals() {
    // The handler must not be the first to use these.
    _ = operations.load(ordering: .relaxed) + (requested.load(ordering: .relaxed) ? 1 : 0)
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        let isSecond = Interruption.requested.exchange(true, ordering: .relaxed)
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
