/// The bytes of an immutable file, seen through the page cache.
///
/// Owns a read-only mapping and ends it with the last view. The file may be removed meanwhile, but
/// must never be shortened: touching a page behind the end would kill the process. That is why
/// files of an index are never truncated, and why the size is compared before mapping.
@safe
final class MappedFile: Sendable {
  // SAFETY: `count` bytes that are mapped for reading from init to deinit.
  nonisolated(unsafe) private let base: UnsafeRawPointer
  private let count: Int

  @unsafe
  private init(base: UnsafeRawPointer, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  deinit {
    // SAFETY: mapped in `view`, with the same count; no view is left, since each retains self.
    unsafe SystemCalls.unmap(base, byteCount: count)
  }

  /// See ``ByteView/releasePages()``.
  fileprivate func releasePages() {
    // SAFETY: this is the whole mapping.
    unsafe SystemCalls.releasePages(base, byteCount: count)
  }

  /// The content of `file`, which may be closed afterwards.
  ///
  /// Where there is no room for a mapping, or the volume cannot map, the bytes are read into the
  /// heap, which costs their size.
  ///
  /// - Throws: `corrupted` when the file does not have exactly `byteCount` bytes.
  static func view(
    of file: borrowing FileDescriptor, byteCount: Int, name: String
  ) throws(SearchError) -> ByteView {
    let found = try SystemCalls.status(of: file, name).byteCount
    guard found == byteCount || PlantedBug.mapsAnySize.isPlanted else {
      throw .corrupted("expected \(byteCount) bytes, found \(found)", file: name)
    }
    guard byteCount > 0 else { return ByteView(copying: []) }
    guard let base = try unsafe SystemCalls.map(file, byteCount: byteCount, name) else {
      return try copy(of: file, byteCount: byteCount, name: name)
    }
    // SAFETY: `byteCount` bytes are mapped from `base`; the view retains the owner.
    let owner = unsafe MappedFile(base: base, count: byteCount)
    return unsafe ByteView(owner: owner, base: base, count: byteCount)
  }

  /// The content of `file`, read into the heap.
  static func copy(
    of file: borrowing FileDescriptor, byteCount: Int, name: String
  ) throws(SearchError) -> ByteView {
    let bytes = try SystemCalls.read(file, from: 0, count: byteCount, name)
    guard bytes.count == byteCount else {
      throw .corrupted("expected \(byteCount) bytes, found \(bytes.count)", file: name)
    }
    return bytes
  }
}

extension ByteView {
  /// Lets the system have the memory of the mapped file that these bytes are of, if they are: whoever
  /// reads large files once from start to end takes no more memory than for what is read at the moment.
  package func releasePages() { (owner as? MappedFile)?.releasePages() }
}
