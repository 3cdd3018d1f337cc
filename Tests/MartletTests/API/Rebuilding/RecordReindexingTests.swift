import Foundation
import Martlet
import MartletTestSupport
import Testing

/// Records whose schema is replaced, and those who open the index meanwhile.
@Suite("An index of records that is made again")
struct RecordReindexingTests {
  private static let first = RecordSchema(fields: [.text("t")])
  private static let second = RecordSchema(
    fields: [.text("t", analyzer: "language:en"), .keyword("k")])
  private static let options = IndexOptions(writerLock: .perWrite)

  private static func record(_ number: Int, _ more: [String: Record.Value] = [:]) -> Record {
    let fields: [String: Record.Value] = ["t": .string("birds \(number)"), "k": .string("x")]
    return Record(key: "\(number)", fields: fields.merging(more) { $1 })
  }

  /// Opens an index; making it again may take longer than a writer waits.
  private func open(_ path: String, _ how: String) async throws -> SearchIndex<Record> {
    while true {
      do {
        switch how {
        case "read": return try SearchIndex<Record>.readOnly(path: path)
        case "init":
          return try await Task.detached {
            try SearchIndex<Record>(path: path, options: Self.options)
          }.value
        default:
          return try await SearchIndex<Record>.open(
            path: path, options: Self.options, onMismatch: how == "open" ? .reindexStored : .fail)
        }
      } catch let error as SearchError where error.code == .writerBusy {}
    }
  }

  @Test(
    "is opened with the schema that it has in the end", arguments: ["init", "read", "open", "fail"])
  func openedMeanwhile(how: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/index"
    for schema in [Self.second, Self.first, Self.second] {
      let old = try await SearchIndex<Record>.open(
        path: path, schema: schema == Self.first ? Self.second : Self.first, options: Self.options,
        onMismatch: .reindexStored)
      try await old.write { try $0.put(contentsOf: (0..<2_000).map { Self.record($0) }) }
      async let replaced = old.reindex(with: schema)
      for _ in 0..<20 {
        let other = try await open(path, how)
        #expect(other.statistics.documentCount == 2_000)
        #expect(try other.recordSchema()?.fields.map(\.name) == other.statistics.fields.map(\.name))
        try await other.close()
      }
      try await replaced.close()
      let last = try SearchIndex<Record>(path: path, options: Self.options)
      #expect(try last.recordSchema() == schema)
      #expect(last.statistics.documentCount == 2_000)
      try await last.close()
    }
  }

