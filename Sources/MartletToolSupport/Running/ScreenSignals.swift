import Foundation
import Synchronization

/// Signals to a program that has the whole screen: those that end it are kept until it has given the
/// screen back, and a new size of the terminal ends a wait.
package enum ScreenSignals {
  private static let ending = Atomic<Int32>(0)
  private static let endingSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// Catches the signals.
  package static func begin() {
    // The handler must not be the first to use it.
    ending.store(0, ordering: .relaxed)
    for number in endingSignals {
      signal(number) { ScreenSignals.ending.store($0, ordering: .relaxed) }
    }
    signal(SIGWINCH) { _ in }
  }

  /// The signal that asks the program to end, or nil.
  package static var request: Int32? {
    let number = ending.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Gives the signals their usual effects again.
  package static func end() {
    for number in endingSignals + [SIGWINCH] { signal(number, SIG_DFL) }
    Interruption.catchSignals()
  }

  /// Ends the program as the signal does that was kept.
  package static func obey(_ number: Int32) {
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Stops the program until a person lets it go on.
  package static func suspend() { raise(SIGTSTP) }
}
