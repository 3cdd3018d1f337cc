/// The bytes of an immutable file, mapped into memory.
///
/// Owns a read-only mapping, which ends with the last view. The file may be removed meanwhile but
/// must never be shortened: reading a page beyond its end would end the process, as would a page
/// that the device cannot read. That is why the files of an index are never truncated, why the size
/// is compared before mapping, and why readers load a page before they first touch it; see
/// ``ByteView/loadPages(of:at:)``.
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
    // SAFETY: mapped in `view` with the same count; no view is left, because each view retains
    // self.
    unsafe SystemCalls.unmap(base, byteCount: count)
  }

  /// See ``ByteView/releasePages()``.
  fileprivate func releasePages() {
    // SAFETY: this is the whole mapping.
    unsafe SystemCalls.releasePages(base, byteCount: count)
  }

  /// Returns a view of the content of `file`, which may be closed afterwards.
  ///
  /// If there is no room for a mapping, or the volume cannot map, the bytes are read into the heap,
  /// which takes as much memory.
  ///
  /// - Throws: `corrupted` if the file does not have exactly `byteCount` bytes.
  static func view(
    of file: borrowing FileDescriptor, byteCount: Int, name: String
  ) throws(SearchError) -> ByteView {
    let found = try SystemCalls.status(of: file, name).byteCount
    guard found == byteCount || PlantedBug.mapsAnySize.isPlanted else {
      throw .corrupted("expected \(byteCount) bytes, found \(found)", file: name)
    }
    guard byteCount > 0 else { return ByteView(copying: []) }
    guard let base = try unsafe SystemCalls.map(file, byteCount: byteCount, name) else {
      // A process that asks for more memory than there is ends.
      guard byteCount <= largestCopy else {
        throw SearchError(
          .io,
          "the \(byteCount) bytes of the file cannot be mapped, and are too many to be read at once",
          file: name)
      }
      return try copy(of: file, byteCount: byteCount, name: name)
    }
    // SAFETY: `byteCount` bytes are mapped from `base`; the view retains the owner.
    let owner = unsafe MappedFile(base: base, count: byteCount)
    return unsafe ByteView(owner: owner, base: base, count: byteCount)
  }

  /// The most bytes that are read into the heap where a file cannot be mapped: 1 GiB.
  private static let largestCopy = 1 << 30

  /// Returns the content of `file`, read into the heap.
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
  /// Lets the system reclaim the memory of the mapped file behind these bytes, if they are mapped.
  /// With this, reading a large file once from start to end takes only the memory of what is being
  /// read.
  func releasePages() { (owner as? MappedFile)?.releasePages() }

  /// Loads these bytes into memory, if they are those of a mapped file: to touch bytes that the
  /// device cannot read would end the process.
  ///
  /// They may leave memory again, and the device may fail only then: that is not noticed.
  ///
  /// - Parameters:
  ///   - file: The file, for the error.
  ///   - offset: The offset of these bytes in the file.
  /// - Throws: `io` if the device cannot read them, as far as the system can tell; see
  ///   ``SystemCalls/load(_:byteCount:)``.
  @inline(never)
  func loadPages(of file: String, at offset: Int) throws(SearchError) {
    guard count > 0, owner is MappedFile else { return }
    // SAFETY: these bytes are part of the owner's mapping.
    guard unsafe SystemCalls.load(base, byteCount: count) else {
      throw SearchError(
        .io,
        "the \(count) bytes from here on cannot be read: the device reports a failure",
        advice: "restore the file, or copy what is readable with salvage(from:to:)",
        file: file, offset: offset)
    }
  }
}
