import Foundation
import Martlet
import MartletTestSupport
import Synchronization
import Testing

/// Indexing an open index again.
@Suite("An open index with another schema")
struct OpenReindexingTests {
  typealias Note = ReindexingTests.Note

  @Test("is searched until the new one is there, and closed then")
  func reindexes() async throws {
    let folder = try TemporaryFolder()
    let old = try SearchIndex<Note>(path: folder.path)
    for part in 0..<4 {
      try await old.write { batch in
        for id in 0..<10 { try batch.put(Note(id: part * 10 + id, text: "they are running")) }
      }
      if part < 3 { try await old.checkpoint() }
    }
    try await old.write { $0.delete(0) }
    let waiting = Mutex<Task<Void, any Error>?>(nil)
    let index = try await old.reindex(with: Note.stemming) { _ in
      #expect((try? old.searchSync("running").total.number) == 39)
      waiting.withLock { task in
        task = task ?? Task { try await old.write { try $0.put(Note(id: 99, text: "late")) } }
      }
      // Merges and checkpoints of the old index keep off the files of the new one.
      #expect(throws: Never.self) { try old.compactSync() }
    }
    #expect(try await index.snapshot().count(.word("run", in: "text")) == 39)
    #expect(try await old.search("running").total.number == 39)
    let late = await #expect(throws: SearchError.self) {
      try await waiting.withLock { $0 }?.value
    }
    #expect(late?.code == .closed)
    try await index.write { try $0.put(Note(id: 99, text: "it runs")) }
    #expect(try await index.snapshot().count(.word("run", in: "text")) == 40)
    try await index.close()
    let again = try SearchIndex(path: folder.path, schema: Note.stemming)
    #expect(try await again.snapshot().count(.word("run", in: "text")) == 40)
    #expect(try await again.verify().problems.isEmpty)
    try await again.close()
  }

  @Test("in memory is indexed again there")
  func memory() async throws {
    let old = SearchIndex<Note>.inMemory()
    try await old.write { try $0.put(Note(id: 1, text: "they are running")) }
    let index = try await old.reindex(with: Note.stemming)
    #expect(try await index.snapshot().count(.word("run", in: "text")) == 1)
    try await index.write { try $0.put(Note(id: 2, text: "it runs")) }
    #expect(try await index.snapshot().count(.word("run", in: "text")) == 2)
  }

  @Test(
    "that is closed or suspended meanwhile stays as it is",
    arguments: ["closed", "suspended", "resumed", "resumed after another writer"],
    [IndexOptions.WriterLock.whileOpen, .perWrite])
  func interrupted(manner: String, lock: IndexOptions.WriterLock) async throws {
    let folder = try TemporaryFolder()
    let options = IndexOptions(writerLock: lock)
    let old = try SearchIndex<Note>(path: folder.path, options: options)
    for id in 0..<3 {
      try await old.write { try $0.put(Note(id: id, text: "they are running")) }
      if id == 1 { try await old.checkpoint() }
    }
    let isFirst = Mutex(true)
    let error = await #expect(throws: SearchError.self) {
      try await old.reindex(with: Note.stemming) { _ in
        guard
          isFirst.withLock({ (isFirst) in
            defer { isFirst = false }; return isFirst
          })
        else {
          return
        }
        #expect(throws: Never.self) {
          if manner == "closed" { return try old.closeSync() }
          try old.suspendSync()
          if manner == "resumed after another writer" {
            let other = try SearchIndex<Note>(path: folder.path, options: options)
            try other.writeSync { try $0.put(Note(id: 3, text: "they are running")) }
            try other.closeSync()
          }
          if manner != "suspended" { try old.resumeSync() }
        }
      }
    }
    #expect(error?.code == (manner == "closed" ? .closed : .suspended))
    if manner == "suspended" { try await old.resume() }
    let count = manner == "resumed after another writer" ? 4 : 3
    #expect(try await old.search("running").total.number == count)
    if manner == "closed" {
      let again = try SearchIndex<Note>(path: folder.path, options: options)
      try await again.write { try $0.put(Note(id: 9, text: "they are running")) }
      try await again.close()
    } else {
      try await old.write { try $0.put(Note(id: 9, text: "they are running")) }
      // It can be made again.
      try await old.reindex(with: Note.stemming).close()
    }
    let last = try SearchIndex(
      path: folder.path, schema: manner == "closed" ? Note.searchSchema : Note.stemming)
    #expect(last.statistics.documentCount == count + 1)
    #expect(try await last.verify().problems.isEmpty)
    try await last.close()
  }

  @Test("is not indexed again if it was opened for reading, closed, or suspended")
  func errors() async throws {
    let folder = try TemporaryFolder()
    let index = try SearchIndex<Note>(path: folder.path)
    try await index.write { try $0.put(Note(id: 1, text: "they are running")) }
    let reader = try SearchIndex<Note>.readOnly(path: folder.path)
    let readOnly = await #expect(throws: SearchError.self) { try await reader.reindex() }
    #expect(readOnly?.code == .readOnly)
    try await index.suspend()
    let suspended = await #expect(throws: SearchError.self) { try await index.reindex() }
    #expect(suspended?.code == .suspended)
    try await index.close()
    let closed = await #expect(throws: SearchError.self) { try await index.reindex() }
    #expect(closed?.code == .closed)
  }

  @Test("of records keeps the new schema")
  func records() async throws {
    let folder = try TemporaryFolder()
    let first = RecordSchema(fields: [.text("title")])
    let index = try SearchIndex<Record>(path: folder.path, schema: first)
    try await index.write { batch in
      try batch.put(Record(key: "1", fields: ["title": "running", "body": "swifts", "year": 1900]))
      try batch.setBookmark("b", [1])
    }
    let second = RecordSchema(
      fields: [.text("body", analyzer: "language:en"), .text("title"), .number("year")])
    let again = try await index.reindex(with: second)
    #expect(try await again.search("swift").hits.map(\.id) == ["1"])
    #expect(try again.recordSchema() == second && again.bookmark("b") == [1])
    try await again.close()
    let reopened = try SearchIndex<Record>(path: folder.path)
    #expect(try reopened.recordSchema() == second)
    try await reopened.close()
    let third = RecordSchema(fields: [.keyword("title")])
    let opened = try await SearchIndex<Record>.open(
      path: folder.path, schema: third, onMismatch: .reindexStored)
    #expect(try opened.recordSchema() == third)
    let found = try await opened.snapshot().count(.is("title", "running"))
    #expect(found == 1)
    try await opened.close()
  }
}
