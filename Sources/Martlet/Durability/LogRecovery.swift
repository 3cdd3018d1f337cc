/// The part of the log that counts after a crash: the files, and the last record of each.
///
/// Only says what is there; reading it again gives the batches. Nothing is written.
struct RecoveredLog: Sendable {
  /// The records of one file that count.
  struct Extent: Sendable, Equatable {
    var sequence: UInt64
    /// The last record that counts, which commits a batch.
    var lastLSN: LogSequenceNumber
  }

  /// The bytes of a file after the last whole batch.
  struct TornTail: Sendable, Equatable {
    var sequence: UInt64
    var offset: Int
    /// Bytes of the file from there on.
    var byteCount: Int
  }

  var indexID: IndexID
  /// The files with something that counts, in order.
  var extents: [Extent]
  /// The last record that counts, which commits a batch; or the last that the manifest applies.
  var lastLSN: LogSequenceNumber
  /// All records up to here are known to be flushed.
  var durableLSN: LogSequenceNumber
  /// A number that no log file of the index has.
  var nextSequence: UInt64
  /// The bytes that were left out at the end, as a crash leaves them.
  var tornTail: TornTail?
  /// The damage that ends the log here; nil when there is none, or none is accepted.
  var damage: SearchError?
  /// The files that damage has made useless, in part or as a whole.
  var damagedSequences: [UInt64] = []
  /// Bytes of the records that count.
  var byteCount = 0

  /// Hands all records after `lsn` to `body`, in order.
  ///
  /// - Throws: `corrupted` when the files are not what they were.
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
            "expected record \(position + 1), which was there before",
            file: reader.name, offset: reader.offset)
        }
        guard record.lsn > position else { continue }
        try body(record)
        position = record.lsn
      }
    }
  }

  /// Hands all whole batches after `lsn` to `body`, in order.
  ///
  /// - Complexity: linear in the files; memory for the largest batch.
  func forEachBatch(
    after lsn: LogSequenceNumber, in storage: any Storage,
    _ body: (LogBatch) throws(SearchError) -> Void
  ) throws(SearchError) {
    for extent in extents where extent.lastLSN > lsn {
      var reader = try LogFileReader(extent.sequence, indexID: indexID, in: storage)
      var batches = LogBatchReader(reader.header, decodes: true)
      while reader.nextLSN <= extent.lastLSN {
        guard let record = try reader.next() else {
          throw .corrupted(
            "expected record \(reader.nextLSN), which was there before",
            file: reader.name, offset: reader.offset)
        }
        guard record.lsn > lsn else { continue }
        if let batch = try batches.add(record) { try body(batch) }
      }
    }
  }
}

/// Finds out how much of the log counts after the process or the machine stopped at any instant.
///
/// Files are read in the order of their numbers. A file holds what comes after its base; what a
/// smaller file has after the base of a larger one never counted. Between two flushes a disk may
/// keep a later record and lose an earlier one, so a whole record behind a hole proves nothing. The
/// hole is *damage* when something says that the missing record had been flushed: the durable LSN
/// of a later record, the base of a later file, the manifest, or the last writer's note. Otherwise it is a *torn tail*,
/// which any crash leaves, and the log ends with the last whole batch before it (Alagappan and
/// others, "Protocol-Aware Recovery for Consensus-Based Storage", USENIX FAST 2018, on telling the
/// two apart).
///
/// Limit: damage of records that nothing says to have been flushed looks like a torn tail. They are
/// those of the last moments before the process ended, and are reported as dropped.
enum LogRecovery {
  /// The log of the index that `manifest` describes.
  ///
  /// - Parameter note: What the last writer left, read before the manifest was.
  /// - Throws: `corrupted` when acknowledged batches are gone; `notFound` when a file was removed
  ///   meanwhile, because another process has made a newer manifest.
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
    for index in readers.indices {
      let limit = readers[(index + 1)...].map(\.header.base).min()
      let wholeEnd = try scan(&readers[index], limit: limit, into: &result)
      guard limit == nil else { continue }
      try judgeTail(&readers[index], after: wholeEnd, note?.durableLSN ?? 0, &result)
    }
    let flushed = max(result.durableLSN, note?.durableLSN ?? 0)
    guard flushed <= result.lastLSN || PlantedBug.cutsDamagedLog.isPlanted else {
      throw .corrupted(
        "the log ends with number \(result.lastLSN), although \(flushed) was flushed: "
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
      // Larger numbers leave no room for a next file; they can only be forged.
      if case .log(let sequence) = FileName(name), sequence < ManifestFormat.numberLimit {
        sequences.append(sequence)
      }
    }
    return sequences.sorted()
  }

  /// Takes in the records of one file up to `limit`; nil for the last file.
  ///
  /// - Returns: Where the last whole batch, or the last marker, ends.
  /// - Throws: `corrupted`, after all batches before the damage were taken in.
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
        result.extents.append(RecoveredLog.Extent(sequence: reader.header.sequence, lastLSN: end))
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

  /// Decides whether the last file was left like this by a crash. Its whole batches end at `wholeEnd`.
  private static func judgeTail(
    _ reader: inout LogFileReader, after wholeEnd: Int, _ flushedLSN: LogSequenceNumber,
    _ result: inout RecoveredLog
  ) throws(SearchError) {
    var end = reader.offset
    if try !reader.isAtEnd() {
      let missing = reader.nextLSN
      if !PlantedBug.cutsDamagedLog.isPlanted {
        guard max(result.lastLSN, flushedLSN) < missing, try !reader.isHoleDurable() else {
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
      "the log is damaged: acknowledged changes from number \(first) on are gone, at least to "
        + "\(last); restore the file, or rebuild the index",
      file: reader.name, offset: reader.offset)
  }
}
