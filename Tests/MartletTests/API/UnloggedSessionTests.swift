import MartletTestSupport
import Synchronization
import Testing

@testable import Martlet

/// The lock of the writer of an index without a log, whose last batches are only in memory.
@Suite("Work without a log across the lock of the writer")
struct UnloggedSessionTests {
  typealias Note = SharedWritingTests.Note

  private static func open(
    _ storage: any Storage, _ options: IndexOptions = IndexOptions()
  ) throws -> SearchIndex<Note> {
    try SearchIndex<Note>(storage, schema: Note.searchSchema, options: options)
  }

  private static func keys(_ index: SearchIndex<Note>) throws -> Set<Int> {
    Set(try index.searchSync(SearchRequest(.everything) { $0.limit = 10_000 }).hits.map(\.id))
  }

  /// Returns an index with five notes in files, and another one that there is no room to write.
  private static func indexWithoutRoom(
    _ lock: IndexOptions.WriterLock
  ) async throws -> (StubbornStorage, SearchIndex<Note>) {
    let storage = StubbornStorage(refusing: "manifest-", "tmp-manifest-")
    let options = IndexOptions(
      durability: .none, memoryLimit: 0, merging: .manual, writerLock: lock)
    let index = try open(storage, options)
    try await index.write { try $0.put(contentsOf: (0..<5).map { Note(id: $0) }) }
    try await index.checkpoint()
    storage.isRefusing.store(true, ordering: .relaxed)
    try await index.write { try $0.put(Note(id: 100)) }
    return (storage, index)
  }

  enum Visitor: CaseIterable { case none, reading, writing }

  @Test(
    "what has no log survives a suspension for which there was no room, unless another writer comes",
    arguments: [IndexOptions.WriterLock.whileOpen, .perWrite], Visitor.allCases)
  func suspendedWithoutRoom(lock: IndexOptions.WriterLock, visitor: Visitor) async throws {
    let (storage, index) = try await Self.indexWithoutRoom(lock)
    let error = await #expect(throws: SearchError.self) { try await index.suspend() }
    #expect(error?.code == .diskFull)
    storage.isRefusing.store(false, ordering: .relaxed)
    if visitor != .none {
      // Opening removes files that no manifest names.
      let other = try Self.open(storage)
      if visitor == .writing { try await other.write { try $0.put(Note(id: 200)) } }
      try await other.close()
    }
    try await index.resume()
    let expected = Set(Array(0..<5) + [visitor == .writing ? 200 : 100])
    #expect(try Self.keys(index) == expected)
    #expect((index.statistics.lastFailure?.code == .suspended) == (visitor == .writing))
    try await index.write { try $0.put(Note(id: 101)) }
    try await index.close()
    let last = try Self.open(storage)
    #expect(try Self.keys(last) == expected.union([101]))
    #expect(try await last.verify().isSound)
    try await last.close()
  }

  @Test(
    "an index without a log stays open while there is no room to close it",
    arguments: [IndexOptions.WriterLock.whileOpen, .perWrite], [false, true])
  func closedWithoutRoom(lock: IndexOptions.WriterLock, isSuspended: Bool) async throws {
    let (storage, index) = try await Self.indexWithoutRoom(lock)
    if isSuspended { await #expect(throws: SearchError.self) { try await index.suspend() } }
    for _ in 0..<2 {
      let error = await #expect(throws: SearchError.self) { try await index.close() }
      #expect(error?.code == .diskFull)
    }
    storage.isRefusing.store(false, ordering: .relaxed)
    if isSuspended { try await index.resume() }
    try await index.write { try $0.put(Note(id: 101)) }
    try await index.close()
    let error = await #expect(throws: SearchError.self) {
      try await index.write { try $0.put(Note(id: 102)) }
    }
    #expect(error?.code == .closed)
    let last = try Self.open(storage)
    #expect(try Self.keys(last) == [0, 1, 2, 3, 4, 100, 101])
    #expect(try await last.verify().isSound)
    try await last.close()
  }

  @Test("an index without a log can be closed without room if its changes are given up")
  func discarded() async throws {
    let storage = StubbornStorage(refusing: "manifest-", "tmp-manifest-")
    let index = try Self.open(storage, IndexOptions(durability: .none, merging: .manual))
    try await index.write { try $0.put(Note(id: 1)) }
    try await index.checkpoint()
    storage.isRefusing.store(true, ordering: .relaxed)
    try await index.write { try $0.put(Note(id: 2)) }
    await #expect(throws: SearchError.self) { try await index.close() }
    #expect(throws: SearchError.self) { try Self.open(storage) }
    try await index.close(discardingUnsaved: true)
    storage.isRefusing.store(false, ordering: .relaxed)
    let next = try Self.open(storage)
    #expect(try Self.keys(next) == [1])
    try await next.write { try $0.put(Note(id: 3)) }
    try await next.close()
    #expect(try Self.keys(try Self.open(storage)) == [1, 3])
  }

  @Test("without a log, too, all changes of one's own name their keys")
  func ownChanges() async throws {
    let folder = try TemporaryFolder()
    let first = try SearchIndex<Note>(path: folder.path)
    try await first.write { try $0.put(Note(id: 1)) }
    try await first.close()
    let index = try SearchIndex<Note>(
      path: folder.path, options: IndexOptions(durability: .none, writerLock: .perWrite))
    var changes = index.changes.makeAsyncIterator()
    for id in 10..<15 {
      try await index.write { try $0.put(Note(id: id)) }
      let change = try #require(await changes.next())
      #expect(change.namesEveryKey && change.putKeys == [id])
    }
    try await index.close()
  }
}
