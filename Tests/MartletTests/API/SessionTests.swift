import Foundation
import MartletTestSupport
import Synchronization
import Testing

@testable import Martlet

/// Work that has begun under the lock of the writer and goes on when others have had it.
@Suite("Work across the lock of the writer")
struct SessionTests {
  @Test("refreshing an index that was closed is an error, whatever it was open for")
  func refreshedWhenClosed() throws {
    let folder = try TemporaryFolder()
    for lock in [IndexOptions.WriterLock.whileOpen, .perWrite] {
      let index = try SearchIndex<Memo>(path: folder.path, options: IndexOptions(writerLock: lock))
      try index.closeSync()
      let error = #expect(throws: SearchError.self) { try index.refreshSync() }
      #expect(error?.code == .closed)
    }
    let index = SearchIndex<Memo>.inMemory()
    #expect(try !index.refreshSync())
    try index.closeSync()
    #expect(throws: SearchError.self) { try index.refreshSync() }
  }

  typealias Note = SharedWritingTests.Note

  private static func options(
    _ durability: Durability = .normal, _ merging: IndexOptions.Merging = .manual,
    lock: IndexOptions.WriterLock = .perWrite
  ) -> IndexOptions {
    IndexOptions(durability: durability, merging: merging, writerLock: lock)
  }

