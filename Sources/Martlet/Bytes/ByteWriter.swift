/// A growing buffer of little-endian values, returned as a ``ByteView`` at the end.
///
/// A class with its own memory: encoders append millions of postings without a uniqueness check.
/// Used by one thread at a time.
///
/// - Complexity: appending is amortised O(1) per byte.
@safe
final class ByteWriter {
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  private var written = 0

  /// The number of bytes written so far.
  // Computed, because changes to a stored property that other modules can see are checked for
  // exclusive access, which takes a third of the time of a writer.
  var count: Int { written }

  /// Creates an empty buffer with room for `capacity` bytes before it grows.
  init(capacity: Int = 64) {
    self.capacity = max(64, capacity)
    unsafe base = .allocate(byteCount: self.capacity, alignment: 16)
  }

  deinit {
    unsafe base.deallocate()
  }

  /// Makes room for `byteCount` more bytes and returns their start. They count as written only
  /// after ``advance(by:)``.
  @unsafe @inline(__always)
  func reserve(_ byteCount: Int) -> UnsafeMutableRawPointer {
    if capacity &- count < byteCount { grow(toFit: count + byteCount) }
    return unsafe base.advanced(by: count)
  }

  /// Counts `byteCount` bytes that were stored after ``reserve(_:)`` as written.
  @inline(__always)
  func advance(by byteCount: Int) {
    checkInvariant(
      byteCount >= 0 && count + byteCount <= capacity,
      "cannot advance by \(byteCount) bytes: \(capacity - count) remain")
    written &+= byteCount
  }

  @inline(never)
  private func grow(toFit needed: Int) {
    let newCapacity = max(needed, capacity + capacity / 2 + 64)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: newCapacity, alignment: 16)
    // SAFETY: both blocks hold at least `count` bytes and do not overlap.
    unsafe memory.copyMemory(from: base, byteCount: count)
    unsafe base.deallocate()
    unsafe base = memory
    capacity = newCapacity
  }

  /// Appends one byte.
  @inline(__always)
  func append(_ byte: UInt8) {
    // SAFETY: `reserve` made room for the byte.
    unsafe reserve(1).storeBytes(of: byte, as: UInt8.self)
    written &+= 1
  }

  /// Appends 2 bytes, least significant first.
  @inline(__always)
  func append(_ value: UInt16) { store(value) }

  /// Appends 4 bytes, least significant first.
  @inline(__always)
  func append(_ value: UInt32) { store(value) }

  /// Appends 8 bytes, least significant first.
  @inline(__always)
  func append(_ value: UInt64) { store(value) }

  @inline(__always)
  private func store<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value) {
    // SAFETY: `reserve` made room for the value; any alignment is allowed.
    unsafe reserve(MemoryLayout<Value>.size).storeBytes(of: value.littleEndian, as: Value.self)
    written &+= MemoryLayout<Value>.size
  }

  /// Appends `value` as a varint of 1 to 10 bytes; see ``VariableByte``.
  @inline(__always)
  func appendVarint(_ value: UInt64) {
    // SAFETY: `reserve` made room for the longest varint.
    let start = unsafe reserve(VariableByte.maximumByteCount)
    written &+= unsafe VariableByte.encode(value, to: start)
  }

  /// Appends `value` as a varint.
  ///
  /// - Precondition: `value` is not negative.
  @inline(__always)
  func appendVarint(_ value: Int) {
    appendVarint(UInt64(value))
  }

  /// Appends the bytes of `bytes`.
  func append(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe append($0) }
  }

  /// Appends the bytes of `view`.
  func append(_ view: ByteView) {
    unsafe view.withUnsafeBytes { unsafe append($0) }
  }

  /// Appends bytes that are lent.
  func append(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBytes { unsafe append($0) }
  }

  /// Appends the bytes of `bytes`.
  @unsafe @inline(__always)
  func append(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    // SAFETY: `reserve` made room; the source is not this buffer.
    unsafe reserve(bytes.count).copyMemory(from: start, byteCount: bytes.count)
    written &+= bytes.count
  }

  /// Appends zeros until the count is a multiple of `alignment`, a power of two.
  func align(to alignment: Int) {
    let padding = IntegerMath.roundUp(count, toMultipleOf: alignment) - count
    guard padding > 0 else { return }
    // SAFETY: `reserve` made room for the padding.
    unsafe reserve(padding).initializeMemory(as: UInt8.self, repeating: 0, count: padding)
    written += padding
  }

  /// Overwrites 4 bytes that were written before.
  func patch(_ value: UInt32, at offset: Int) { overwrite(value, at: offset) }

  /// Overwrites 8 bytes that were written before.
  func patch(_ value: UInt64, at offset: Int) { overwrite(value, at: offset) }

  private func overwrite<Value: FixedWidthInteger & BitwiseCopyable>(
    _ value: Value, at offset: Int
  ) {
    let size = MemoryLayout<Value>.size
    precondition(
      offset >= 0 && offset + size <= count,
      "a patch of \(size) bytes at \(offset) lies outside \(count) bytes")
    // SAFETY: in bounds (checked above).
    unsafe base.storeBytes(of: value.littleEndian, toByteOffset: offset, as: Value.self)
  }

  /// Removes all bytes, keeping the memory.
  func removeAll() { written = 0 }

  /// Lends the bytes written so far to `body`, which must not write.
  func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: `count` bytes from `base` are initialised, and self lives for the call.
    let bytes = unsafe UnsafeBufferPointer(
      start: base.assumingMemoryBound(to: UInt8.self), count: count)
    return try unsafe body(bytes.span)
  }

  /// Lends the bytes written so far.
  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    // SAFETY: `count` bytes from `base` are initialised, and self lives for the call.
    unsafe body(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// Lends the bytes as a view to `body`, and removes them.
  ///
  /// The memory is used again unless the view is kept: the system would clear fresh memory, page by
  /// page, each time.
  ///
  /// - Precondition: `body` does not use this writer.
  func lend<Failure: Error>(to body: (ByteView) throws(Failure) -> Void) throws(Failure) {
    var owned = unsafe OwnedBytes(adopting: base, count: count)
    defer {
      written = 0
      // SAFETY: when there is no other holder of the bytes, the memory belongs to this writer
      // again.
      unsafe base =
        isKnownUniquelyReferenced(&owned)
        ? owned.release() : .allocate(byteCount: capacity, alignment: 16)
    }
    try body(owned.view)
  }

  /// Returns the bytes without copying them, and leaves the writer empty.
  func finish() -> ByteView {
    let owned = unsafe OwnedBytes(adopting: base, count: count)
    capacity = 64
    written = 0
    unsafe base = .allocate(byteCount: capacity, alignment: 16)
    return owned.view
  }
}
