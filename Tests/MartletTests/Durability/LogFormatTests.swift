import MartletTestSupport
import Testing

@testable import Martlet

@Suite("The layout of a log file")
struct LogFormatTests {
  static let header = LogHeader(
    indexID: IndexID(high: 1, low: 2), sequence: 5, generation: 3, salt: 4, base: 10)

  @Test("has the bytes of its worked example")
  func example() throws {
    let storage = MemoryStorage()
    let file = try LogFile.create(in: storage, header: Self.header, copying: nil)
    try file.append([.deleteAll])
    var example = WorkedExample(try #require(storage["wal-0000000000000005"]))
    let words = [
      "magic", "kind 4, version 1.0, incompatible features", "other features", "index id, high",
      "index id, low", "sequence number", "zero", "zero, CRC-32C", "generation", "salt", "base",
      "zero, CRC-32C",
      "payload count 1, type 1", "lsn 11", "durable lsn 10", "previous: check of the header",
      "payload: delete all; padding", "check",
      "payload count 24, type 3", "lsn 12", "durable lsn 10", "previous", "first lsn 11",
      "1 record", "batch hash", "check",
    ]
    for word in words { example.add(8, word) }
    try example.expect(in: "Durability/LogFormat.swift")
  }

  @Test("header: what is written is read, and any changed byte is found")
  func header() throws {
    let bytes = Self.header.encoded().array
    let decode = { (bytes: [UInt8]) throws(SearchError) in
      try LogHeader.decode(ByteView(copying: bytes), sequence: 5, file: "wal")
    }
    #expect(try decode(bytes) == Self.header)
    for index in bytes.indices {
      for change in [1, 0x80, 0xFF] as [UInt8] {
        var damaged = bytes
        damaged[index] ^= change
        #expect(thrownCode { try decode(damaged) } == .corrupted, "byte \(index)")
      }
      #expect(thrownCode { try decode(Array(bytes.prefix(index))) } == .corrupted)
    }
    #expect(
      thrownCode { try LogHeader.decode(Self.header.encoded(), sequence: 6, file: "wal") }
        == .corrupted)
  }

  @Test("record: what is written is read, at every length", arguments: 0...24)
  func record(count: Int) throws {
    let record = LogRecord(
      kind: .part, lsn: 9, durableLSN: 4, previous: 77,
      payload: ByteView(copying: Array(repeating: 0xEE, count: count)))
    let buffer = ByteWriter()
    let check = record.encode(into: buffer, salt: 5)
    let bytes = buffer.finish()
    #expect(bytes.count == LogRecord.byteCount(payload: count))
    let found = try #require(LogRecord.decode(bytes, salt: 5))
    #expect(found.check == check)
    #expect(found.payload.array == record.payload.array)
    #expect(found.lsn == 9 && found.durableLSN == 4 && found.previous == 77)
    #expect(LogRecord.decode(bytes, salt: 6) == nil)
    for index in 0..<bytes.count {
      var damaged = bytes.array
      damaged[index] ^= 0x10
      #expect(LogRecord.decode(ByteView(copying: damaged), salt: 5) == nil, "byte \(index)")
      #expect(LogRecord.decode(bytes.slice(0..<index), salt: 5) == nil)
    }
  }

  @Test("record: padding that is not zero is refused even with a right check")
  func padding() {
    let record = LogRecord(
      kind: .operation, lsn: 9, durableLSN: 4, previous: 77, payload: ByteView(copying: [1]))
    let buffer = ByteWriter()
    _ = record.encode(into: buffer, salt: 5)
    var bytes = buffer.finish().array
    bytes[39] = 1
    let check = Checksum.hash64(Array(bytes.prefix(40)), seed: 5)
    for index in 0..<8 { bytes[40 + index] = UInt8(truncatingIfNeeded: check >> (index * 8)) }
    #expect(LogRecord.decode(ByteView(copying: bytes), salt: 5) == nil)
  }
}
