import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Operations in the log")
struct LogOperationTests {
  static let operations: [LogOperation] = [
    .deleteAll,
    .delete(key: []),
    .delete(key: Array(repeating: 0xFF, count: 1_000)),
    .bookmark(name: "", bytes: []),
    .bookmark(name: "feed/größe", bytes: [0, 1, 2]),
    .bookmark(name: "feed", bytes: nil),
    .put(InputDocument(key: [1], values: [], stored: [])),
    .put(
      InputDocument(
        key: Array("key".utf8),
        values: [
          .init(field: FieldID(0), content: .text("")),
          .init(field: FieldID(65_535), content: .text("naïve \u{0} \u{1F600} e\u{301}")),
          .init(field: FieldID(2), content: .number(-0.0)),
          .init(field: FieldID(2), content: .number(.infinity)),
        ],
        stored: Array(0...255))),
  ]

  private func decode(_ bytes: [UInt8]) throws(SearchError) -> LogOperation {
    var reader = ByteReader(ByteView(copying: bytes), file: "wal")
    return try LogOperation.decode(&reader)
  }

  @Test("are read as they were written", arguments: operations.indices)
  func roundTrip(index: Int) throws {
    let operation = Self.operations[index]
    #expect(try decode(operation.encoded().array) == operation)
  }

  @Test("cut anywhere, or with a byte too many, are refused", arguments: operations.indices)
  func wrongLength(index: Int) {
    let bytes = Self.operations[index].encoded().array
    for count in bytes.indices {
      #expect(thrownCode { try decode(Array(bytes.prefix(count))) } == .corrupted, "\(count)")
    }
    #expect(thrownCode { try decode(bytes + [0]) } == .corrupted)
  }

  @Test("of any bytes give an operation or an error")
  func anyBytes() throws {
    for seed in SeededRandom.seeds(count: 50) {
      var random = SeededRandom(seed: seed)
      for operation in Self.operations {
        var bytes = operation.encoded().array
        for _ in 0..<3 {
          bytes[random.int(in: 0..<bytes.count)] = UInt8(truncatingIfNeeded: random.next())
        }
        let code = thrownCode { try decode(bytes) }
        #expect(code == nil || code == .corrupted, "seed \(seed)")
      }
    }
  }

  @Test("text that is not UTF-8 is refused")
  func invalidText() {
    #expect(thrownCode { try decode([5, 2, 0xC3, 0x28]) } == .corrupted)
  }

  @Test("a count that nothing backs asks for no memory")
  func hugeCounts() {
    let huge: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]
    #expect(thrownCode { try decode([2] + huge) } == .corrupted)
    #expect(thrownCode { try decode([1, 0] + huge) } == .corrupted)
    #expect(thrownCode { try decode([1, 0, 1, 0, 0] + huge) } == .corrupted)
  }
}
