/// The valid part of the log after a crash: its files, and the last valid record of each.
///
/// Only describes what is there; the batches have to be read again. Nothing is written.
struct RecoveredLog: Sendable {
  /// The valid records of one file.
  struct Extent: Sendable, Equatable {
    var header: LogHeader
    /// The last valid record, which commits a batch.
    var lastLSN: LogSequenceNumber

    var sequence: UInt64 { header.sequence }
  }

  /// The bytes of a file after the last whole batch.
  struct TornTail: Sendable, Equatable {
    var sequence: UInt64
    var offset: Int
    /// The number of bytes from there to the end of the file.
    var byteCount: Int
  }

  var indexID: IndexID
  /// The files with valid records, in order.
  var extents: [Extent]
  /// The last valid record, which commits a batch; or the last that the manifest applies.
  var lastLSN: LogSequenceNumber
  /// The last record that is known to be flushed, with all records before it.
  var durableLSN: LogSequenceNumber
  /// A number that no log file of the index has.
  var nextSequence: UInt64
  /// The bytes that were dropped at the end, as a crash leaves them.
  var tornTail: TornTail?
  /// The damage that ends the log here; nil if there is none, or if damage is not accepted.
  var damage: SearchError?
  /// The files that damage has made useless, in part or as a whole.
  var damagedSequences: [UInt64] = []
  /// The size of the valid records in bytes.
  var byteCount = 0
  /// The number of files that were read.
  var fileCount = 0

  /// Passes all records after `lsn` to `body`, in order.
  ///
  /// - Throws: `corrupted` if the files have changed.
  func forEachRecord(
    after lsn: LogSequenceNumber, in storage: any Storage,
    _ body: (LogRecord) throws(SearchError) -> Void
  ) throws(SearchError) {
    var position = lsn
    for extent in extents where extent.lastLSN > position {
      var reader = try LogFileReader(extent.sequence, indexID: indexID, in: storage)
      while position < extent.lastLSN {
        guard let record = try reader.next(), record.lsn <= position + 1 else {
          throw .corrupted(
            "record \(position + 1) has disappeared since the log was examined",
            file: reader.name, offset: reader.offset)
        }
        guard record.lsn > position else { continue }
        try body(record)
        position = record.lsn
      }
    }
  }

  /// Passes all whole batches after `lsn` to `body`, in order.
  ///
  /// - Complexity: Linear in the files; memory for the largest batch.
  func forEachBatch(
    after lsn: LogSequenceNumber, in storage: any Storage,
    _ body: (LogBatch) throws(SearchError) -> Void
  ) throws(SearchError) {
    for extent in extents where extent.lastLSN > lsn {
      var reader = try LogFileReader(extent.sequence, indexID: indexID, in: storage)
      var batches = LogBatchReader(reader.header, decodes: true)
      while let batch = try reader.nextBatch(&batches, after: lsn, upTo: extent.lastLSN) {
        try body(batch)
      }
    }
  }
}

extension LogFileReader {
  /// Returns the next whole batch after `lsn`, or nil after the record `last`.
  fileprivate mutating func nextBatch(
    _ batches: inout LogBatchReader, after lsn: LogSequenceNumber, upTo last: LogSequenceNumber
  ) throws(SearchError) -> LogBatch? {
    while nextLSN <= last {
      guard let record = try next() else {
        throw .corrupted(
          "record \(nextLSN) has disappeared since the log was examined", file: name,
          offset: offset)
      }
      guard record.lsn > lsn else { continue }
      if let batch = try batches.add(record) { return batch }
    }
    return nil
  }
}

