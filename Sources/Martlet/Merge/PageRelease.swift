/// Releases the memory of mapped inputs while a merge reads them, each from start to end, so that
/// the memory of a merge does not grow with its inputs. Used by one thread.
final class PageRelease {
  /// The number of bytes read between two releases.
  private static let interval = 8 << 20

  private let inputs: [ByteView]
  private var readByteCount = 0

  /// Creates a release of `inputs`, each of them in a mapping of its own or on the heap.
  init(_ inputs: [ByteView]) { self.inputs = inputs }

  /// Reports that bytes were read that will not be read again soon.
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
