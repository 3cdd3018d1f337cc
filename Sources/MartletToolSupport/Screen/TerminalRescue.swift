import Foundation
import Synchronization

/// Gives a terminal back when the program cannot come to its end: by a fault of its own, or because
/// another program has cut off a file that is mapped.
enum TerminalRescue {
  /// The signals of faults.
  private static let faults = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP]
  /// The earlier action of each of them.
  nonisolated(unsafe) private static var actions: [(fault: Int32, action: sigaction)] = []
  /// The terminal, and its settings from before.
  nonisolated(unsafe) private static var terminal = (
    input: Int32(-1), output: Int32(-1), settings: termios()
  )
  private static let isArmed = Atomic(false)
  private static let lastBytes = Array(ScreenWriter.end.utf8)

  /// Makes faults give the terminal back before they end the program.
  static func arm(input: Int32, output: Int32, _ settings: termios) {
    // SAFETY: no fault uses these before `isArmed` is set, and nothing changes them after it.
    unsafe terminal = (input, output, settings)
    // The handler must not be the first to use the bytes.
    isArmed.store(!lastBytes.isEmpty, ordering: .releasing)
    // SAFETY: each call writes one `sigaction`, which outlives it.
    unsafe actions = faults.map { fault in
      var action = sigaction()
      unsafe sigaction(fault, nil, &action)
      return (fault, action)
    }
    for fault in faults {
      signal(fault) { fault in
        TerminalRescue.run()
        TerminalRescue.restoreActions()
        raise(fault)
      }
    }
  }

  /// Gives the faults their effects from before.
  static func disarm() {
    guard isArmed.exchange(false, ordering: .acquiring) else { return }
    restoreActions()
  }

  /// Gives the terminal back, if that is still to be done. Does only what a handler of signals may.
  static func run() {
    guard isArmed.exchange(false, ordering: .acquiring) else { return }
    // SAFETY: `arm` has set the terminal. The calls read a `termios`, a `pollfd` and the bytes,
    // which outlive them.
    let (input, output, saved) = unsafe terminal
    var settings = saved
    _ = unsafe tcsetattr(input, TCSANOW, &settings)
    // A terminal that takes nothing must not keep the program from its end.
    var request = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    guard unsafe poll(&request, 1, 0) == 1 else { return }
    _ = unsafe write(output, lastBytes, lastBytes.count)
  }

  private static func restoreActions() {
    // SAFETY: `arm` has set them, and each call reads one `sigaction`, which outlives it.
    for (fault, saved) in unsafe actions {
      var action = saved
      _ = unsafe sigaction(fault, &action, nil)
    }
  }
}
