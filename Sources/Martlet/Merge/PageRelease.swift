/// Lets the system have the memory of mapped inputs while a merge reads them, each from start to end:
/// the memory of a merge does not grow with its inputs. Used by one thread.
final class PageRelease {
  /// The bytes that are read in between.
  private static let interval = 8 << 20

  private let inputs: [ByteView]
  private var readByteCount = 0

  /// For bytes of `inputs`, each of them in a mapping of its own or on the heap.
  init(_ inputs: [ByteView]) { self.inputs = inputs }

  /// To be told of bytes that will not be looked at again soon.
  @inline(__always)
  func didRead(_ byteCount: Int) {
    readByteCount &+= byteCount
    if readByteCount >= Self.interval { release() }
  }

  @inline(never)
  private func release() {
    readByteCount = 0
    for input in inputs { input.releasePages() }
  }

  deinit { release() }
}
