import Testing

@testable import Martlet

@Suite("Segment information")
struct SegmentInfoTests {
  private let example = SegmentInfo(
    k1: 1.5, b: 0.75,
    fields: [
      SegmentInfo.Field(
        field: FieldID(1), statistics: FieldStatistics(documentCount: 3, tokenCount: 300),
        averageLength: 100),
      SegmentInfo.Field(
        field: FieldID(258), statistics: FieldStatistics(documentCount: 5, tokenCount: 6),
        averageLength: 1.25),
    ])

  private func decode(_ bytes: [UInt8]) throws -> SegmentInfo {
    try SegmentInfoFormat.decode(testSection(bytes), documentCount: 5)
  }

  @Test("the bytes are as the format says")
  func golden() throws {
    let expected = annotatedBytes(
      """
      00 00 00 00 00 00 F8 3F      ; k1 1.5
      00 00 00 00 00 00 E8 3F      ; b 0.75
      02 00 00 00  00 00 00 00     ; fields, zero
      01 00  00 00  03 00 00 00    ; field 1, zero, 3 documents
      2C 01 00 00 00 00 00 00      ; 300 tokens
      00 00 00 00 00 00 59 40      ; 100 on average
      02 01  00 00  05 00 00 00    ; field 258, zero, 5 documents
      06 00 00 00 00 00 00 00      ; 6 tokens
      00 00 00 00 00 00 F4 3F      ; 1.25 on average
      """)
    #expect(firstDifference(SegmentInfoFormat.encode(example).array, expected) == nil)
    #expect(try decode(expected) == example)
  }

  @Test("a field is found by its number")
  func find() {
    #expect(example.field(FieldID(258)) == example.fields[1])
    #expect(example.field(FieldID(1)) == example.fields[0])
    #expect([0, 2, 259].allSatisfy { example.field(FieldID($0)) == nil })
    #expect(SegmentInfo(k1: 0, b: 0, fields: []).field(FieldID(0)) == nil)
  }

  @Test("numbers that make no sense are refused")
  func refused() {
    let bytes = SegmentInfoFormat.encode(example).array
    let changes: [(Int, UInt8, String)] = [
      (7, 0xFF, "negative k1"), (7, 0x7E, "k1 too large for single precision"),
      (15, 0x4F, "b above 1"), (16, 3, "too many fields"),
      (17, 1, "far too many fields"), (20, 1, "unused bytes"), (26, 1, "unused bytes in a field"),
      (28, 6, "more documents than the segment"), (32, 0, "fewer tokens than documents"),
      (39, 0xFF, "more tokens than fit"), (47, 0xC0, "a negative average"),
      (47, 0x7E, "an average too large for single precision"),
      (47, 0x01, "an average too small for it"),
      (49, 0, "a field number that does not rise"),
    ]
    for (offset, value, reason) in changes {
      var changed = bytes
      changed[offset] = value
      if offset == 32 { changed[33] = 0 }
      if offset == 49 { changed[48] = 1 }
      #expect(throws: SearchError.self, "\(reason)") { try decode(changed) }
    }
    for count in 0..<bytes.count {
      #expect(throws: SearchError.self) { try decode(Array(bytes[..<count])) }
    }
    #expect(throws: SearchError.self) { try decode(bytes + [0]) }
  }
}
