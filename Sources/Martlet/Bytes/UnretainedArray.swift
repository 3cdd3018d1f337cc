/// A fixed array of objects that loops use without counting references.
///
/// An object that is read from an `Array` is retained for as long as it is used, and released after
/// that: two atomic operations for each list and block. This array keeps its objects itself, so
/// that whoever keeps the array need not.
@safe
struct UnretainedArray<Object: AnyObject> {
  /// The objects.
  let objects: [Object]

  init(_ objects: [Object]) { self.objects = objects }

  /// The number of objects.
  @inline(__always)
  var count: Int { objects.count }

  /// Returns what `body` returns for the object at `index`.
  @inline(__always)
  func with<Result, Failure: Error>(
    _ index: Int, _ body: (Object) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe objects.withUnsafeBufferPointer { (buffer) throws(Failure) in
      precondition(index >= 0 && index < buffer.count, "object \(index) of \(buffer.count)")
      // SAFETY: in bounds (checked above), so there is memory; a reference is stored like an
      // unmanaged one.
      let start = unsafe UnsafeRawPointer(buffer.baseAddress.unsafelyUnwrapped)
      let object = unsafe start.load(
        fromByteOffset: index &* MemoryLayout<Unmanaged<Object>>.stride, as: Unmanaged<Object>.self)
      // SAFETY: the array keeps the object.
      return try unsafe object._withUnsafeGuaranteedRef { object in
        do throws(Failure) {
          return Swift.Result<Result, Failure>.success(try body(object))
        } catch {
          return .failure(error)
        }
      }.get()
    }
  }

  /// Calls `body` with each object, in order.
  @inline(__always)
  func forEach<Failure: Error>(_ body: (Object) throws(Failure) -> Void) throws(Failure) {
    for index in 0..<count { try with(index, body) }
  }
}
