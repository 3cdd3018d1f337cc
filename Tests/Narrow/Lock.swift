/// One thread is all that such a target has.
package struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  private let value: UnsafeMutablePointer<Value>
  package init(_ value: consuming sending Value) {
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }
  deinit { value.deinitialize(count: 1); value.deallocate() }
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try body(&value.pointee)
  }
  package borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result? {
    try body(&value.pointee)
  }
}