/// Finds the valid part of the log after the process or the machine stopped at any instant.
///
/// Files are read in the order of their numbers. A file holds what comes after its base; what a
/// smaller file has after the base of a larger one was never valid. Between two flushes a disk may
/// keep a later record and lose an earlier one, so a whole record behind a hole proves nothing. The
/// hole is *damage* if something says that the missing record had been flushed: the durable LSN of
/// a later record, the base of a later file, or the last writer's note. Records that the manifest
/// applies are not needed, whatever was flushed. Otherwise the hole is a *torn tail*, which any
/// crash leaves, and the log ends with the last whole batch before it (Alagappan and others,
/// "Protocol-Aware Recovery for Consensus-Based Storage", USENIX FAST 2018, on telling the two
/// apart).
///
/// Limit: damage of records that nothing says to have been flushed looks like a torn tail. These
/// are the records of the last moments before the process ended, and they are reported as dropped.
enum LogRecovery {
  /// Reads the log of the index that `manifest` describes.
  ///
  /// - Parameter note: The note of the last writer, read before the manifest was.
  /// - Throws: `corrupted` if acknowledged batches are gone; `notFound` if a file was removed
  ///   meanwhile, because another process has published a newer manifest.
  /// - Complexity: O(bytes of the log), in constant memory.
  static func read(
    from storage: any Storage, manifest: Manifest, note: FlushNote?
  ) throws(SearchError) -> RecoveredLog {
    let all = try sequences(in: storage)
    let live = all.filter {
      $0 >= manifest.firstLogSequence || PlantedBug.replaysRetiredLog.isPlanted
    }
    guard !manifest.hasLog || live.first == manifest.firstLogSequence else {
      throw missing(manifest.firstLogSequence)
    }
    if let last = note?.sequence, last >= manifest.firstLogSequence, !live.contains(last) {
      throw missing(last)
    }
    var readers: [LogFileReader] = []
    for sequence in live {
      readers.append(try LogFileReader(sequence, indexID: manifest.indexID, in: storage))
    }
    var result = RecoveredLog(
      indexID: manifest.indexID, extents: [], lastLSN: manifest.appliedLSN,
      durableLSN: manifest.appliedLSN,
      nextSequence: max(manifest.firstLogSequence, (all.last ?? 0) &+ 1))
    result.fileCount = readers.count
    for index in readers.indices {
      let limit = readers[(index + 1)...].map(\.header.base).min()
      let wholeEnd = try scan(&readers[index], limit: limit, into: &result)
      guard limit == nil else { continue }
      try judgeTail(&readers[index], after: wholeEnd, note?.durableLSN ?? 0, &result)
    }
    let flushed = max(result.durableLSN, note?.durableLSN ?? 0)
    guard flushed <= result.lastLSN || PlantedBug.cutsDamagedLog.isPlanted else {
      throw .corrupted(
        "the log ends with record \(result.lastLSN), although record \(flushed) was flushed: "
          + "acknowledged changes are gone; restore the file, or rebuild the index",
        file: (live.last ?? note?.sequence).map { FileName.log(sequence: $0).text })
    }
    result.durableLSN = flushed
    return result
  }

  private static func missing(_ sequence: UInt64) -> SearchError {
    .corrupted(
      "the log file is missing, and with it changes since the last checkpoint; restore it, or "
        + "rebuild the index", file: FileName.log(sequence: sequence).text)
  }

  static func sequences(in storage: any Storage) throws(SearchError) -> [UInt64] {
    var sequences: [UInt64] = []
    for name in try storage.list() {
      // Larger numbers leave no room for a next file; only a forged name can have them.
      if case .log(let sequence) = FileName(name), sequence < ManifestFormat.numberLimit {
        sequences.append(sequence)
      }
    }
    return sequences.ordered(by: <)
  }

  /// Adds the records of one file to `result`, up to `limit`, which is nil for the last file.
  ///
  /// - Returns: The offset at which the last whole batch, or the last marker, ends.
  /// - Throws: `corrupted`, after all batches before the damage were added.
  @discardableResult
  static func scan(
    _ reader: inout LogFileReader, limit: LogSequenceNumber?, into result: inout RecoveredLog
  ) throws(SearchError) -> Int {
    let base = reader.header.base
    guard base <= result.lastLSN else { throw lost(result.lastLSN + 1, base, reader) }
    result.durableLSN = max(result.durableLSN, base)
    var batches = LogBatchReader(reader.header, decodes: false)
    var end = base
    var wholeEnd = reader.offset
    defer {
      result.byteCount += reader.offset
      if end > base {
        result.extents.append(RecoveredLog.Extent(header: reader.header, lastLSN: end))
      }
      result.lastLSN = max(result.lastLSN, end)
    }
    while limit.map({ reader.nextLSN <= $0 }) ?? true, let record = try reader.next() {
      if try batches.add(record) != nil { end = record.lsn }
      if !batches.isInsideBatch { wholeEnd = reader.offset }
      result.durableLSN = max(result.durableLSN, record.durableLSN)
    }
    return wholeEnd
  }

  /// Examines the end of the last file, whose whole batches end at the offset `wholeEnd`. A torn
  /// tail is noted in `result`; damage is thrown.
  private static func judgeTail(
    _ reader: inout LogFileReader, after wholeEnd: Int, _ flushedLSN: LogSequenceNumber,
    _ result: inout RecoveredLog
  ) throws(SearchError) {
    var end = reader.offset
    if try !reader.isAtEnd() {
      // What the manifest applies is not needed, and may be missing: a checkpoint on the way of
      // applying a log that was never flushed leaves that as it is.
      let missing = max(reader.nextLSN, result.lastLSN + 1)
      if !PlantedBug.cutsDamagedLog.isPlanted {
        guard flushedLSN < missing, try !reader.isHoleDurable() else {
          throw lost(missing, missing, reader)
        }
      }
      end = try reader.byteCount()
    }
    guard wholeEnd < end else { return }
    result.tornTail = RecoveredLog.TornTail(
      sequence: reader.header.sequence, offset: wholeEnd, byteCount: end - wholeEnd)
  }

  private static func lost(
    _ first: LogSequenceNumber, _ last: LogSequenceNumber, _ reader: LogFileReader
  ) -> SearchError {
    .corrupted(
      "the log is damaged: acknowledged changes from record \(first) to at least record \(last) "
        + "are gone; restore the file, or rebuild the index",
      file: reader.name, offset: reader.offset)
  }
}
