/// The layout of a log file, `wal-<sequence>`. All numbers are little-endian.
///
///     header    64 bytes     see FileHeader; its number is the sequence number
///               u64          generation of the manifest in force when the file was made
///               u64          salt, random
///               u64          base: the last LSN before this file
///               u32          1 if the last record may be followed by zeros, which are reserved
///                            bytes; otherwise 0
///               u32          CRC-32C of the bytes 0 to 59 and 64 to 91
///     record *
///
/// A record, at a multiple of 8:
///
///     payload count    u32    at most 16 MiB
///     type             u8     1 operation, 2 part of an operation, 3 commit, 4 marker
///     zero             u8, u16
///     lsn              u64    one more than the record before, or than the base
///     durable lsn      u64    all up to here were known to be flushed when this was written
///     previous         u64    check of the record before; of the header for the first
///     payload          bytes, then zeros to a multiple of 8
///     check            u64    XXH64, with the salt as seed, of everything before in the record
///
/// The salt makes a record of any other file, or of an older use of the same sectors, invalid here;
/// `previous` shows records that were reordered, dropped or spliced in. Each record can still be
/// verified alone, which is how damage is told from a torn tail (see ``LogRecovery``).
///
/// An operation whose bytes do not fit one record is the concatenation of its parts and the record
/// of type 1 after them. A *batch* is the records of its operations and one commit record, whose
/// payload is
///
///     first lsn        u64
///     records          u64    without the commit record
///     batch hash       u64    begins as the salt, and becomes, for each record, the XXH64 of the
///                             record's check with the hash so far as seed
///
/// A marker has no payload; it stands between batches and only carries its durable LSN.
///
/// A file holds the operations after its base. In all files with smaller sequence numbers, only
/// records up to that base count: what follows there was never acknowledged, or is repeated here.
///
/// Example: index id (1, 2), sequence 5, generation 3, salt 4, base 10, and then the batch of one
/// operation, *delete all*, is 208 bytes:
///
///       0  4d 61 72 74 6c 65 74 0a   magic
///       8  04 00 01 00 00 00 00 00   kind 4, version 1.0, incompatible features
///      16  00 00 00 00 00 00 00 00   other features
///      24  01 00 00 00 00 00 00 00   index id, high
///      32  02 00 00 00 00 00 00 00   index id, low
///      40  05 00 00 00 00 00 00 00   sequence number
///      48  00 00 00 00 00 00 00 00   zero
///      56  00 00 00 00 37 e1 52 01   zero, CRC-32C
///      64  03 00 00 00 00 00 00 00   generation
///      72  04 00 00 00 00 00 00 00   salt
///      80  0a 00 00 00 00 00 00 00   base
///      88  00 00 00 00 89 c9 3e 41   zero, CRC-32C
///      96  01 00 00 00 01 00 00 00   payload count 1, type 1
///     104  0b 00 00 00 00 00 00 00   lsn 11
///     112  0a 00 00 00 00 00 00 00   durable lsn 10
///     120  d6 41 9f ab f8 bf 0c 43   previous: check of the header
///     128  03 00 00 00 00 00 00 00   payload: delete all; padding
///     136  36 36 f0 47 32 29 56 00   check
///     144  18 00 00 00 03 00 00 00   payload count 24, type 3
///     152  0c 00 00 00 00 00 00 00   lsn 12
///     160  0a 00 00 00 00 00 00 00   durable lsn 10
///     168  36 36 f0 47 32 29 56 00   previous
///     176  0b 00 00 00 00 00 00 00   first lsn 11
///     184  01 00 00 00 00 00 00 00   1 record
///     192  95 f9 76 c9 25 35 22 2e   batch hash
///     200  d3 aa 1a 1d 0a af 28 ff   check
enum LogFormat {
  static let headerByteCount = 96
  /// The bytes of a record before its payload.
  static let recordHeaderByteCount = 32
  /// The bytes of a record in addition to its payload.
  static let recordOverhead = 40
  /// The largest payload of one record, so that a damaged count cannot ask for much memory.
  static let payloadByteLimit = 1 << 24
  static let commitByteCount = 24
}

/// The header of a log file.
struct LogHeader: Sendable, Equatable {
  var indexID: IndexID
  var sequence: UInt64
  var generation: Generation
  var salt: UInt64
  /// The last LSN before this file.
  var base: LogSequenceNumber
  /// True if zeros may follow the last record.
  var hasRoom = false

