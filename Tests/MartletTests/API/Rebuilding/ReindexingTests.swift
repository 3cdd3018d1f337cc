import Foundation
import Martlet
import MartletTestSupport
import Synchronization
import Testing

/// Opening an index with another schema, as an application does after an update.
@Suite("An index with another schema")
struct ReindexingTests {
  struct Note: SearchDocument {
    var searchKey: Int { id }
    let id: Int
    var text: String?
    var year = 1900

    static let searchSchema = Schema<Note>(fields: [.text("text", \.text)])
    static let stemming = Schema<Note>(
      version: 2,
      fields: [
        .number("year", \.year), .text("text", \.text, analyzer: .language("en")),
      ])
  }

  /// The same with another type of key.
  struct Page: SearchDocument {
    var searchKey: String { "page \(id)" }
    let id: Int
    var text: String?
    static let searchSchema = Schema<Page>(fields: [.text("text", \.text)])
  }

  private static func notes(_ range: Range<Int>) -> [Note] {
    range.map { Note(id: $0, text: "they are running \($0)", year: 1900 + $0) }
  }

  /// Makes an index with segments in files, deletions, and a log that holds the last documents.
  private static func makeIndex(_ path: String) async throws {
    let folder = try TemporaryFolder()
    let index = try SearchIndex<Note>.withLog(path: folder.path + "/index")
    try await index.write { try $0.put(contentsOf: notes(0..<50)) }
    try await index.checkpoint()
    try await index.write { batch in
      batch.delete(contentsOf: 10..<20)
      try batch.put(contentsOf: notes(50..<60))
      try batch.setBookmark("b", [7])
    }
    // What a process leaves that ends without closing.
    try FileManager.default.copyItem(atPath: folder.path + "/index", toPath: path)
    try await index.close()
  }

  private static func segments(_ path: String) throws -> Set<String> {
    Set(
      try FileManager.default.contentsOfDirectory(atPath: path).filter {
        !$0.hasPrefix("manifest-") && $0 != "LOCK"
      })
  }

  /// Makes sure that the index in the folder is the old one, whole, and can be written.
  private static func expectOld(_ path: String) async throws {
    let index = try SearchIndex<Note>(path: path)
    #expect(index.statistics.documentCount == 50)
    #expect(try await index.snapshot().count(.word("run", in: "text")) == 0)
    #expect(try await index.verify().problems.isEmpty)
    try await index.write { try $0.put(Note(id: 59, text: "they are running")) }
    try await index.close()
  }

