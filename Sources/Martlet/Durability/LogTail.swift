/// A reader's position in the log of an index that another process writes.
///
/// Each record is read once, from file to file as the writer goes on. What the writer is just
/// appending looks like the end of the log, and is read the next time.
///
/// Not for recovery: nothing is said about a torn tail, which a writer may still complete.
///
/// After an error, the position is of no use: make another one.
struct LogTail {
  private let manifest: Manifest
  /// The file that is being read, at the end of the last whole batch; nil before the first.
  private var reader: LogFileReader?
  /// The last batch that was passed on, or that was known before.
  private(set) var lastLSN: LogSequenceNumber

  /// The header of the file that is being read; nil before the first.
  var header: LogHeader? { reader?.header }

  /// Creates a position in the log of the index that `manifest` describes.
  ///
  /// - Parameter lsn: The last batch that is known already; at least the last that the manifest
  ///   applies.
  init(_ manifest: Manifest, after lsn: LogSequenceNumber) {
    self.manifest = manifest
    lastLSN = lsn
  }

  /// Passes all whole batches after the position to `body`, in order.
  ///
  /// - Parameter flushed: A record that is known to be on the disk. Its absence is damage.
  /// - Throws: `notFound` if a file was removed meanwhile, because there is a newer manifest;
  ///   `corrupted` if batches are gone; the errors of `body`.
  /// - Complexity: Linear in what was appended since the last call; memory for the largest batch.
  mutating func read(
    from storage: any Storage, flushed: LogSequenceNumber,
    _ body: (LogBatch) throws(SearchError) -> Void
  ) throws(SearchError) {
    let readers = try openReaders(in: storage)
    for (index, current) in readers.enumerated() {
      guard current.header.base <= lastLSN else { throw lost(current) }
      try read(current, upTo: readers[(index + 1)...].map(\.header.base).min(), body)
    }
    guard flushed <= lastLSN else { throw lost(readers.last) }
    reader?.forgetWindow()
  }

  /// Returns the readers of the current file and of all after it.
  private func openReaders(in storage: any Storage) throws(SearchError) -> [LogFileReader] {
    let first = reader?.header.sequence ?? manifest.firstLogSequence
    let sequences = try LogRecovery.sequences(in: storage).filter { $0 >= first }
    guard sequences.first == first || reader == nil && !manifest.hasLog else {
      throw SearchError(
        .notFound, "the log file is not there any more", file: FileName.log(sequence: first).text)
    }
    var readers: [LogFileReader] = []
    for sequence in sequences {
      if let reader, sequence == reader.header.sequence {
        readers.append(reader)
      } else {
        readers.append(try LogFileReader(sequence, indexID: manifest.indexID, in: storage))
      }
    }
    return readers
  }

  /// Reads one file, up to the record `limit`, which is nil for the last file.
  private mutating func read(
    _ current: LogFileReader, upTo limit: LogSequenceNumber?,
    _ body: (LogBatch) throws(SearchError) -> Void
  ) throws(SearchError) {
    var current = current
    var batches = LogBatchReader(current.header, decodes: true)
    reader = current
    while limit.map({ current.nextLSN <= $0 }) ?? true {
      guard let record = try current.next() else {
        // Records that the manifest applies need not have been flushed.
        guard limit.map({ $0 <= manifest.appliedLSN }) ?? true else { throw lost(current) }
        return
      }
      // A file begins with what the one before may lack on the disk.
      if record.lsn > lastLSN, let batch = try batches.add(record) {
        try body(batch)
        lastLSN = batch.lsn
      }
      if !batches.isInsideBatch { reader = current }
    }
  }

  private func lost(_ reader: LogFileReader?) -> SearchError {
    .corrupted(
      "the log lacks changes after record \(lastLSN) that were acknowledged; restore the file, or "
        + "rebuild the index",
      file: reader?.name ?? FileName.log(sequence: manifest.firstLogSequence).text,
      offset: reader?.offset)
  }
}
