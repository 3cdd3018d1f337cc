/// A batch as found in the log: operations that are applied together or not at all.
struct LogBatch: Sendable {
  /// The number of the batch's commit record, which becomes `appliedLSN` once the batch is applied.
  var lsn: LogSequenceNumber
  var operations: [LogOperation]
  /// The log file that the batch is in.
  var sequence: UInt64

  /// The position after the batch, from which reading continues once everything before is applied.
  var end: LogPosition { LogPosition(lsn: lsn, sequence: sequence, hasFile: true) }
}

/// The records of a batch that has no commit record yet, in writing or reading.
struct OpenBatch {
  private(set) var firstLSN: LogSequenceNumber
  private(set) var recordCount: UInt64 = 0
  private var hash: UInt64

  /// Creates a batch whose first record will be `firstLSN`.
  init(firstLSN: LogSequenceNumber, salt: UInt64) {
    self.firstLSN = firstLSN
    hash = salt
  }

  /// Adds a record, given its check.
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

/// Assembles batches from records in order, and checks that they follow the grammar `((part*
/// operation)* commit | marker)*`.
struct LogBatchReader {
  private let salt: UInt64
  private let file: String
  private let sequence: UInt64
  private var open: OpenBatch?
  private let parts = ByteWriter()
  private var isInsideOperation = false
  private var operations: [LogOperation] = []
  private let decodes: Bool

  /// Creates a reader of the records of the file that begins with `header`. Without `decodes`, the
  /// batches have no operations, which is enough to find their ends.
  init(_ header: LogHeader, decodes: Bool) {
    salt = header.salt
    sequence = header.sequence
    file = FileName.log(sequence: header.sequence).text
    self.decodes = decodes
  }

  /// True if the batch of the last record still lacks its commit record.
  var isInsideBatch: Bool { open != nil }

  /// Adds the next record. Returns a batch if the record commits one.
  ///
  /// - Throws: `corrupted` if an intact record is out of order or is not an operation.
  @inline(never)
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
      "record \(record.lsn) of kind \(record.kind.rawValue) is out of order",
      file: file)
  }
}
