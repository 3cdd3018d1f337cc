/// A file for a merged image that checks before each append whether the merge is to be cancelled.
///
/// It also has its bytes written out as it grows. Otherwise the operating system would gather
/// gigabytes, and the one synchronization at the end would take seconds in which the merge could
/// not be cancelled.
final class PolledFile: WritableFile {
  /// The number of bytes between two synchronizations: some tens of milliseconds on a slow disk.
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
