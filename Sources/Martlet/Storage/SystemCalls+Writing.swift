#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The calls that change the bytes of files.
///
/// SAFETY: Swift lends every call below its bytes for as long as it runs.
extension SystemCalls {
  /// The bytes of one call that appends.
  ///
  /// Linux caches a file in pieces as large as the writes that made it, and maps a whole piece as
  /// soon as one of its bytes is read. With large pieces, a process that reads a little here and
  /// there would appear to hold the whole file in memory.
  private static let writtenByteCount = 1 << 16

  /// Appends all of `bytes`.
  static func append(
    _ file: borrowing FileDescriptor, _ bytes: ByteView, _ name: String
  ) throws(SearchError) {
    let raw = file.rawValue
    try unsafe bytes.withUnsafeBytes { (source) throws(SearchError) in
      guard let start = source.baseAddress else { return }
      var done = 0
      while done < source.count {
        let rest = min(source.count - done, writtenByteCount)
        // SAFETY: `done + rest` is at most the count of `source`.
        let sent = try attempt("write the file", name, isWriting: true) {
          unsafe write(raw, start + done, rest)
        }
        guard sent > 0 else {
          throw SearchError(.io, "cannot write the file: the system wrote 0 bytes", file: name)
        }
        done += sent
      }
    }
  }

  /// Writes `count` zeros at `offset` without changing the offset of the next append. A failure is
  /// not reported; the next append finds it.
  static func writeZeros(
    _ file: borrowing FileDescriptor, _ count: Int, from offset: Int, _ name: String
  ) {
    SystemCallObserver.willCall("make room in the file", name)
    let raw = file.rawValue
    let zeros = [UInt8](repeating: 0, count: count)
    // SAFETY: `zeros` has `count` bytes.
    unsafe zeros.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      _ = unsafe pwrite(raw, start, count, off_t(offset))
    }
  }

  /// Overwrites some bytes of a lock file. A failure is not reported; readers do without these
  /// bytes.
  static func note(_ bytes: ByteView, at offset: Int, in file: borrowing FileDescriptor) {
    let raw = file.rawValue
    // SAFETY: the bytes live for the whole call.
    unsafe bytes.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      SystemCallObserver.willCall("note in the file", "\(offset)")
      _ = unsafe pwrite(raw, start, source.count, off_t(offset))
    }
  }
}
