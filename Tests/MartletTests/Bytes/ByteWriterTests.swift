import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Byte writer and reader")
struct ByteWriterTests {
  @Test("what was appended is read back", arguments: [1, 7, 500])
  func roundTrip(count: Int) throws {
    var random = SeededRandom(seed: UInt64(count))
    let values = (0..<count).map { _ in random.next() >> UInt64(random.int(in: 0..<64)) }
    let writer = ByteWriter()
    for value in values {
      writer.appendVarint(value)
      writer.append(value)
      writer.append(UInt32(truncatingIfNeeded: value))
      writer.append(UInt16(truncatingIfNeeded: value))
      writer.append(UInt8(truncatingIfNeeded: value))
    }
    var reader = ByteReader(writer.finish())
    for value in values {
      #expect(try reader.readVarint() == value)
      #expect(try reader.readUInt64() == value)
      #expect(try reader.readUInt32() == UInt32(truncatingIfNeeded: value))
      #expect(try reader.readUInt16() == UInt16(truncatingIfNeeded: value))
      #expect(try reader.readUInt8() == UInt8(truncatingIfNeeded: value))
    }
    #expect(reader.remaining == 0)
  }

  @Test("bytes that are lent are those written, and stay so for whoever keeps them")
  func lending() throws {
    let writer = ByteWriter()
    var kept: [(view: ByteView, expected: [UInt8])] = []
    for round in 0..<20 {
      let bytes = (0..<(round * 37)).map { UInt8(truncatingIfNeeded: $0 + round) }
      writer.append(bytes)
      writer.lend { view in
        #expect(view.array == bytes)
        if round % 3 == 0 { kept.append((view, bytes)) }
      }
      #expect(writer.count == 0)
    }
    for (view, expected) in kept { #expect(view.array == expected) }
  }

  @Test("what could not be taken is forgotten, and the writer goes on")
  func failedLending() throws {
    let writer = ByteWriter()
    writer.append(UInt64(1))
    #expect(throws: SearchError.self) {
      try writer.lend { (_) throws(SearchError) in throw SearchError(.diskFull, "no room") }
    }
    writer.append(UInt32(7))
    #expect(writer.finish().array == [7, 0, 0, 0])
  }

  @Test("a varint that does not end, or is too long, is an error")
  func brokenVarint() {
    for bytes in [[0x80], [UInt8](repeating: 0xFF, count: 11)] as [[UInt8]] {
      var reader = ByteReader(ByteView(copying: bytes), file: "a file")
      #expect(throws: SearchError.self) { try reader.readVarint() }
    }
  }

  @Test("an error names file and place")
  func place() {
    var reader = ByteReader(ByteView(copying: [1, 2]), file: "a file", origin: 40)
    #expect(
      throws: SearchError.corrupted(
        "a 32-bit number needs 4 bytes, 2 remain", file: "a file", offset: 40)
    ) {
      try reader.readUInt32()
    }
  }
}
