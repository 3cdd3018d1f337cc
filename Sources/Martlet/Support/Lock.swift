import Synchronization

/// A value that one thread at a time can access.
///
/// A `Mutex` whose ordering the thread sanitizer can see. On Linux a `Mutex` that has to wait does
/// so in a system library, which is not built with the sanitizer: it would report a race between
/// accesses before unlocking in one thread and after locking in the next. Storing and loading
/// `order` within the lock repeats the ordering, at the cost of one plain store and load.
package struct Lock<Value: ~Copyable>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>
  private let order = Atomic<UInt8>(0)

  package init(_ value: consuming sending Value) { mutex = Mutex(value) }

  /// Waits until no other thread is in `withLock` of this lock, and runs `body`.
  ///
  /// - Precondition: The calling thread does not hold this lock.
  @inline(__always)
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { (value) throws(Failure) -> sending Result in
      _ = order.load(ordering: .acquiring)
      defer { order.store(0, ordering: .releasing) }
      return try body(&value)
    }
  }

  /// Runs `body`, unless another thread holds this lock; then returns nil at once.
  ///
  /// - Precondition: As for ``withLock(_:)``.
  @inline(__always)
  package borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result? {
    try mutex.withLockIfAvailable { (value) throws(Failure) -> sending Result in
      _ = order.load(ordering: .acquiring)
      defer { order.store(0, ordering: .releasing) }
      return try body(&value)
    }
  }
}
