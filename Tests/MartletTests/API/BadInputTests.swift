import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Bad input")
struct BadInputTests {
  private func index() throws -> SearchIndex<Record> {
    let schema = RecordSchema(fields: [.text("t"), .number("n")])
    let index = try SearchIndex<Record>.inMemory(schema: schema)
    try index.writeSync { batch in
      try batch.put(Record(key: "1", fields: ["t": "a swift (bird)", "n": 1]))
      try batch.put(Record(key: "2", fields: ["t": "OR AND NOT"]))
    }
    return index
  }

  @Test("any text is a query that has an answer")
  func queries() throws {
    let index = try index()
    let texts = [
      "", " ", "\0", "swift\0bird", String(repeating: "(", count: 100_000),
      String(repeating: ")", count: 100_000), String(repeating: "((", count: 50_000) + "swift",
      String(repeating: "-", count: 100_000), "+-\"()*:~^ OR AND NOT", "OR", "AND OR NOT", "\"",
      "*",
      "t:", ":", "none:swift", "n:swift", "n:", String(repeating: "\u{301}", count: 100_000),
    ]
    for text in texts {
      let results = try index.searchSync(text)
      #expect(results.hits.count <= 2)
    }
    #expect(try index.searchSync("OR").hits.map(\.id) == ["2"])
    #expect(try index.searchSync("none:swift").diagnostics.isEmpty == false)
  }

  @Test("a million random bytes are a query", arguments: SeededRandom.seeds(count: 1))
  func randomQuery(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let block = (0..<10_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let bytes = (0..<100).flatMap { _ in block }
    #expect(throws: Never.self, "seed \(seed)") {
      _ = try index().searchSync(String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test("no limit of hits is too small or too large")
  func limits() throws {
    let index = try index()
    #expect(try index.searchSync("swift", limit: 0).hits.isEmpty)
    #expect(try index.searchSync("swift", limit: .max).hits.count == 1)
  }

  @Test("brackets without end are an error, not an exhausted stack")
  func brackets() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      for count in [64, 500, 100_000] {
        let value = String(repeating: open, count: count) + "1"
        for end in ["", String(repeating: close, count: count)] {
          let error = #expect(throws: SearchError.self) {
            try Record(json: Array("{\"id\":\"1\",\"v\":\(value)\(end)}".utf8), keyField: "id")
          }
          #expect(error?.code == .documentRejected)
        }
      }
    }
  }

  /// A record with a list around `count` lists of objects.
  private static func nested(_ count: Int) -> [UInt8] {
    let value = String(repeating: "[{\"a\":", count: count) + "1"
    let end = String(repeating: "}]", count: count)
    return Array("{\"id\":\"1\",\"t\":\"swift\",\"v\":[\(value)\(end)]}".utf8)
  }

  @Test("the deepest record is read, stored and found on a thread with a small stack")
  func deepest() throws {
    let found = try SmallStack.run(kibibytes: 512) {
      let index = try self.index()
      let record = try Record(json: Self.nested(31), keyField: "id")
      try index.writeSync { batch in
        try batch.put(record)
        try batch.put(Record(key: "3", fields: record.fields))
      }
      #expect(throws: SearchError.self) { try Record(json: Self.nested(32), keyField: "id") }
      return try index.searchSync("swift").hits.map { try $0.document().fields == record.fields }
    }
    #expect(found == [true, true])
  }

  @Test("a record of values that nest too deep is rejected when it is put")
  func deepValues() throws {
    var value: Record.Value = 1
    for _ in 0..<64 { value = [value] }
    let record = Record(key: "3", fields: ["v": value])
    let index = try index()
    let error = #expect(throws: SearchError.self) {
      try index.writeSync { batch in try batch.put(record) }
    }
    #expect(error?.code == .documentRejected)
    #expect(index.statistics.documentCount == 2)
  }

  @Test("a schema that is too large for an index leaves no folder behind")
  func largeSchema() throws {
    let folder = try TemporaryFolder()
    let schema = RecordSchema(fields: (0..<10_000).map { .text("field\($0)") })
    let error = #expect(throws: SearchError.self) {
      _ = try SearchIndex<Record>(path: folder.path(of: "i"), schema: schema)
    }
    #expect(error?.code == .limitExceeded)
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "i")))
  }
}
