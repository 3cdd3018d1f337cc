import Foundation
import Synchronization

/// Signals to a program that has the whole screen: those that end or stop it are kept until it has
/// given the screen back, and a new size of the terminal ends a wait.
package enum ScreenSignals {
  private static let ending = Atomic<Int32>(0)
  private static let stopping = Atomic(false)
  private static let continuing = Atomic(false)
  /// The signals that end a program, but for those that it was started to ignore.
  private static var endingSignals: [Int32] {
    [SIGINT, SIGTERM, SIGHUP, SIGQUIT].filter { !IgnoredSignals.contains($0) }
  }

  /// Catches the signals.
  package static func begin() {
    // The handlers must not be the first to use these.
    ending.store(0, ordering: .relaxed)
    stopping.store(false, ordering: .relaxed)
    continuing.store(false, ordering: .relaxed)
    for number in endingSignals {
      signal(number) { number in
        guard ScreenSignals.ending.exchange(number, ordering: .relaxed) != 0 else { return }
        // A second one ends a program that does not get to look at the first one.
        TerminalRescue.run()
        ScreenSignals.obey(number)
      }
    }
    catchStop()
    signal(SIGCONT) { _ in ScreenSignals.continuing.store(true, ordering: .relaxed) }
    signal(SIGWINCH) { _ in }
  }

  private static func catchStop() {
    signal(SIGTSTP) { _ in ScreenSignals.stopping.store(true, ordering: .relaxed) }
  }

  /// The signal that asks the program to end, or nil.
  package static var request: Int32? {
    let number = ending.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Returns true, once, if the program was asked to stop.
  package static func takeStop() -> Bool { stopping.exchange(false, ordering: .relaxed) }

  /// Returns true, once, if the program goes on after it was stopped.
  package static func takeContinuation() -> Bool { continuing.exchange(false, ordering: .relaxed) }

  /// Gives the signals their usual effects again.
  package static func end() {
    for number in endingSignals + [SIGTSTP, SIGCONT, SIGWINCH] { signal(number, SIG_DFL) }
    Interruption.catchSignals()
  }

  /// Ends the program as the signal does that was kept.
  package static func obey(_ number: Int32) {
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Stops the program until a person lets it go on.
  ///
  /// - Parameter withGroup: True to stop also the programs that the shell runs with it, such as
  ///   those that read its output; the shell waits for them otherwise.
  package static func stop(withGroup: Bool) {
    if withGroup {
      signal(SIGTSTP, SIG_IGN)
      kill(0, SIGTSTP)
    }
    // This one is obeyed before the call returns, whatever other threads there are.
    obey(SIGTSTP)
    catchStop()
  }
}