  /// The check of the header, which the first record stores as the check of the record before it.
  var check: UInt64 { Checksum.hash64(encoded(), seed: salt) }

  /// Returns the 96 bytes of the header.
  func encoded() -> ByteView {
    let writer = ByteWriter(capacity: LogFormat.headerByteCount)
    FileHeader(kind: .log, owner: indexID.owner, number: sequence).encode(into: writer)
    writer.append(generation)
    writer.append(salt)
    writer.append(base)
    writer.append(UInt32(hasRoom ? 1 : 0))
    let checked = writer.finish()
    writer.append(checked)
    writer.append(FileHeader.boundCheck(checked, upTo: checked.count))
    return writer.finish()
  }

  /// Decodes the header at the start of `view`, the file with number `sequence`.
  static func decode(
    _ view: ByteView, sequence: UInt64, file: String
  ) throws(SearchError) -> LogHeader {
    let common = try FileHeader.decode(view, kind: .log, number: sequence, file: file)
    guard view.count >= LogFormat.headerByteCount,
      view.uint32(at: 92) == FileHeader.boundCheck(view, upTo: 92), view.uint32(at: 88) <= 1
    else {
      throw .corrupted("the log's header does not match its checksum", file: file, offset: 64)
    }
    return LogHeader(
      indexID: IndexID(common.owner), sequence: sequence, generation: view.uint64(at: 64),
      salt: view.uint64(at: 72), base: view.uint64(at: 80), hasRoom: view.uint32(at: 88) == 1)
  }
}

/// One record of a log file.
struct LogRecord: Sendable {
  /// The kind of a record.
  enum Kind: UInt8, Sendable {
    case operation = 1
    case part = 2
    case commit = 3
    case marker = 4
  }

  var kind: Kind
  var lsn: LogSequenceNumber
  var durableLSN: LogSequenceNumber
  /// The check of the record before.
  var previous: UInt64
  var payload: ByteView
  /// The record's own check; 0 until it is encoded.
  var check: UInt64 = 0

  /// Returns the bytes that a record with a payload of `byteCount` bytes takes.
  static func byteCount(payload byteCount: Int) -> Int {
    IntegerMath.roundUp(byteCount, toMultipleOf: 8) + LogFormat.recordOverhead
  }

  /// Appends the record to `buffer` and returns its check.
  func encode(into buffer: ByteWriter, salt: UInt64) -> UInt64 {
    let writer = ByteWriter(capacity: Self.byteCount(payload: payload.count))
    writer.append(UInt32(truncatingIfNeeded: payload.count))
    writer.append(kind.rawValue)
    writer.append(UInt8(0))
    writer.append(UInt16(0))
    writer.append(lsn)
    writer.append(durableLSN)
    writer.append(previous)
    writer.append(payload)
    writer.align(to: 8)
    let checked = writer.finish()
    let check = Checksum.hash64(checked, seed: salt)
    buffer.append(checked)
    buffer.append(check)
    return check
  }

  /// Returns the payload count in the first bytes of a record; nil if no record begins like that.
  static func payloadCount(_ head: ByteView) -> Int? {
    let count = head.uint32(at: 0)
    guard count <= LogFormat.payloadByteLimit, Kind(rawValue: head[4]) != nil,
      head[5] == 0, head.uint16(at: 6) == 0, head.uint64(at: 8) > head.uint64(at: 16)
    else { return nil }
    return Int(count)
  }

  /// Decodes the record that takes up all of `bytes`; nil if it is not one, or is damaged.
  static func decode(_ bytes: ByteView, salt: UInt64) -> LogRecord? {
    guard bytes.count >= LogFormat.recordOverhead, let count = payloadCount(bytes),
      bytes.count == byteCount(payload: count), let kind = Kind(rawValue: bytes[4])
    else { return nil }
    let check = bytes.uint64(at: bytes.count - 8)
    guard
      Checksum.hash64(bytes.slice(0..<(bytes.count - 8)), seed: salt) == check
        || PlantedBug.acceptsAnyCheck.isPlanted
    else { return nil }
    let end = LogFormat.recordHeaderByteCount + count
    for offset in end..<(bytes.count - 8) where bytes[offset] != 0 { return nil }
    return LogRecord(
      kind: kind, lsn: bytes.uint64(at: 8), durableLSN: bytes.uint64(at: 16),
      previous: bytes.uint64(at: 24),
      payload: bytes.slice(LogFormat.recordHeaderByteCount..<end), check: check)
  }
}
