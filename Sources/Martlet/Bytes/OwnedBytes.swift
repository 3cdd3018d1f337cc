/// Heap memory that is written once and then only read.
@safe
final class OwnedBytes: Sendable {
  // SAFETY: written only before the object is shared; freed with it.
  nonisolated(unsafe) private let base: UnsafeMutableRawPointer
  private let count: Int
  // SAFETY: changed at most once, by the last holder of the object.
  nonisolated(unsafe) private var ownsMemory = true

  /// Takes ownership of `base`, which has `count` valid bytes and came from `allocate`.
  @unsafe
  init(adopting base: UnsafeMutableRawPointer, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  /// Creates a copy of `bytes`.
  convenience init(copying bytes: [UInt8]) {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(1, bytes.count), alignment: 64)
    // SAFETY: the destination has room for `bytes.count` bytes and is not yet shared.
    unsafe bytes.withUnsafeBytes {
      unsafe memory.copyMemory(
        from: $0.baseAddress ?? UnsafeRawPointer(memory), byteCount: $0.count)
    }
    unsafe self.init(adopting: memory, count: bytes.count)
  }

  deinit {
    if unsafe ownsMemory { unsafe base.deallocate() }
  }

  /// Returns the memory, which the caller owns afterwards.
  ///
  /// - Precondition: The caller is the only holder of this object.
  @unsafe
  func release() -> UnsafeMutableRawPointer {
    unsafe ownsMemory = false
    return unsafe base
  }

  /// A view of all bytes.
  var view: ByteView {
    // SAFETY: the view retains this object, which owns the memory.
    unsafe ByteView(owner: self, base: UnsafeRawPointer(base), count: count)
  }
}

extension ByteView {
  /// Creates a view of a copy of `bytes`.
  package init(copying bytes: [UInt8]) {
    self = OwnedBytes(copying: bytes).view
  }
}
