/// The readable batches of a log that may be damaged anywhere.
///
/// Recovery ends at the first damage. This type continues behind it, to copy what is readable: a
/// batch is valid if all its records are there, whatever came before.
struct LogSalvage {
  private let storage: any Storage
  private let indexID: IndexID
  private let appliedLSN: LogSequenceNumber
  private let firstSequence: UInt64
  /// True if no later manifest exists, so that a gap between the manifest and the log is a loss.
  private let isContinuous: Bool
  private var lastLSN: LogSequenceNumber
  /// The damage that was found.
  private(set) var problems: [SearchError] = []

  /// Creates a reader of the log in `storage` after what `manifest` applies, or of the whole log
  /// without a manifest. The result is nil if there is neither a manifest nor a log.
  ///
  /// - Parameter isNewest: True if no later manifest can have applied anything.
  /// - Throws: `io`; the errors of listing the folder.
  init?(
    _ storage: any Storage, after manifest: Manifest?, isNewest: Bool
  ) throws(SearchError) {
    var known = manifest?.indexID
    if known == nil { known = try Self.indexID(in: storage) }
    guard let indexID = known else { return nil }
    self.storage = storage
    self.indexID = indexID
    appliedLSN = manifest?.appliedLSN ?? 0
    firstSequence = manifest?.firstLogSequence ?? 1
    isContinuous = isNewest
    lastLSN = appliedLSN
    if isNewest, let manifest, manifest.hasLog,
      try !LogRecovery.sequences(in: storage).contains(firstSequence)
    {
      problems.append(
        .corrupted("the log file is missing", file: FileName.log(sequence: firstSequence).text))
    }
  }

  /// Passes all readable batches to `body`, in order.
  ///
  /// - Throws: The errors of `body`; `io`.
  /// - Complexity: Linear in the files; memory for the largest batch.
  mutating func forEachBatch(
    _ body: (LogBatch) throws(SearchError) -> Void
  ) throws(SearchError) {
    var readers: [LogFileReader] = []
    for sequence in try LogRecovery.sequences(in: storage) where sequence >= firstSequence {
      do throws(SearchError) {
        let files = try readable(sequence)
        readers.append(try LogFileReader(sequence, indexID: indexID, in: files))
      } catch {
        guard error.code == .corrupted else { throw error }
        problems.append(error)
      }
    }
    for index in readers.indices {
      let limit = readers[(index + 1)...].map(\.header.base).min() ?? .max
      try read(readers[index], upTo: limit, body)
    }
    if isContinuous { try checkEnd() }
  }

  /// Returns the storage with the log file of this number; one in memory if the medium cannot read
  /// the whole file, which is a problem.
  @inline(never)
  private mutating func readable(_ sequence: UInt64) throws(SearchError) -> any Storage {
    let name = FileName.log(sequence: sequence).text
    guard let failure = try storage.unreadablePart(of: name) else { return storage }
    problems.append(failure)
    let copy = MemoryStorage()
    copy[name] = try storage.readablePieces(of: name).array
    return copy
  }

  private mutating func read(
    _ reader: LogFileReader, upTo limit: LogSequenceNumber,
    _ body: (LogBatch) throws(SearchError) -> Void
  ) throws(SearchError) {
    var reader = reader
    if reader.header.base > lastLSN, isContinuous {
      problems.append(lost(before: reader.header.base + 1, reader))
    }
    var batches = LogBatchReader(reader.header, decodes: true)
    while reader.nextLSN <= limit {
      guard let record = try reader.next() else {
        let hole = reader
        guard try !reader.isAtEnd(), try reader.skipDamage() else { return }
        problems.append(lost(before: reader.nextLSN, hole))
        batches = LogBatchReader(reader.header, decodes: true)
        continue
      }
      guard let batch = add(record, to: &batches, reader) else { continue }
      lastLSN = max(lastLSN, batch.lsn)
      if batch.lsn > appliedLSN { try body(batch) }
    }
  }

  /// Returns the batch that `record` completes, or nil. The rest of a batch behind damage is
  /// dropped.
  private func add(
    _ record: LogRecord, to batches: inout LogBatchReader, _ reader: LogFileReader
  ) -> LogBatch? {
    do throws(SearchError) {
      return try batches.add(record)
    } catch {
      batches = LogBatchReader(reader.header, decodes: true)
      return nil
    }
  }

  /// Compares the end of what was found with what the last writer's note says was flushed.
  private mutating func checkEnd() throws(SearchError) {
    guard let bytes = try? storage.writerNote(),
      let note = FlushNote.decode(bytes, indexID: indexID), note.durableLSN > lastLSN
    else { return }
    problems.append(
      .corrupted(
        "the log ends with record \(lastLSN), although record \(note.durableLSN) was flushed",
        file: FileName.log(sequence: note.sequence).text))
  }

  private func lost(before lsn: LogSequenceNumber, _ reader: LogFileReader) -> SearchError {
    .corrupted(
      "the changes between records \(lastLSN) and \(lsn) are lost", file: reader.name,
      offset: reader.offset)
  }

  /// Returns the identifier of the index in the newest readable log file.
  private static func indexID(in storage: any Storage) throws(SearchError) -> IndexID? {
    for sequence in try LogRecovery.sequences(in: storage).reversed() {
      let name = FileName.log(sequence: sequence).text
      let head = try storage.read(name, from: 0, atMost: LogFormat.headerByteCount)
      if let header = try? LogHeader.decode(head, sequence: sequence, file: name) {
        return header.indexID
      }
    }
    return nil
  }
}
