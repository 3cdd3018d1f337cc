/// The file of a merged image, which asks before each chunk whether the merge is to be given up.
///
/// It also has its bytes written out as it grows. The operating system would gather gigabytes, and
/// the one synchronization at the end would take seconds in which nobody can be asked.
final class PolledFile: WritableFile {
  /// Bytes between two synchronizations: some tens of milliseconds of a slow disk.
  private static let unwrittenByteLimit = 8 << 20

  private let file: any WritableFile
  private let stop: MergeStop
  private let writtenByteCount = Lock(0)

  init(_ file: any WritableFile, _ stop: MergeStop) {
    self.file = file
    self.stop = stop
  }

  var byteCount: Int { file.byteCount }

  func append(_ bytes: ByteView) throws(SearchError) {
    try stop.check()
    try file.append(bytes)
    let count = file.byteCount
    let isDue = writtenByteCount.withLock { written in
      guard count - written >= Self.unwrittenByteLimit else { return false }
      written = count
      return true
    }
    if isDue { try synchronize(.ordered) }
  }

  func synchronize(_ flush: Flush) throws(SearchError) { try file.synchronize(flush) }

  func close() throws(SearchError) { try file.close() }
}
