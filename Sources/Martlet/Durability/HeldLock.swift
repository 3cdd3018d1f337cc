/// The lock of a writer while it is held.
///
/// A note that is to be left while another writer may have the lock is kept, and left as soon as
/// the lock is taken again.
final class HeldLock: Sendable {
  private struct State {
    var lock: (any WriterLock)?
    var owedNote: ByteView?
  }

  private let state: Lock<State>

  init(_ lock: any WriterLock) { state = Lock(State(lock: lock)) }

  var isHeld: Bool { state.withLock { $0.lock != nil } }

  /// True if the lock is held, but its file is not in the folder any more, or the folder is gone.
  var isLost: Bool { state.withLock { $0.lock.map { !$0.isIntact } ?? false } }

  /// True if there is a note that could not be left.
  var owesNote: Bool { state.withLock { $0.owedNote != nil } }

  func leaveNote(_ note: ByteView) {
    state.withLock { state in
      guard let lock = state.lock else { return state.owedNote = note }
      lock.leaveNote(note)
    }
  }

  /// Calls `body` if the lock is held, and keeps it meanwhile.
  func ifHeld(_ body: () -> Void) {
    state.withLock { if $0.lock != nil { body() } }
  }

  /// Holds `new` from now on. Nothing must have changed since the lock was released, so that the
  /// note that is owed is still true.
  func replace(_ new: any WriterLock) {
    state.withLock { state in
      state.lock = new
      if let note = state.owedNote.take() { new.leaveNote(note) }
    }
  }

  func release() { state.withLock { $0.lock.take() }?.release() }

  func take() -> any WriterLock {
    guard let held = state.withLock({ $0.lock.take() }) else {
      preconditionFailure("the lock of the writer is not held")
    }
    return held
  }
}