  @Test("of which values were not stored is not made again without them", arguments: [true, false])
  func unstored(isClosed: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/index"
    var values = [RecordSchema.Field.keyword("k"), .number("n"), .date("d")]
    for index in values.indices { values[index].isStored = false }
    let old = try SearchIndex<Record>(
      path: path, schema: RecordSchema(fields: [.text("t")] + values), options: Self.options)
    for (name, value) in [("n", Record.Value.integer(5)), ("d", .string("2024-05-01"))] {
      try await old.write { batch in
        batch.deleteAll()
        let fields: [String: Record.Value] = ["t": .string("birds"), name: value]
        try batch.put(Record(key: "1", fields: fields))
      }
      if isClosed { try await old.checkpoint() }
      values[0].isStored = true
      let error = await #expect(throws: SearchError.self) {
        try await SearchIndex<Record>.open(
          path: path,
          schema: RecordSchema(fields: [.text("t", analyzer: "language:en")] + values),
          options: Self.options, onMismatch: .reindexStored)
      }
      #expect(error?.code == .schemaMismatch && error?.message.contains("\"\(name)\"") == true)
    }
    // Nothing is lost of records without these.
    try await old.write { batch in
      batch.deleteAll()
      try batch.put(Record(key: "1", fields: ["t": .string("birds")]))
    }
    let new = try await old.reindex(
      with: RecordSchema(fields: [.text("t", analyzer: "language:en")] + values))
    #expect(try await new.search("bird ").total.number == 1)
    try await new.close()
  }

  /// A document without the properties that another one needs.
  private struct Short: SearchDocument {
    var searchKey: String { id }
    var id: String
    static let searchSchema = Schema<Short>(fields: [.text("id", \.id)])
  }

  private struct Long: SearchDocument {
    var searchKey: String { id }
    var id: String
    var needed: Int
    static let searchSchema = Schema<Long>(version: 2, fields: [.text("id", \.id)])
  }

  @Test("says which document cannot be read")
  func unreadable() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/index"
    let old = try SearchIndex<Short>(path: path)
    try await old.write { try $0.put(Short(id: "the first")) }
    try await old.close()
    let error = await #expect(throws: SearchError.self) {
      try await SearchIndex<Long>.open(path: path, onMismatch: .reindexStored)
    }
    #expect(error?.code == .documentUnreadable && error?.message.contains("the first") == true)
    #expect(try SearchIndex<Short>.readOnly(path: path).statistics.documentCount == 1)
  }

  @Test("is made again although a field that was added is only in the log")
  func addedField() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/index"
    try await SearchIndex<Record>(path: path, schema: Self.first, options: Self.options).close()
    let longer = RecordSchema(fields: [.text("t"), .keyword("k")])
    let added = try SearchIndex<Record>(path: path, schema: longer, options: Self.options)
    try await added.write { try $0.put(Self.record(1)) }
    let index = try await SearchIndex<Record>.open(
      path: path, schema: Self.second, options: Self.options, onMismatch: .reindexStored)
    #expect(try await index.search("k:x bird ").total.number == 1)
    try await index.close()
  }

  @Test("cannot be opened with fewer fields by a writer, so that its schema stays whole")
  func fewerFields() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/index"
    let longer = RecordSchema(fields: [.text("t"), .keyword("k")])
    try await SearchIndex<Record>(path: path, schema: Self.first, options: Self.options).close()
    let long = try SearchIndex<Record>(path: path, schema: longer, options: Self.options)
    let error = await #expect(throws: SearchError.self) {
      try await Task.detached {
        try SearchIndex<Record>(path: path, schema: Self.first, options: Self.options)
      }.value
    }
    #expect(error?.code == .schemaMismatch)
    try await long.write { try $0.put(Self.record(1)) }
    #expect(try await SearchIndex<Record>.readOnly(path: path).search("k:x").total.number == 1)
    try await long.close()
  }
}

/// Documents whose keys take eight bytes, whatever their type.
@Suite("The type of keys")
struct KeyTypeTests {
  private struct Numbered<Key: SearchKey & Codable>: SearchDocument {
    var searchKey: Key { id }
    var id: Key
    var text = "birds"
    static var searchSchema: Schema<Numbered> { Schema(fields: [.text("text", \.text)]) }
  }

  @Test("is kept, so that an index is not read with another one")
  func kept() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/index"
    let first = try SearchIndex<Numbered<UInt64>>(path: path)
    try await first.write { try $0.put(Numbered(id: 5)) }
    try await first.close()
    func refused<Key: SearchKey & Codable>(_ type: Key.Type) async throws {
      for isReader in [true, false] {
        let error = #expect(throws: SearchError.self) {
          if isReader { return try SearchIndex<Numbered<Key>>.readOnly(path: path) }
          return try SearchIndex<Numbered<Key>>(path: path)
        }
        #expect(error?.code == .schemaMismatch && error?.message.contains("UInt64") == true)
      }
      let error = #expect(throws: SearchError.self) {
        try SearchIndex<Numbered<Key>>.salvage(from: path, to: folder.path + "/salvaged")
      }
      #expect(error?.code == .schemaMismatch)
    }
    try await refused(Int.self)
    try await refused(String.self)
    try await refused(Int64.self)
  }

  @Test("becomes another one when the index is made again")
  func madeAgain() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/index"
    let first = try SearchIndex<Numbered<UInt64>>(path: path)
    try await first.write { batch in
      try batch.put(Numbered(id: 5))
      try batch.setBookmark("own", [1])
    }
    try await first.close()
    let second = try await SearchIndex<Numbered<Int>>.open(path: path, onMismatch: .reindexStored)
    #expect(try await second.search("birds").hits.map(\.id) == [5])
    try await second.write { try $0.put(Numbered(id: 5)) }
    #expect(second.statistics.documentCount == 1 && second.bookmark("own") == [1])
    try await second.close()
    // The same bytes, and the same numbers.
    let third = try SearchIndex<Numbered<Int64>>(path: path)
    #expect(try third.document(forKey: 5)?.text == "birds")
    try await third.close()
  }
}
