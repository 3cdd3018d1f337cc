/// A file that is being written for a later manifest.
///
/// It is pinned until it is published and released. If it is deallocated without having been
/// published, the next reclaiming removes it. Used by one thread at a time.
final class PendingFile: WritableFile {
  /// The file's name.
  let name: String
  private let file: any WritableFile
  private let pin: FilePin

  init(_ file: any WritableFile, name: String, pin: FilePin) {
    self.file = file
    self.name = name
    self.pin = pin
  }

  var byteCount: Int { file.byteCount }

  func append(_ bytes: ByteView) throws(SearchError) { try file.append(bytes) }

  /// Makes all bytes appended so far durable.
  ///
  /// - Throws: `io` if that fails: the file is then of no use, but nothing else is affected.
  func synchronize(_ flush: Flush) throws(SearchError) {
    do throws(SearchError) {
      try file.synchronize(flush)
    } catch {
      guard error.code == .durabilityUnknown else { throw error }
      throw SearchError(.io, "\(error.message); the index stays as it was before", file: name)
    }
  }

  func close() throws(SearchError) { try file.close() }

  /// Ends writing, so that the bytes are durable before any manifest that names the file.
  ///
  /// - Throws: `io` if that fails: the file is then of no use, but nothing else is affected.
  func finish() throws(SearchError) {
    try synchronize(.ordered)
    try close()
  }

  /// Unpins the file, so that only a manifest that names it keeps it from being removed.
  func release() { pin.release() }
}
