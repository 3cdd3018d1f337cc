import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Search index in a folder")
struct SearchIndexFileTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path(of: "Index.martlet") }

  init() throws { folder = try TemporaryFolder() }

  private func code(_ body: () throws -> Void) -> SearchError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? SearchError)?.code
    }
  }

  @Test("an index is there again when it is opened again", arguments: [true, false])
  func reopening(closes: Bool) throws {
    let note = Memo(id: "1", title: "swift", tags: ["a"], at: Date(timeIntervalSince1970: 5))
    do {
      let index = try SearchIndex<Memo>(path: path)
      try index.writeSync { batch in
        try batch.put(note)
        try batch.put(Memo(id: "2", title: "swift"))
        try batch.setBookmark("token", [7])
      }
      try index.writeSync { batch in batch.delete("2") }
      if closes { try index.closeSync() }
    }
    let index = try SearchIndex<Memo>(at: URL(fileURLWithPath: path))
    #expect(try index.searchSync("swift").hits.map { try $0.document() } == [note])
    #expect(index.bookmark("token") == [7])
    #expect(try index.verifySync().isSound)
    try index.compactSync()
    #expect(try index.searchSync("swift").hits.map(\.id) == ["1"])
    #expect(index.statistics.documentCount == 1)
    #expect(index.statistics.deletedCount == 0)
  }

  @Test("a compacted index is one segment file, and nothing else takes space")
  func compacting() throws {
    let options = IndexOptions(merging: .manual)
    let index = try SearchIndex<Memo>(path: path, options: options)
    for number in 0..<5 {
      try index.writeSync { try $0.put(Memo(id: "\(number)", title: "swift")) }
      try index.checkpointSync()
    }
    #expect(try segmentFiles().count == 5)
    do {
      let snapshot = index.snapshot()
      try index.compactSync()
      #expect(try snapshot.searchSync("swift").hits.count == 5)
      #expect(try segmentFiles().count == 6, "the snapshot may still open its files")
    }
    try index.writeSync { try $0.put(Memo(id: "5", title: "swift")) }
    try index.compactSync()
    #expect(try segmentFiles().count == 1)
    try index.closeSync()
    #expect(try segmentFiles().count == 1)
  }

  private func segmentFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasPrefix("seg-") }
  }

  /// Documents that differ in the type of their keys alone.
  private struct Named<Key: SearchKey>: SearchDocument {
    var searchKey: Key
    var title: String
    static var searchSchema: Schema<Named> { Schema(fields: [.text("title", \.title)]) }
  }

  @Test("a closed index can be searched as it was, after another writer has replaced everything")
  func searchingClosed() throws {
    let options = IndexOptions(merging: .manual)
    for part in 0..<3 {
      let writer = try SearchIndex<Memo>(path: path, options: options)
      try writer.writeSync { batch in
        for number in 0..<500 { try batch.put(Memo(id: "\(part) \(number)", title: "swift")) }
      }
      try writer.closeSync()
    }
    // Nothing was read before closing, so no page of the files is known to this process yet.
    let closed = try SearchIndex<Memo>(path: path, options: options)
    let snapshot = closed.snapshot()
    try closed.closeSync()
    let files = try segmentFiles()
    let next = try SearchIndex<Memo>(path: path, options: options)
    try next.writeSync { batch in
      batch.deleteAll()
      try batch.put(Memo(id: "new", title: "hen"))
    }
    try next.compactSync()
    try next.closeSync()
    #expect(try Set(segmentFiles()).isDisjoint(with: files))
    for results in [try closed.searchSync("swift"), try snapshot.searchSync("swift")] {
      #expect(results.total == .atLeast(1_000) && results.isComplete)
      #expect(try results.hits.allSatisfy { try $0.document().title == "swift" })
    }
    #expect(try closed.searchSync("hen").total == .exactly(0))
    #expect(try closed.document(forKey: "1 7") != nil && closed.document(forKey: "new") == nil)
    #expect(closed.statistics.documentCount == 1_500)
    #expect(code { try closed.writeSync { $0.delete("new") } } == .closed)
    #expect(code { try closed.compactSync() } == .closed)
  }

  @Test("keys of another type are refused at opening", arguments: [true, false])
  func keyTypes(closes: Bool) throws {
    do {
      let index = try SearchIndex<Named<String>>(path: path)
      try index.writeSync { try $0.put(Named(searchKey: "one", title: "swift")) }
      if closes { try index.closeSync() }
    }
    #expect(code { _ = try SearchIndex<Named<Int>>(path: path) } == .schemaMismatch)
    #expect(code { _ = try SearchIndex<Named<Int>>.readOnly(path: path) } == .schemaMismatch)
    #expect(
      try SearchIndex<Named<String>>(path: path).searchSync("swift").hits.map(\.id) == ["one"])
  }

  @Test("an index that is refused because of its keys stays as it was, also without a new field")
  func refusedKeys() async throws {
    for closes in [true, false] {
      let path = path + "/\(closes)"
      let schema = Schema<Named<Int>>(fields: [.text("title", \.title), .keyword("new", \.title)])
      do {
        let index = try SearchIndex<Named<String>>(path: path)
        try await index.write { try $0.put(Named(searchKey: "one", title: "swift")) }
        if closes { try await index.close() }
      }
      #expect(code { _ = try SearchIndex(path: path, schema: schema) } == .schemaMismatch)
      await #expect(throws: SearchError.self) {
        try await SearchIndex.open(path: path, schema: schema, onMismatch: .reindexStored)
      }
      let reader = try SearchIndex<Named<String>>.readOnly(path: path)
      #expect(try await reader.search("swift").hits.map(\.id) == ["one"])
      let index = try SearchIndex<Named<String>>(path: path)
      #expect(index.statistics.documentCount == 1)
      try await index.close()
    }
  }

  @Test("a missing segment file is damage, not the lack of an index")
  func missingSegment() throws {
    let index = try SearchIndex<Memo>(path: path)
    try index.writeSync { try $0.put(Memo(id: "1", title: "swift")) }
    try index.checkpointSync()
    let name = try #require(try segmentFiles().first)
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    let reports = try index.verifySync()
    #expect(reports.problems.map(\.code) == [.corrupted])
    try index.closeSync()
    #expect(code { _ = try SearchIndex<Memo>(path: path) } == .corrupted)
    #expect(code { _ = try SearchIndex<Memo>.readOnly(path: path) } == .corrupted)
  }

  @Test("a writer whose lock was removed does not write over another one")
  func removedLock() throws {
    let first = try SearchIndex<Memo>(path: path)
    try first.writeSync { try $0.put(Memo(id: "1", title: "swift")) }
    try first.checkpointSync()
    try FileManager.default.removeItem(atPath: "\(path)/LOCK")
    // As another process would; in this one, the register of locks knows the old file.
    let second = try SearchIndex<Memo>(path: path)
    try second.writeSync { try $0.put(Memo(id: "2", title: "swift")) }
    try second.checkpointSync()
    #expect(
      code { try first.writeSync { try $0.put(Memo(id: "3", title: "swift")) } }
        == .durabilityUnknown)
    #expect(code { try first.checkpointSync() } == .durabilityUnknown)
    #expect(code { try first.closeSync() } == .durabilityUnknown)
    try second.closeSync()
    let found = try SearchIndex<Memo>.readOnly(path: path).searchSync("swift").hits.map(\.id)
    #expect(Set(found) == ["1", "2"])
  }

  @Test("two writers are one too many, and readers do not mind")
  func writers() throws {
    let index = try SearchIndex<Memo>(path: path)
    #expect(code { _ = try SearchIndex<Memo>(path: path) } == .writerBusy)
    try index.writeSync { try $0.put(Memo(id: "1", title: "swift")) }
    let reader = try SearchIndex<Memo>.readOnly(path: path)
    #expect(try reader.searchSync("swift").hits.map(\.id) == ["1"])
    #expect(code { try reader.writeSync { try $0.put(Memo(id: "2")) } } == .readOnly)
    try index.closeSync()
    try index.closeSync()
    #expect(code { try index.writeSync { try $0.put(Memo(id: "2")) } } == .closed)
    #expect(try index.searchSync("swift").hits.map(\.id) == ["1"])
    _ = try SearchIndex<Memo>(path: path)
  }

  @Test("what is not there cannot be read, and reading makes no folder")
  func missing() {
    #expect(code { _ = try SearchIndex<Memo>.readOnly(path: path) } == .notFound)
    #expect(code { _ = try SearchIndex<Record>(path: path) } == .notFound)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("an index of records keeps its schema", arguments: [Durability.none, .normal, .full])
  func recordSchema(durability: Durability) throws {
    let schema = RecordSchema(fields: [.text("title", weight: 2), .keyword("tag")])
    let options = IndexOptions(durability: durability)
    do {
      let index = try SearchIndex<Record>(path: path, schema: schema, options: options)
      #expect(try index.recordSchema() == schema)
    }
    do {
      let index = try SearchIndex<Record>(path: path, options: options)
      #expect(try index.recordSchema() == schema)
      try index.writeSync { batch in
        try batch.put(Record(key: "1", fields: ["title": "swift", "tag": "a"]))
      }
      try index.closeSync()
    }
    let reader = try SearchIndex<Record>.readOnly(path: path)
    #expect(try reader.searchSync("title:swift tag:a").hits.map(\.id) == ["1"])
    #expect(reader.codec.schema.definitions.map(\.weight) == [2, 1])

    var other = schema
    other.fields[0].weight = 5
    try SearchIndex<Record>(path: path, schema: other, options: options).closeSync()
    #expect(try SearchIndex<Record>.readOnly(path: path).recordSchema() == other)

    other.fields[0].analyzer = "whitespace"
    #expect(code { _ = try SearchIndex<Record>(path: path, schema: other) } == .schemaMismatch)
  }

  @Test("an index of typed documents has no schema of records")
  func typedAsRecords() throws {
    try SearchIndex<Memo>(path: path).closeSync()
    #expect(code { _ = try SearchIndex<Record>(path: path) } == .schemaMismatch)
    #expect(code { _ = try SearchIndex<Record>.readOnly(path: path) } == .schemaMismatch)
  }

  @Test("documents of another form are errors that say so")
  func otherForm() throws {
    struct Other: SearchDocument {
      var id: String
      var extra: String
      var searchKey: String { id }
      static let searchSchema = Schema<Other>(fields: [.text("title") { $0.extra }])
    }
    struct Named: SearchDocument {
      var id: String
      var searchKey: String { id }
      static let searchSchema = Schema<Named>(fields: [.text("title") { $0.id }])
    }
    do {
      let index = try SearchIndex<Named>(path: path)
      try index.writeSync { try $0.put(Named(id: "swift")) }
      try index.closeSync()
    }
    let hits = try SearchIndex<Other>.readOnly(path: path).searchSync("swift").hits
    #expect(hits.map(\.id) == ["swift"])
    #expect(code { _ = try hits[0].document() } == .documentUnreadable)
  }
}
