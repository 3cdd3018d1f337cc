/// Some operations that are applied together or not at all, as found in the log.
package struct LogBatch: Sendable {
  /// The number of the batch's commit record: what `appliedLSN` becomes once it is applied.
  package var lsn: LogSequenceNumber
  package var operations: [LogOperation]
  /// The log file that the batch is in.
  package var sequence: UInt64

  /// The place after the batch: where to go on reading when everything up to here is applied.
  package var end: LogPosition { LogPosition(lsn: lsn, sequence: sequence, hasFile: true) }
}

/// The records of a batch that has no commit record yet, while writing and while reading.
struct OpenBatch {
  private(set) var firstLSN: LogSequenceNumber
  private(set) var recordCount: UInt64 = 0
  private var hash: UInt64

  /// A batch whose first record will be `firstLSN`.
  init(firstLSN: LogSequenceNumber, salt: UInt64) {
    self.firstLSN = firstLSN
    hash = salt
  }

  /// Takes in a record by its check.
  mutating func add(check: UInt64) {
    let writer = ByteWriter(capacity: 8)
    writer.append(check)
    hash = Checksum.hash64(writer.finish(), seed: hash)
    recordCount += 1
  }

  /// The payload of the commit record.
  var commitPayload: ByteView {
    let writer = ByteWriter(capacity: LogFormat.commitByteCount)
    writer.append(firstLSN)
    writer.append(recordCount)
    writer.append(hash)
    return writer.finish()
  }

  /// Returns true if `payload` commits exactly these records.
  func isCommitted(by payload: ByteView) -> Bool {
    payload.array == commitPayload.array
  }
}

/// Puts batches together from records in order, and checks that they follow the grammar:
/// `((part* operation)* commit | marker)*`.
struct LogBatchReader {
  private let salt: UInt64
  private let file: String
  private let sequence: UInt64
  private var open: OpenBatch?
  private let parts = ByteWriter()
  private var isInsideOperation = false
  private var operations: [LogOperation] = []
  private let decodes: Bool

  /// Reads records of the file that `header` begins. Without `decodes`, the batches have no operations, which is enough to
  /// find where they end.
  init(_ header: LogHeader, decodes: Bool) {
    salt = header.salt
    sequence = header.sequence
    file = FileName.log(sequence: header.sequence).text
    self.decodes = decodes
  }

  /// True when the batch of the last record still lacks its commit record.
  var isInsideBatch: Bool { open != nil }

  /// Takes in the next record. Returns a batch when it is the commit record of one.
  ///
  /// - Throws: `corrupted` when a whole record is in a wrong place, or is no operation.
  mutating func add(_ record: LogRecord) throws(SearchError) -> LogBatch? {
    switch record.kind {
    case .marker:
      guard open == nil, record.payload.count == 0 else { throw misplaced(record) }
      return nil
    case .commit:
      if PlantedBug.replaysUncommitted.isPlanted {
        return LogBatch(lsn: record.lsn, operations: [], sequence: sequence)
      }
      guard let batch = open, !isInsideOperation, batch.isCommitted(by: record.payload) else {
        throw misplaced(record)
      }
      open = nil
      defer { operations = [] }
      return LogBatch(lsn: record.lsn, operations: operations, sequence: sequence)
    case .part, .operation:
      var batch = open ?? OpenBatch(firstLSN: record.lsn, salt: salt)
      batch.add(check: record.check)
      open = batch
      try collect(record)
      guard PlantedBug.replaysUncommitted.isPlanted, !isInsideOperation else { return nil }
      open = nil
      defer { operations = [] }
      return LogBatch(lsn: record.lsn, operations: operations, sequence: sequence)
    }
  }

  private mutating func collect(_ record: LogRecord) throws(SearchError) {
    let isWhole = record.kind == .operation && !isInsideOperation
    isInsideOperation = record.kind == .part
    guard decodes else { return }
    var bytes = record.payload
    if !isWhole {
      parts.append(bytes)
      if isInsideOperation { return }
      bytes = parts.finish()
    }
    var reader = ByteReader(bytes, file: file)
    operations.append(try LogOperation.decode(&reader))
  }

  private func misplaced(_ record: LogRecord) -> SearchError {
    .corrupted(
      "a record of kind \(record.kind.rawValue) with number \(record.lsn) is misplaced",
      file: file)
  }
}
