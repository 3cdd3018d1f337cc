/// A read-only view of bytes that an owner keeps alive: on the heap, or in a mapped file.
///
/// The safe interface to raw memory: a view retains its owner, so the bytes outlive every use
/// through the view, and every load checks its bounds. A view does not check that the bytes are
/// valid; those from disk are validated before they are used as offsets.
///
/// - Complexity: making, slicing and loading are O(1); nothing is copied.
@safe
package struct ByteView: Sendable {
  /// The object that keeps the bytes alive and unchanged.
  let owner: any AnyObject & Sendable
  /// The first byte.
  // SAFETY: read-only memory of `owner`, which this value retains, so any thread may read it.
  nonisolated(unsafe) let base: UnsafeRawPointer
  /// The number of bytes.
  package let count: Int

  /// Creates a view of `count` bytes from `base`, which `owner` keeps alive and never changes.
  @unsafe
  init(owner: any AnyObject & Sendable, base: UnsafeRawPointer, count: Int) {
    self.owner = owner
    unsafe self.base = base
    self.count = count
  }

  /// Returns a view of the bytes in `range`.
  ///
  /// - Precondition: `range` lies within the view. Check ranges read from disk with
  ///   ``contains(_:)`` first.
  func slice(_ range: Range<Int>) -> ByteView {
    precondition(contains(range), "slice \(range) lies outside \(count) bytes")
    // SAFETY: in bounds (checked above); `owner` is handed on.
    return unsafe ByteView(
      owner: owner, base: base.advanced(by: range.lowerBound), count: range.count)
  }

  /// Returns true if `range` lies within the view.
  @inline(__always)
  package func contains(_ range: Range<Int>) -> Bool {
    range.lowerBound >= 0 && range.upperBound <= count
  }

  /// The byte at `offset`.
  @inline(__always)
  package subscript(offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < count, "byte \(offset) lies outside \(count) bytes")
    // SAFETY: in bounds (checked above); `owner` is retained by self.
    return unsafe base.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// Returns the little-endian number of 2 bytes at `offset`.
  @inline(__always)
  func uint16(at offset: Int) -> UInt16 { load(at: offset) }

  /// Returns the little-endian number of 4 bytes at `offset`.
  @inline(__always)
  func uint32(at offset: Int) -> UInt32 { load(at: offset) }

  /// Returns the little-endian number of 8 bytes at `offset`.
  @inline(__always)
  func uint64(at offset: Int) -> UInt64 { load(at: offset) }

  @inline(__always)
  private func load<Value: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Value {
    let size = MemoryLayout<Value>.size
    precondition(
      offset >= 0 && offset <= count &- size,
      "\(size) bytes at \(offset) lie outside \(count) bytes")
    // SAFETY: in bounds (checked above); `owner` is retained by self; any alignment is allowed.
    return unsafe Value(
      littleEndian: base.loadUnaligned(fromByteOffset: offset, as: Value.self))
  }

  /// Returns the bytes in `range` as an array.
  ///
  /// - Precondition: `range` lies within the view.
  package func array(_ range: Range<Int>) -> [UInt8] {
    precondition(contains(range), "bytes \(range) lie outside \(count) bytes")
    // SAFETY: in bounds (checked above); copied before `owner` can go.
    return unsafe [UInt8](
      UnsafeRawBufferPointer(start: base.advanced(by: range.lowerBound), count: range.count))
  }

  /// All bytes as an array.
  package var array: [UInt8] { array(0..<count) }

  /// Returns true if all bytes in `range` are ASCII.
  ///
  /// - Precondition: `range` lies within the view.
  @inline(__always)
  func isASCII(_ range: Range<Int>) -> Bool {
    precondition(contains(range), "bytes \(range) lie outside \(count) bytes")
    var all: UInt64 = 0
    var offset = range.lowerBound
    // SAFETY: in bounds (checked above); `owner` is retained by self; any alignment is allowed.
    while offset &+ 8 <= range.upperBound {
      all |= unsafe base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      offset &+= 8
    }
    while offset < range.upperBound {
      all |= unsafe UInt64(base.load(fromByteOffset: offset, as: UInt8.self))
      offset &+= 1
    }
    let highBits: UInt64 = 0x8080_8080_8080_8080
    return all & highBits == 0
  }

  /// Lends the bytes to `body`.
  @inline(__always)
  func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: `owner` is retained by self for the whole call; a byte is valid whatever it is.
    let bytes = unsafe UnsafeBufferPointer(
      start: base.assumingMemoryBound(to: UInt8.self), count: count)
    return try unsafe body(bytes.span)
  }

  /// Lends the bytes to `body`.
  @inline(__always)
  func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: `owner` is retained by self for the whole call.
    try unsafe body(UnsafeRawBufferPointer(start: base, count: count))
  }
}
