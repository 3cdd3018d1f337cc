import Foundation

/// The signals that this program was started to ignore: by `nohup`, or in the background by a shell
/// that keeps its keyboard.
package enum IgnoredSignals {
  /// Returns true if a signal is ignored.
  package static func contains(_ number: Int32) -> Bool {
    let action = signal(number, SIG_IGN)
    signal(number, action)
    // SAFETY: a pointer to a function and its absence have the size of an address, which is
    // compared and not followed.
    return unsafe unsafeBitCast(action, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