  @Test("is refused by default, and stays as it is")
  func fails() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/index"
    try await Self.makeIndex(path)
    let error = await #expect(throws: SearchError.self) {
      try await SearchIndex.open(path: path, schema: Note.stemming, onMismatch: .fail)
    }
    #expect(error?.code == .schemaMismatch)
    try await Self.expectOld(path)
  }

  @Test("is indexed again of what it has stored, while the old one is searched")
  func reindexes() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/index"
    try await Self.makeIndex(path)
    let old = try SearchIndex<Note>.readOnly(path: path)
    let reports = Mutex<[ImportProgress]>([])
    let index = try await SearchIndex.open(
      path: path, schema: Note.stemming, onMismatch: .reindexStored
    ) { progress in
      reports.withLock { $0.append(progress) }
      #expect((try? old.searchSync("running").total.number) == 50)
      #expect(throws: SearchError.self) { try SearchIndex<Note>(path: path) }
    }
    #expect(reports.withLock { $0.last?.fraction } == 1)
    #expect(index.statistics.documentCount == 50 && index.bookmark("b") == [7])
    #expect(try await index.snapshot().count(.word("run", in: "text")) == 50)
    let found = try await index.snapshot().count(.range("year", 1945...1955))
    #expect(found == 11)
    #expect(try index.document(forKey: 59)?.text == "they are running 59")
    #expect(try index.document(forKey: 12) == nil)
    #expect(try await index.verify().problems.isEmpty)
    // The old one is still searched, and is told that it was replaced.
    #expect(try await old.search("running").total.number == 50)
    let gone = await #expect(throws: SearchError.self) { try await old.refresh() }
    #expect(gone?.code == .notFound)

    try await index.write { try $0.put(contentsOf: Self.notes(12..<14)) }
    try await index.close()
    let again = try SearchIndex(path: path, schema: Note.stemming)
    #expect(try await again.snapshot().count(.word("run", in: "text")) == 52)
    try await again.compact()
    #expect(try Self.segments(path).filter { $0.hasPrefix("seg-") }.count == 1)
    try await again.close()
    let files = try Self.segments(path)
    #expect(files.allSatisfy { $0.hasPrefix("seg-") || $0.hasPrefix("wal-") }, "\(files)")
  }

  @Test("keeps the end of its log that was dropped")
  func tornLog() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/index"
    try await Self.makeIndex(path)
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    let log = try #require(names.last { $0.hasPrefix("wal-") })
    let file = try #require(FileHandle(forWritingAtPath: path + "/" + log))
    try file.seekToEnd()
    try file.write(contentsOf: Data(repeating: 7, count: 100))
    try file.close()
    let index = try await SearchIndex.open(
      path: path, schema: Note.stemming, onMismatch: .reindexStored)
    let dropped = try #require(index.statistics.droppedLog)
    #expect(dropped.file.hasPrefix("torn-") && dropped.byteCount > 0)
    #expect(FileManager.default.fileExists(atPath: path + "/" + dropped.file))
    #expect(index.statistics.documentCount == 50)
    let again = try await index.reindex(with: Note.stemming)
    #expect(again.statistics.droppedLog == dropped)
    #expect(FileManager.default.fileExists(atPath: path + "/" + dropped.file))
    try await again.close()
  }

  /// Documents that take long enough for another process to find the old index.
  private struct SlowNotes: Sequence, IteratorProtocol, Sendable {
    let begin: @Sendable () -> Void
    var number = 0

    mutating func next() -> Note? {
      if number == 0 { begin() }
      Thread.sleep(forTimeInterval: 0.002)
      defer { number += 1 }
      return number < 200 ? Note(id: number, text: "they are running") : nil
    }
  }

  @Test("that another process has just made again is opened as it is")
  func madeAgain() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/index"
    try await Self.makeIndex(path)
    let options = IndexOptions(writerLock: .perWrite)
    let count = Mutex(0)
    let notes = SlowNotes { count.withLock { $0 += 1 } }
    @Sendable func open(_ number: Int) async throws -> SearchIndex<Note> {
      var opened: SearchIndex<Note>?
      while opened == nil {
        do {
          opened = try await SearchIndex.open(
            path: path, schema: Note.stemming, options: options,
            onMismatch: .rebuild(from: notes))
        } catch let error as SearchError where error.code == .writerBusy {
          continue
        }
      }
      let index = try #require(opened)
      try await index.write { try $0.put(Note(id: 1_000 + number, text: "it runs")) }
      return index
    }
    async let first = open(1)
    async let second = open(2)
    let indexes = try await [first, second]
    #expect(count.withLock { $0 } == 1)
    for index in indexes {
      _ = try await index.refresh()
      #expect(try await index.snapshot().count(.word("run", in: "text")) == 202)
      try await index.close()
    }
  }

  @Test("that fits is opened as it is, and one that is missing is made")
  func fits() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/index"
    let made = try await SearchIndex<Note>.open(path: path, onMismatch: .rebuild(from: []))
    try await made.write { try $0.put(Note(id: 1)) }
    try await made.close()
    let url = URL(fileURLWithPath: path)
    let opened = try await SearchIndex<Note>.open(at: url, onMismatch: .rebuild(from: []))
    #expect(opened.statistics.documentCount == 1)
    let busy = await #expect(throws: SearchError.self) {
      try await SearchIndex.open(path: path, schema: Note.stemming, onMismatch: .reindexStored)
    }
    #expect(busy?.code == .writerBusy)
    try await opened.close()
  }

  @Test("with another type of key has the keys that documents have now")
  func keys() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/index"
    try await Self.makeIndex(path)
    let index = try await SearchIndex<Page>.open(path: path, onMismatch: .reindexStored)
    #expect(index.statistics.documentCount == 50)
    #expect(try index.document(forKey: "page 3")?.id == 3)
    try await index.write { $0.delete("page 3") }
    #expect(index.statistics.documentCount == 49)
    try await index.close()
  }

  @Test("whose texts were not stored is not made again without them")
  func unstored() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/index"
    let unstored = Schema<Note>(fields: [.text("text", \.text, stored: false)])
    let index = try SearchIndex(path: path, schema: unstored)
    try await index.write { try $0.put(contentsOf: Self.notes(0..<3)) }
    try await index.close()
    let error = await #expect(throws: SearchError.self) {
      try await SearchIndex.open(path: path, schema: Note.stemming, onMismatch: .reindexStored)
    }
    #expect(error?.code == .schemaMismatch && error?.message.contains("not stored") == true)
    let same = try SearchIndex(path: path, schema: unstored)
    #expect(try await same.search("running").total.number == 3)
    try await same.close()
    let asValues = Schema<Note>(fields: [.keyword("text", \.text)])
    await #expect(throws: SearchError.self) {
      try await SearchIndex.open(path: path, schema: asValues, onMismatch: .reindexStored)
    }
    let rebuilt = try await SearchIndex.open(
      path: path, schema: Note.stemming, onMismatch: .rebuild(from: Self.notes(0..<5)))
    #expect(try await rebuilt.snapshot().count(.word("run", in: "text")) == 5)
    try await rebuilt.close()
  }

  @Test("whose texts are only in the log, and were not stored, is not made again without them")
  func unstoredInLog() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/index"
    let unstored = Schema<Note>(fields: [.text("text", \.text, stored: false)])
    let options = IndexOptions(writerLock: .perWrite)
    let index = try SearchIndex(path: path, schema: unstored, options: options)
    try await index.write { try $0.put(Note(id: 1, text: "—")) }
    // Nothing is lost of a text without words.
    try await SearchIndex.open(
      path: path, schema: Note.stemming, options: options, onMismatch: .reindexStored
    ).close()
    let again = try await SearchIndex.open(
      path: path, schema: unstored, options: options, onMismatch: .reindexStored)
    try await again.write { try $0.put(contentsOf: Self.notes(0..<3)) }
    let error = await #expect(throws: SearchError.self) {
      try await SearchIndex.open(
        path: path, schema: Note.stemming, options: options, onMismatch: .reindexStored)
    }
    #expect(error?.code == .schemaMismatch && error?.message.contains("not stored") == true)
    #expect(try await again.search("running").total.number == 3)
  }

  @Test("is made again of an asynchronous source, or stays if that fails")
  func sources() async throws {
    struct Failure: Error {}
    let folder = try TemporaryFolder()
    let path = folder.path + "/index"
    try await Self.makeIndex(path)
    let before = try Self.segments(path)
    let failing = AsyncThrowingStream<Note, any Error> { continuation in
      for note in Self.notes(0..<20) { continuation.yield(note) }
      continuation.finish(throwing: Failure())
    }
    await #expect(throws: Failure.self) {
      try await SearchIndex.open(
        path: path, schema: Note.stemming, onMismatch: .rebuild(from: failing))
    }
    #expect(try Self.segments(path) == before)
    try await Self.expectOld(path)
    let stream = AsyncStream<Note> { continuation in
      for note in Self.notes(100..<120) { continuation.yield(note) }
      continuation.finish()
    }
    let index = try await SearchIndex.open(
      path: path, schema: Note.stemming, onMismatch: .rebuild(from: stream))
    #expect(try await index.snapshot().count(.word("run", in: "text")) == 20)
    #expect(index.bookmark("b") == nil)
    try await index.close()
  }

  @Test("stays as it is if the task is cancelled")
  func cancelled() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/index"
    let index = try SearchIndex<Note>(path: path)
    let long = String(repeating: "word ", count: 5_000)
    for part in 0..<8 {
      try await index.write { batch in
        for id in 0..<25 { try batch.put(Note(id: part * 25 + id, text: long)) }
      }
    }
    try await index.close()
    let before = try Self.segments(path)
    let task = Task {
      try await SearchIndex.open(
        path: path, schema: Note.stemming, onMismatch: .reindexStored)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try Self.segments(path) == before)
    let same = try SearchIndex<Note>(path: path)
    #expect(same.statistics.documentCount == 200)
    try await same.close()
  }

  @Test(
    "that is damaged is made again of its source, with whatever schema", arguments: [true, false],
    [true, false])
  func corrupted(manifest: Bool, isMismatch: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/index"
    try await Self.makeIndex(path)
    let files = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    let name = try #require(files.last { $0.hasPrefix(manifest ? "manifest-" : "seg-") })
    let url = URL(fileURLWithPath: "\(path)/\(name)")
    try Data(contentsOf: url).dropLast(9).write(to: url)
    for policy in [RebuildPolicy<Note>.fail, .reindexStored] {
      let error = await #expect(throws: SearchError.self) {
        try await SearchIndex<Note>.open(path: path, onMismatch: policy, onCorruption: policy)
      }
      #expect(error?.code == .corrupted)
    }
    let schema = isMismatch ? Note.stemming : Note.searchSchema
    let index = try await SearchIndex<Note>.open(
      path: path, schema: schema, onMismatch: isMismatch ? .reindexStored : .fail,
      onCorruption: .rebuild(from: Self.notes(0..<30)))
    #expect(try await index.search("running").total.number == 30)
    #expect(try await index.verify().problems.isEmpty)
    try await index.write { $0.delete(0) }
    try await index.close()
    let again = try SearchIndex<Note>(path: path, schema: schema)
    #expect(again.statistics.documentCount == 29)
    try await again.close()
    #expect(try !Self.segments(path).contains(name))
  }
}
