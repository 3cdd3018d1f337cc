/// The lock of a writer while it is held.
final class HeldLock: Sendable {
  private let lock: Lock<(any WriterLock)?>

  init(_ lock: any WriterLock) { self.lock = Lock(lock) }

  var isHeld: Bool { lock.withLock { $0 != nil } }

  /// True while the folder has the lock that is held.
  var isIntact: Bool { lock.withLock { $0?.isIntact ?? false } }

  func leaveNote(_ note: ByteView) { lock.withLock { $0?.leaveNote(note) } }

  /// Calls `body` if the lock is held, and keeps it meanwhile.
  func ifHeld(_ body: () -> Void) {
    lock.withLock { if $0 != nil { body() } }
  }

  func replace(_ new: any WriterLock) { lock.withLock { $0 = new } }

  func release() { lock.withLock { $0.take() }?.release() }

  func take() -> any WriterLock {
    guard let held = lock.withLock({ $0.take() }) else {
      preconditionFailure("the lock of the writer is not held")
    }
    return held
  }
}
