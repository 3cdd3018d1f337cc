extension LogWriter {
  /// The end of the log, and what is known to be on the medium.
  struct State {
    var file: LogFile?
    /// The batches found at opening that are not known to be flushed, until a file repeats them or
    /// a manifest applies them.
    var recovered: RecoveredLog?
    var lastLSN: LogSequenceNumber
    /// The last record that was synced at least in order: nothing that is written later reaches the
    /// disk without this record and all before it. The base of a later file may be this number.
    var orderedLSN: LogSequenceNumber
    /// The last record that is on the medium, with all records before it.
    var durableLSN: LogSequenceNumber
    /// The last file whose name is on the medium.
    var durableSequence: UInt64
    var nextSequence: UInt64
    var generation: Generation
    /// The bytes of the files before the current one that are not retired.
    var olderByteCount: Int
    /// The number of these files.
    var olderFileCount: Int
    /// True if any of them has a batch.
    var hasOlderBatches: Bool
    /// The last file that ends in a part of a batch for which there was no room; 0 once it is
    /// retired.
    var abandonedSequence: UInt64 = 0
    var isClosed = false

    /// Notes that `file` is not the current one any more.
    mutating func leave(_ file: LogFile) {
      olderByteCount += file.byteCount
      olderFileCount += 1
      if file.header.base < file.lastLSN { hasOlderBatches = true }
    }

    /// See ``LogWriter/filePresence``.
    var filePresence: FilePresence { file.map { $0.file.presence(as: $0.name) } ?? .present }
  }

  /// A file to be synced, and the end of the log that this makes durable.
  struct Target: Sendable {
    var file: any WritableFile
    var sequence: UInt64
    var lsn: LogSequenceNumber
    var byteCount: Int
  }
}
