import MartletTestSupport
import Testing

@testable import Martlet

/// Statistics say how many documents have a value in a field, and how many have none.
@Suite("Counts of values")
struct ValueCountsTests {
  private static let first: [RecordSchema.Field] = [.text("title"), .keyword("tag")]
  private static let all = first + [.text("body"), .number("year"), .date("at"), .keyword("late")]

  private static let values: [String: @Sendable (Int) -> Record.Value] = [
    "title": { .string("swift \($0)") },
    "tag": { $0 % 2 == 0 ? "bird" : .array([.string("a\($0 % 7)"), "bird"]) },
    "body": { .string("never lands \($0)") },
    "year": { .integer(Int64($0 % 50)) },
    "at": { .string("20\(10 + $0 % 80)-01-01") },
    "late": { .string("only \($0)") },
  ]

  private static func open(
    _ path: String, _ fields: [RecordSchema.Field]
  ) throws -> SearchIndex<Record> {
    try SearchIndex(
      path: path, schema: RecordSchema(fields: fields), options: IndexOptions(merging: .manual))
  }

  /// Compares the counts of all fields with those of the documents in `model`.
  private static func check(_ index: SearchIndex<Record>, _ model: [String: Record]) {
    let statistics = index.statistics
    #expect(statistics.documentCount == model.count)
    for field in statistics.fields {
      let count = model.values.count { $0.fields[field.name] != nil }
      #expect(field.documentCount == count, "\(field.name)")
      #expect(field.missingCount == model.count - count, "\(field.name)")
    }
  }

  @Test("are those of the live documents, whatever was written, replaced, deleted and merged")
  func model() throws {
    let folder = try TemporaryFolder()
    let index = try Self.open(folder.path, Self.all)
    var random = SeededRandom(seed: TestSeed.value)
    var model: [String: Record] = [:]
    for round in 0..<12 {
      try index.writeSync { batch in
        for _ in 0..<150 {
          let key = "k\(random.int(in: 0..<800))"
          if random.oneIn(4) {
            batch.delete(key)
            model[key] = nil
            continue
          }
          var fields: [String: Record.Value] = [:]
          for (name, value) in Self.values.sorted(by: { $0.key < $1.key })
          where random.oneIn(name == "late" ? 200 : 2) {
            fields[name] = value(random.int(in: 0..<1_000))
          }
          let record = Record(key: key, fields: fields)
          try batch.put(record)
          model[key] = record
        }
      }
      if round % 5 == 3 { try index.compactSync() }
      Self.check(index, model)
    }
    try index.closeSync()
    Self.check(try .readOnly(path: folder.path), model)
  }

  @Test("tell how many documents are to be written again after fields were added")
  func added() throws {
    let folder = try TemporaryFolder()
    let old = (0..<40).map { Record(key: "k\($0)", fields: ["title": .string("swift \($0)")]) }
    let before = try Self.open(folder.path, Self.first)
    try before.writeSync { try $0.put(contentsOf: old) }
    try before.closeSync()
    let index = try Self.open(folder.path, Self.all)
    func missing() -> [Int] { index.statistics.fields.map(\.missingCount) }
    #expect(missing() == [0, 40, 40, 40, 40, 40])
    for (number, record) in old.enumerated().prefix(30) {
      var fields = Self.values
      fields["late"] = nil
      let newer = Record(key: record.key, fields: fields.mapValues { $0(number) })
      try index.writeSync { try $0.put(newer) }
      guard number % 10 == 9 else { continue }
      let rest = 39 - number
      #expect(missing() == [0, rest, rest, rest, rest, 40])
      try index.compactSync()
      #expect(missing() == [0, rest, rest, rest, rest, 40], "merged with older documents")
    }
    try index.closeSync()
  }
}