  private static func segments(_ path: String) throws -> Set<String> {
    Set(
      try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasPrefix("seg-") })
  }

  private static func keys(_ index: SearchIndex<Note>) throws -> Set<Int> {
    Set(try index.searchSync(SearchRequest(.everything) { $0.limit = 10_000 }).hits.map(\.id))
  }

  @Test("a compaction leaves the files of the writer that follows")
  func compacting() async throws {
    let folder = try TemporaryFolder()
    let first = try SearchIndex<Note>(path: folder.path, options: Self.options())
    for part in 0..<3 {
      try await first.write { batch in
        for id in 0..<10 { try batch.put(Note(id: part * 10 + id)) }
      }
      try await first.checkpoint()
    }
    let second = try SearchIndex<Note>(path: folder.path, options: Self.options())
    let shown = first.snapshot()
    try await first.compact()
    try await second.write { try $0.put(contentsOf: (100..<120).map { Note(id: $0) }) }
    try await second.checkpoint()
    try await Task.sleep(for: .milliseconds(400))
    let expected = Set(Array(0..<30) + Array(100..<120))
    #expect(try Self.keys(SearchIndex<Note>.readOnly(path: folder.path)) == expected)
    #expect(shown.documentCount == 30)
    try await first.write { try $0.put(Note(id: 200)) }
    try await first.close()
    try await second.close()
    let last = try SearchIndex<Note>(path: folder.path)
    #expect(try Self.keys(last) == expected.union([200]))
    #expect(try await last.verify().isSound)
    try await last.close()
  }

  @Test("a lock that a full disk has kept is released once there is room")
  func unlockedLater() async throws {
    let storage = StubbornStorage(refusing: "seg-", "tmp-")
    let first = try SearchIndex<Note>(
      storage, schema: Note.searchSchema, options: Self.options(.none))
    storage.isRefusing.store(true, ordering: .relaxed)
    try await first.write { try $0.put(Note(id: 1)) }
    storage.isRefusing.store(false, ordering: .relaxed)
    // Opening waits for the lock, which the first writer no more asks for.
    let second = try await Task.detached {
      while true {
        do throws(SearchError) {
          return try SearchIndex<Note>(
            storage, schema: Note.searchSchema, options: Self.options(.none))
        } catch {
          // The first writer may be slower than one that opens waits.
          guard error.code == .writerBusy else { throw error }
        }
      }
    }.value
    #expect(try Self.keys(second) == [1])
    try await second.write { try $0.put(Note(id: 2)) }
    try await first.write { try $0.put(Note(id: 3)) }
    #expect(try Self.keys(first) == [1, 2, 3])
    try await first.close()
    try await second.close()
  }

  @Test("a compaction removes what a snapshot has used soon after this is gone")
  func erasing() async throws {
    let folder = try TemporaryFolder()
    let index = try SearchIndex<Note>(path: folder.path, options: Self.options())
    try await index.write { try $0.put(contentsOf: (0..<10).map { Note(id: $0) }) }
    try await index.checkpoint()
    let inputs = try Self.segments(folder.path)
    do {
      let shown = index.snapshot()
      try await index.write { $0.delete(3) }
      try await index.compact()
      #expect(try Self.segments(folder.path).isSuperset(of: inputs))
      #expect(shown.documentCount == 10)
    }
    try await Waiting.until { try Self.segments(folder.path).isDisjoint(with: inputs) }
    #expect(try Self.segments(folder.path).isDisjoint(with: inputs))
    try await index.close()
  }

  @Test("suspending again and again stops neither writing nor merging", arguments: Durability.all)
  func suspending(durability: Durability) async throws {
    let folder = try TemporaryFolder()
    let index = try SearchIndex<Note>(
      path: folder.path, options: Self.options(durability, .automatic))
    let writing = Task {
      var written: [Int] = []
      while !Task.isCancelled {
        do {
          let id = written.count % 500
          try await index.write { try $0.put(Note(id: id, version: 1)) }
          written.append(id)
          if written.count % 3 == 0 { try await index.checkpoint() }
        } catch let error as SearchError where error.code == .suspended {
          try? await Task.sleep(for: .milliseconds(1))
        } catch is CancellationError {
          // The write had not begun, so that nothing of it is there.
          break
        }
      }
      return written
    }
    for _ in 0..<ReliabilitySize.scaled(300) {
      try await Task.sleep(for: .milliseconds(2))
      try await index.suspend()
      try await index.resume()
    }
    writing.cancel()
    let written = try await writing.value
    try await index.write { try $0.put(Note(id: 1_000)) }
    try await index.close()
    let last = try SearchIndex<Note>(path: folder.path)
    #expect(try Self.keys(last) == Set(written + [1_000]))
    try await last.close()
  }

  @Test(
    "a batch that was made before suspending is refused after it",
    arguments: [IndexOptions.WriterLock.whileOpen, .perWrite])
  func batches(lock: IndexOptions.WriterLock) async throws {
    let folder = try TemporaryFolder()
    let options = Self.options(lock: lock)
    let index = try SearchIndex<Note>(path: folder.path, options: options)
    try await index.write { try $0.put(Note(id: 1)) }
    let error = await #expect(throws: SearchError.self) {
      try await index.write { batch in
        try index.suspendSync()
        let other = try SearchIndex<Note>(path: folder.path, options: options)
        try other.writeSync { batch in
          try batch.put(Note(id: 2))
          try batch.setBookmark("last", [2])
        }
        try other.closeSync()
        try index.resumeSync()
        try batch.delete(where: .everything)
        try batch.setBookmark("last", [1])
      }
    }
    #expect(error?.code == .suspended)
    #expect(try Self.keys(index) == [1, 2] && index.bookmark("last") == [2])
    try await index.write { try $0.put(Note(id: 3)) }
    try await index.close()
    let last = try SearchIndex<Note>(path: folder.path)
    #expect(try Self.keys(last) == [1, 2, 3])
    try await last.close()
  }

  @Test(
    "verifying finds no damage where another writer has merged",
    arguments: ["open", "suspended", "closed"])
  func verifying(state: String) async throws {
    let folder = try TemporaryFolder()
    let index = try SearchIndex<Note>(path: folder.path, options: Self.options())
    for id in 0..<3 {
      try await index.write { try $0.put(Note(id: id)) }
      try await index.checkpoint()
    }
    switch state {
    case "suspended": try await index.suspend()
    case "closed": try await index.close()
    default: break
    }
    let other = try SearchIndex<Note>(path: folder.path, options: Self.options())
    try await other.compact()
    try await other.close()
    #expect(try await index.verify().problems == [])
    let name = try #require(try Self.segments(folder.path).first)
    try FileManager.default.removeItem(atPath: folder.path + "/" + name)
    _ = try? await index.refresh()
    #expect(try await !SearchIndex<Note>.isSound(folder.path))
  }
}

extension SearchIndex {
  /// Returns false if the index in the folder is damaged.
  fileprivate static func isSound(_ path: String) async throws -> Bool {
    do {
      return try await SearchIndex<Document>.readOnly(path: path).verify().isSound
    } catch {
      return false
    }
  }
}

/// Changes that only memory or the log has when the index is suspended, closed or made again.
@Suite("Changes that are in no segment")
struct UnsavedChangesTests {
  typealias Note = SharedWritingTests.Note

  private static func open(
    _ disk: SimulatedDisk, _ lock: IndexOptions.WriterLock
  ) throws -> SearchIndex<Note> {
    try SearchIndex(
      disk, schema: Note.searchSchema, options: IndexOptions(durability: .none, writerLock: lock))
  }

