/// A forward cursor over the records of one log file. It reads a window at a time and writes
/// nothing.
struct LogFileReader {
  private static let windowByteCount = 1 << 20

  let header: LogHeader
  let name: String
  private let storage: any Storage
  private var window = ByteView(copying: [])
  private var windowStart = 0
  /// The size of the file in bytes, once its end was reached.
  private var fileEnd: Int?
  private var previous: UInt64
  /// The offset of the next record.
  private(set) var offset = LogFormat.headerByteCount
  /// The number that the next record must have.
  private(set) var nextLSN: LogSequenceNumber

  /// Opens the file with number `sequence` of the index `indexID`.
  ///
  /// - Throws: `notFound`; `formatTooNew`; `corrupted` if its header is damaged. A file has its
  ///   name only once its header is durable, so a crash cannot explain that.
  init(_ sequence: UInt64, indexID: IndexID, in storage: any Storage) throws(SearchError) {
    name = FileName.log(sequence: sequence).text
    self.storage = storage
    let head = try storage.read(name, from: 0, atMost: LogFormat.headerByteCount)
    header = try LogHeader.decode(head, sequence: sequence, file: name)
    guard header.indexID == indexID, header.base < ManifestFormat.numberLimit else {
      throw .corrupted("the log file belongs to another index", file: name, offset: 24)
    }
    previous = header.check
    nextLSN = header.base + 1
  }

  /// Reads the next record. Returns nil if no record continues the file; see ``isAtEnd()``.
  @inline(never)
  mutating func next() throws(SearchError) -> LogRecord? {
    guard let record = try record(at: offset), record.lsn == nextLSN,
      record.previous == previous || PlantedBug.skipsChain.isPlanted,
      nextLSN < ManifestFormat.numberLimit
    else { return nil }
    previous = record.check
    nextLSN += 1
    offset += LogRecord.byteCount(payload: record.payload.count)
    return record
  }

  /// Forgets what was read ahead, so that ``next()`` sees what was appended since.
  mutating func forgetWindow() {
    window = ByteView(copying: [])
    fileEnd = nil
  }

  /// Returns the size of the whole file in bytes.
  func byteCount() throws(SearchError) -> Int {
    var end = offset
    while true {
      let piece = try storage.read(name, from: end, atMost: Self.windowByteCount)
      end += piece.count
      if piece.count < Self.windowByteCount { return end }
    }
  }

  /// Returns true if nothing follows the last record except reserved bytes.
  mutating func isAtEnd() throws(SearchError) -> Bool {
    guard header.hasRoom else { return try bytes(at: offset, 1) == nil }
    var position = offset
    while true {
      let piece = try storage.read(name, from: position, atMost: Self.windowByteCount)
      guard (0..<piece.count).allSatisfy({ piece[$0] == 0 }) else { return false }
      position += piece.count
      if piece.count < Self.windowByteCount { return true }
    }
  }

  /// Skips damage up to the next whole record with a number that was not read. Returns false if
  /// there is none, or none is found within a bounded amount of work, as in ``isHoleDurable()``.
  mutating func skipDamage() throws(SearchError) -> Bool {
    var budget: Int64 = 1 << 30
    var position = offset
    while budget > 0, let head = try bytes(at: position, LogFormat.recordHeaderByteCount) {
      let lsn = head.uint64(at: 8)
      if lsn >= nextLSN, lsn < ManifestFormat.numberLimit, let count = LogRecord.payloadCount(head)
      {
        budget -= Int64(count)
        if let record = try record(at: position) {
          (offset, nextLSN, previous) = (position, record.lsn, record.previous)
          return true
        }
      }
      position += 8
      budget -= 32
    }
    return false
  }

  /// Returns the whole record at the offset `position`, whether or not it continues the file.
  private mutating func record(at position: Int) throws(SearchError) -> LogRecord? {
    guard let head = try bytes(at: position, LogFormat.recordHeaderByteCount),
      let count = LogRecord.payloadCount(head),
      let bytes = try bytes(at: position, LogRecord.byteCount(payload: count))
    else { return nil }
    return LogRecord.decode(bytes, salt: header.salt)
  }

  /// Returns `count` bytes at the offset `position`; nil if the file ends before.
  private mutating func bytes(at position: Int, _ count: Int) throws(SearchError) -> ByteView? {
    let range = (position - windowStart)..<(position - windowStart + count)
    if window.contains(range) { return window.slice(range) }
    if let fileEnd, position + count > fileEnd { return nil }
    let wanted = max(count, Self.windowByteCount)
    window = try storage.read(name, from: position, atMost: wanted)
    windowStart = position
    if window.count < wanted { fileEnd = position + window.count }
    return window.count >= count ? window.slice(0..<count) : nil
  }
}

extension LogFileReader {
  /// Returns true if a record after the hole at ``offset`` says that the missing record was
  /// durable. The missing record is then damaged; otherwise it may never have reached the disk.
  ///
  /// The file is searched at every multiple of 8. Bytes that look like records cost a hash of their
  /// length, so the work is bounded. When the bound is reached, the answer is true: the log is
  /// refused rather than a batch forgotten.
  mutating func isHoleDurable() throws(SearchError) -> Bool {
    let missing = nextLSN
    var budget: Int64 = 1 << 26
    var position = offset
    while let head = try bytes(at: position, LogFormat.recordHeaderByteCount) {
      let lsn = head.uint64(at: 8)
      let most = UInt64((position - offset) / LogFormat.recordOverhead)
      if head.uint64(at: 16) >= missing, lsn >= missing, lsn - missing <= most,
        let count = LogRecord.payloadCount(head)
      {
        guard budget > 0 else { return true }
        budget -= Int64(count)
        if try record(at: position) != nil { return true }
      }
      position += 8
      budget += 32
    }
    return false
  }
}
