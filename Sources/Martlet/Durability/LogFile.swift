/// One file of the log while it is being written. Used by one thread at a time, except for
/// ``file``.
///
/// After an error, only ``synchronize(_:)`` and ``close()`` may be called: the file may end in half
/// a record, and a file of the log is never truncated.
final class LogFile {
  /// The file's bytes are written in pieces of about this size, whatever the size of a batch.
  private static let bufferByteCount = 1 << 18

  /// The file being written. It may be synced while batches are appended.
  let file: any WritableFile
  private let salt: UInt64
  private let partByteLimit: Int
  /// The bytes that are reserved at a time; 0 for none.
  private let reservedByteCount: Int
  /// The end of the reserved bytes.
  private var reservedEnd = 0
  private let buffer = ByteWriter(capacity: 4_096)
  private var previous: UInt64
  private var open: OpenBatch?
  /// The commit record of the last whole batch, or the base if there is none.
  private(set) var lastLSN: LogSequenceNumber
  /// The last record that is known to be flushed, with all records before it.
  private(set) var durableLSN: LogSequenceNumber
  private var flushedByteCount = 0
  /// The number of bytes of the file.
  var byteCount: Int { file.byteCount }
  /// The number of bytes appended since the last sync.
  var unflushedByteCount: Int { byteCount - flushedByteCount }
  /// The name of the file in the folder of the index.
  var name: String { FileName.log(sequence: header.sequence).text }
  /// The header of the file.
  let header: LogHeader
  private var nextLSN: LogSequenceNumber

  private init(
    _ file: any WritableFile, header: LogHeader, partByteLimit: Int, reservedByteCount: Int
  ) throws(SearchError) {
    self.file = file
    self.partByteLimit = partByteLimit
    self.reservedByteCount = reservedByteCount
    self.header = header
    salt = header.salt
    previous = header.check
    lastLSN = header.base
    durableLSN = header.base
    nextLSN = header.base + 1
    try file.append(header.encoded())
  }

  /// Creates the file with `header`, and copies the records of `older` after its base into it.
  ///
  /// The file gets its name when its content is durable, and the name is durable when this returns,
  /// so a crash leaves either no such file or a whole one.
  ///
  /// - Throws: `diskFull` or `io`, with nothing left behind; `durabilityUnknown`.
  static func create(
    in storage: any Storage, header: LogHeader, copying older: RecoveredLog?,
    partByteLimit: Int = LogFormat.payloadByteLimit, reservedByteCount: Int = 0
  ) throws(SearchError) -> LogFile {
    let name = FileName.log(sequence: header.sequence)
    let incomplete = name.whileIncomplete.text
    try storage.remove(incomplete)
    let file = try storage.create(incomplete)
    let log: LogFile
    do {
      log = try LogFile(
        file, header: header, partByteLimit: partByteLimit, reservedByteCount: reservedByteCount)
      try older?.forEachRecord(after: header.base, in: storage) { (record) throws(SearchError) in
        if record.kind == .commit {
          try log.commit()
        } else {
          try log.add(record.kind, record.payload)
        }
      }
      try log.finishCopies()
    } catch {
      try? file.close()
      try? storage.remove(incomplete)
      throw error
    }
    do {
      try storage.rename(incomplete, to: name.text)
      try storage.synchronizeDirectory(.ordered)
    } catch {
      // If the file has its name in spite of that, its base excludes what follows in the file
      // before.
      throw SearchError(.durabilityUnknown, error.message, file: name.text)
    }
    return log
  }

  /// Ends the copied records with a marker that says that they are durable. That is true for every
  /// reader, because the file has no name before it is flushed.
  private func finishCopies() throws(SearchError) {
    if lastLSN > header.base {
      durableLSN = lastLSN
      try add(.marker, ByteView(copying: []))
    }
    try flushBuffer()
    try synchronize(.ordered)
  }

  /// Appends `operations` as one batch and passes it to the operating system, without syncing it.
  func append(_ operations: [LogOperation]) throws(SearchError) {
    for operation in operations {
      let bytes = operation.encoded()
      var start = 0
      while bytes.count - start > partByteLimit {
        try add(.part, bytes.slice(start..<(start + partByteLimit)))
        start += partByteLimit
      }
      try add(.operation, bytes.slice(start..<bytes.count))
    }
    try commit()
    try flushBuffer()
  }

  /// Makes all batches durable.
  ///
  /// - Throws: `durabilityUnknown` if that fails.
  func synchronize(_ flush: Flush) throws(SearchError) {
    try file.synchronize(flush)
    didFlush(upTo: lastLSN, byteCount: byteCount)
  }

  /// Records that `file` was synced when it had `byteCount` bytes and its last batch was `lsn`.
  func didFlush(upTo lsn: LogSequenceNumber, byteCount: Int) {
    durableLSN = max(durableLSN, lsn)
    flushedByteCount = max(flushedByteCount, byteCount)
  }

  /// Ends writing.
  func close() throws(SearchError) {
    try file.close()
  }

  private func commit() throws(SearchError) {
    guard let open else { return }
    try add(.commit, open.commitPayload)
    self.open = nil
    lastLSN = nextLSN - 1
  }

  private func add(_ kind: LogRecord.Kind, _ payload: ByteView) throws(SearchError) {
    let record = LogRecord(
      kind: kind, lsn: nextLSN, durableLSN: durableLSN, previous: previous, payload: payload)
    previous = record.encode(into: buffer, salt: salt)
    if kind == .operation || kind == .part {
      if open == nil { open = OpenBatch(firstLSN: nextLSN, salt: salt) }
      open?.add(check: previous)
    }
    nextLSN += 1
    if buffer.count >= Self.bufferByteCount { try flushBuffer() }
  }

  private func flushBuffer() throws(SearchError) {
    guard buffer.count > 0 else { return }
    let count = buffer.count
    // No room is reserved for a large piece, which would be written twice.
    if count < reservedByteCount, file.byteCount + count > reservedEnd {
      file.reserve(count + reservedByteCount)
      reservedEnd = file.byteCount + count + reservedByteCount
    }
    try buffer.lend { (bytes) throws(SearchError) in try file.append(bytes) }
  }
}