  /// Fills a disk so that suspending fails.
  private static func suspendOnFullDisk(
    _ index: SearchIndex<Note>, _ disk: SimulatedDisk
  ) throws {
    try index.writeSync { try $0.put(contentsOf: (0..<10).map { Note(id: $0) }) }
    try index.checkpointSync()
    disk.limitSpace(to: disk.state.byteCount + 20)
    _ = try? index.writeSync { try $0.put(contentsOf: (10..<400).map { Note(id: $0) }) }
    #expect(index.statistics.documentCount == 400)
    #expect(throws: SearchError.self) { try index.suspendSync() }
  }

  @Test(
    "are written when there is room again", arguments: ["suspend", "close", "resume"],
    [IndexOptions.WriterLock.whileOpen, .perWrite])
  func saved(how: String, lock: IndexOptions.WriterLock) throws {
    let disk = SimulatedDisk()
    let index = try Self.open(disk, lock)
    try Self.suspendOnFullDisk(index, disk)
    if how != "resume" {
      #expect(throws: SearchError.self) { try index.suspendSync() }
    }
    disk.limitSpace(to: nil)
    switch how {
    case "suspend": try index.suspendSync()
    case "resume": try index.resumeSync()
    default: break
    }
    try index.closeSync()
    #expect(try Self.open(disk, lock).statistics.documentCount == 400)
  }

  @Test("are known to be lost if another writer comes before", arguments: ["close", "resume"])
  func overtaken(how: String) throws {
    let disk = SimulatedDisk()
    let index = try Self.open(disk, .whileOpen)
    try Self.suspendOnFullDisk(index, disk)
    disk.limitSpace(to: nil)
    let other = try Self.open(disk, .whileOpen)
    try other.writeSync { try $0.put(Note(id: 1_000)) }
    try other.closeSync()
    if how == "close" {
      let error = #expect(throws: SearchError.self) { try index.closeSync() }
      #expect(error?.message.contains("lost") == true)
    } else {
      try index.resumeSync()
      #expect(index.statistics.documentCount == 11)
      #expect(index.statistics.lastFailure?.message.contains("lost") == true)
      try index.closeSync()
    }
    #expect(try Self.open(disk, .whileOpen).statistics.documentCount == 11)
  }

  @Test(
    "that the log has are there, whoever suspends on a full disk, writes and closes",
    arguments: [Durability.normal, .full], [false, true])
  func logged(durability: Durability, resumes: Bool) throws {
    let options = IndexOptions(durability: durability)
    func open(_ disk: SimulatedDisk) throws -> SearchIndex<Note> {
      try SearchIndex(disk, schema: Note.searchSchema, options: options)
    }
    let first = SimulatedDisk()
    let killed = try open(first)
    try killed.writeSync { try $0.put(contentsOf: (0..<400).map { Note(id: $0) }) }
    let disk = first.kill()
    let index = try open(disk)
    disk.limitSpace(to: disk.state.byteCount + 20)
    #expect(throws: SearchError.self) { try index.suspendSync() }
    disk.limitSpace(to: nil)
    let other = try open(disk)
    try other.writeSync { try $0.put(Note(id: 1_000)) }
    try other.closeSync()
    if resumes {
      try index.resumeSync()
      try index.writeSync { try $0.put(Note(id: 1_001)) }
    }
    try index.closeSync()
    let last = try open(disk)
    #expect(last.statistics.documentCount == (resumes ? 402 : 401))
    #expect(try last.verifySync().isSound)
    try last.closeSync()
  }

  @Test("outlive an attempt to make the index again for which there is no room")
  func reindexing() throws {
    let disk = SimulatedDisk()
    let index = try Self.open(disk, .whileOpen)
    try index.writeSync { try $0.put(contentsOf: (0..<100).map { Note(id: $0) }) }
    try index.checkpointSync()
    try index.writeSync { batch in
      batch.delete(3)
      try batch.put(contentsOf: (100..<1_000).map { Note(id: $0) })
    }
    var failures = 0
    for room in stride(from: 0, to: 60_000, by: 500) {
      disk.limitSpace(to: disk.state.byteCount + room)
      guard (try? index.reindexSync()) == nil else { break }
      failures += 1
      let count = try Self.open(SimulatedDisk(disk.state), .whileOpen).statistics.documentCount
      let isOpen = (try? index.writeSync { $0.delete(-1) }) != nil
      #expect(isOpen ? index.statistics.documentCount == 999 : count == 999, "room \(room)")
      if !isOpen { break }
    }
    #expect(failures > 0)
  }
}
