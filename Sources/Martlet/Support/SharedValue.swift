/// A value that many threads read at the same time and few replace.
///
/// There are four copies, each behind a lock of its own, and a reader takes one that no other
/// thread holds. A single lock is held for a few nanoseconds; but if it is held by a thread that is
/// interrupted, others wait, and on Linux a lock goes to the thread that has waited longest, which
/// sleeps. Until that has been woken, every reader waits behind it: with more threads than
/// processors, searches take several times as long.
///
/// To replace the value is to lock all copies first, so that nobody reads the old value after the
/// new one.
///
/// - Complexity: reading is that of one lock, replacing that of four.
struct SharedValue<Value: Sendable>: ~Copyable, Sendable {
  private let first: Lock<Value>
  private let second: Lock<Value>
  private let third: Lock<Value>
  private let fourth: Lock<Value>

  init(_ value: Value) {
    first = Lock(value)
    second = Lock(value)
    third = Lock(value)
    fourth = Lock(value)
  }

  /// The value at this moment.
  var value: Value {
    if let value = first.withLockIfAvailable({ $0 }) { return value }
    if let value = second.withLockIfAvailable({ $0 }) { return value }
    if let value = third.withLockIfAvailable({ $0 }) { return value }
    if let value = fourth.withLockIfAvailable({ $0 }) { return value }
    return first.withLock { $0 }
  }

  /// Replaces the value by the one that `next` returns for it, unless that is nil.
  ///
  /// - Returns: True if the value was replaced.
  func replace(_ next: (Value) -> Value?) -> Bool {
    first.withLock { first in
      second.withLock { second in
        third.withLock { third in
          fourth.withLock { fourth in
            guard let next = next(first) else { return false }
            (first, second, third, fourth) = (next, next, next, next)
            return true
          }
        }
      }
    }
  }
}
