import Foundation
import Martlet
import MartletTestSupport
import Testing

/// Several writers of one index, each of which has the lock only while it writes.
///
/// Two indexes of one process keep each other away as two processes do.
@Suite("A lock for each write")
struct SharedWritingTests {
  struct Note: SearchDocument {
    var searchKey: Int { id }
    let id: Int
    var version = 0
    static let searchSchema = Schema<Note>(fields: [.number("version", \.version)])
  }

  private static func options(_ durability: Durability, _ memoryLimit: Int = 64 << 20)
    -> IndexOptions
  {
    IndexOptions(durability: durability, memoryLimit: memoryLimit, writerLock: .perWrite)
  }

  /// Does something again as long as another writer keeps the lock for longer than it waits, as on
  /// a machine with other work. Nothing has changed then.
  @discardableResult
  private static func whenFree<Result>(
    _ body: () async throws -> Result
  ) async throws -> Result {
    while true {
      do {
        return try await body()
      } catch let error as SearchError where error.code == .writerBusy {}
    }
  }

  @Test("imports and comparisons begin with what other writers have left")
  func staleBeginning() async throws {
    let folder = try TemporaryFolder()
    let options = Self.options(.normal)
    let one = try SearchIndex<Note>(path: folder.path, options: options)
    let other = try SearchIndex<Note>(path: folder.path, options: options)
    let importing = ImportOptions {
      $0.bookmark = "import"
      $0.batchByteCount = 500
    }
    let notes = (0..<200).map { Note(id: $0) }
    struct Ended: Error {}
    let ended = AsyncThrowingStream<Note, any Error> { stream in
      for note in notes[..<150] { stream.yield(note) }
      stream.finish(throwing: Ended())
    }
    await #expect(throws: Ended.self) { try await one.importAll(from: ended, options: importing) }
    #expect(one.bookmark("import") != nil)
    try await other.write { batch in
      batch.deleteAll()
      try batch.put(Note(id: 1_000, version: 1))
    }
    let progress = try await one.importAll(notes, options: importing)
    #expect(progress.resumedCount == 0 && one.statistics.documentCount == 201)
    try await other.write { batch in
      try batch.put(Note(id: 5, version: 9))
      batch.delete(6)
    }
    let drift = try await one.reconcile(notes.map { ($0.id, $0.version) }, version: "version")
    #expect(drift.stale == [5] && drift.missing == [6] && drift.orphaned == [1_000])
    try await one.close()
    try await other.close()
  }

  @Test("keeps the log short, however often the writers take turns")
  func logFiles() async throws {
    let folder = try TemporaryFolder()
    let options = Self.options(.normal)
    let one = try SearchIndex<Note>.withLog(path: folder.path, options: options)
    let other = try SearchIndex<Note>.withLog(path: folder.path, options: options)
    var most = 0
    for number in 0..<100 {
      try await one.write { try $0.put(Note(id: 2 * number)) }
      try await other.write { try $0.put(Note(id: 2 * number + 1)) }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      most = max(most, names.count { $0.hasPrefix("wal-") })
    }
    #expect(most > 20 && most <= 34, "\(most)")
    try await one.close()
    try await other.close()
    let reader = try SearchIndex<Note>.readOnly(path: folder.path)
    #expect(reader.statistics.documentCount == 200)
  }

  @Test(
    "lets writers change each other's documents",
    arguments: Durability.all, [1, 20_000, 64 << 20])
  func alternating(durability: Durability, memoryLimit: Int) async throws {
    let folder = try TemporaryFolder()
    var random = SeededRandom(seed: TestSeed.value)
    let options = Self.options(durability, memoryLimit)
    func open() async throws -> SearchIndex<Note> {
      try await Self.whenFree { try SearchIndex<Note>(path: folder.path, options: options) }
    }
    var writers: [SearchIndex<Note>] = []
    for _ in 0..<3 { writers.append(try await open()) }
    var model: [Int: Int] = [:]
    for step in 0..<ReliabilitySize.scaled(300) {
      let number = random.int(in: 0..<3)
      let index = writers[number]
      let key = random.int(in: 0..<30)
      let expected = model
      switch random.int(in: 0..<12) {
      case 0:
        try await index.close()
        writers[number] = try await open()
      case 1: try await Self.whenFree { try await index.compact() }
      case 2: try await Self.whenFree { try await index.checkpoint() }
      case 3:
        try await Self.whenFree { try await index.refresh() }
        #expect(index.statistics.documentCount == model.count, "seed \(TestSeed.value)")
      case 4:
        try await index.suspend()
        try await Self.whenFree { try await index.resume() }
      case 5...6:
        try await Self.whenFree { try await index.write { $0.delete(key) } }
        model[key] = nil
      default:
        try await Self.whenFree {
          try await index.write { batch in
            // The closure sees what all others have written.
            let old = try index.document(forKey: key)?.version
            #expect(old == expected[key], "seed \(TestSeed.value), step \(step)")
            try batch.put(Note(id: key, version: (old ?? 0) + 1))
          }
        }
        model[key] = (model[key] ?? 0) + 1
      }
    }
    for index in writers { try await index.close() }
    let last = try SearchIndex<Note>(path: folder.path)
    #expect(last.statistics.documentCount == model.count, "seed \(TestSeed.value)")
    for (key, version) in model {
      #expect(try last.document(forKey: key)?.version == version, "seed \(TestSeed.value)")
    }
    #expect(try await last.verify().problems.isEmpty)
    try await last.close()
  }

  @Test("finds what a writer that was there before writes on", arguments: Durability.all)
  func openedBetween(durability: Durability) async throws {
    let folder = try TemporaryFolder()
    let options = Self.options(durability)
    let first = try SearchIndex<Note>.withLog(path: folder.path, options: options)
    try await first.write { try $0.put(Note(id: 1)) }
    let second = try SearchIndex<Note>.withLog(path: folder.path, options: options)
    try await first.write { try $0.put(Note(id: 2)) }
    // Nothing new is no reason to miss what comes after.
    for id in 3...5 {
      #expect(try await second.refresh())
      #expect(try await !second.refresh())
      try await first.write { try $0.put(Note(id: id)) }
    }
    try await second.write { batch in
      #expect(second.statistics.documentCount == 5)
      try batch.put(Note(id: 6))
    }
    #expect(try await first.refresh())
    try await first.close()
    try await second.close()
    let last = try SearchIndex<Note>(path: folder.path)
    #expect(try (1...6).allSatisfy { try last.document(forKey: $0) != nil })
    try await last.close()
  }

  @Test("flushes, suspends and resumes a writer that others have passed by")
  func passedBy() async throws {
    let folder = try TemporaryFolder()
    let options = Self.options(.normal)
    let first = try SearchIndex<Note>(path: folder.path, options: options)
    try await first.write { try $0.put(Note(id: 1)) }
    let second = try SearchIndex<Note>(path: folder.path, options: options)
    for id in 2...3 {
      try await first.write { try $0.put(Note(id: id)) }
      try await first.checkpoint()
    }
    try await second.flush()
    try await second.suspend()
    // Whoever just writes makes the other wait, and does not make it fail.
    let writing = Task {
      for id in 4...40 {
        try await Self.whenFree { try await first.write { try $0.put(Note(id: id)) } }
      }
    }
    for _ in 0..<20 {
      try await Self.whenFree { try await second.resume() }
      try await second.suspend()
    }
    try await writing.value
    try await Self.whenFree { try await second.resume() }
    try await Self.whenFree { try await second.write { try $0.put(Note(id: 41)) } }
    #expect(second.statistics.documentCount == 41)
    try await first.close()
    try await second.close()
  }

  @Test("counts right when writers run at the same time")
  func concurrent() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<3 {
        group.addTask {
          let index = try await Self.whenFree {
            try SearchIndex<Note>(path: path, options: Self.options(.normal, 20_000))
          }
          for step in 0..<40 {
            try await Self.whenFree {
              try await index.write { try $0.put(Note(id: writer * 100 + step)) }
            }
          }
          try await index.close()
        }
      }
      try await group.waitForAll()
    }
    let index = try SearchIndex<Note>(path: path)
    #expect(index.statistics.documentCount == 120)
    #expect(try await index.verify().problems.isEmpty)
    try await index.close()
  }

  @Test(
    "changes no file when an index is closed that does not have it",
    arguments: ["suspended", "waiting", "waiting and suspended"])
  func closedWithout(manner: String) async throws {
    let folder = try TemporaryFolder()
    // What the first writer has not flushed is found by the second, which would repeat it.
    let options = Self.options(.normal)
    let first = try SearchIndex<Note>(path: folder.path, options: options)
    try await first.write { try $0.put(Note(id: 1)) }
    let second = try SearchIndex<Note>(path: folder.path, options: options)
    if manner.contains("suspended") { try await second.suspend() }
    if manner.contains("waiting") {
      try await first.write { batch in
        try batch.put(Note(id: 2))
        // Closing waits for the lock in vain.
        try second.closeSync()
      }
    } else {
      try await first.write { try $0.put(Note(id: 2)) }
      try await second.close()
    }
    try await first.write { try $0.put(Note(id: 3)) }
    #expect(first.statistics.documentCount == 3)
    try await first.close()
    let last = try SearchIndex<Note>(path: folder.path)
    #expect(last.statistics.documentCount == 3)
    try await last.write { try $0.put(Note(id: 4)) }
    try await last.close()
    #expect(try SearchIndex<Note>(path: folder.path).statistics.documentCount == 4)
  }

  @Test("loses nothing while another index is refreshed and flushed all the time")
  func flushedBeside() async throws {
    let folder = try TemporaryFolder()
    let options = Self.options(.normal)
    let writer = try SearchIndex<Note>(path: folder.path, options: options)
    let other = try SearchIndex<Note>(path: folder.path, options: options)
    let refreshing = Task.detached {
      while !Task.isCancelled { try await Self.whenFree { try await other.refresh() } }
    }
    let flushing = Task.detached {
      while !Task.isCancelled {
        try await Self.whenFree { try await other.flush() }
        // Who asks for the lock again at once leaves it to nobody.
        try await Task.sleep(for: .milliseconds(1))
      }
    }
    try await OwnThread.run {
      for number in 0..<600 {
        while true {
          do {
            try writer.writeSync { try $0.put(Note(id: number)) }
            break
          } catch let error as SearchError where error.code == .writerBusy {}
        }
      }
    }
    refreshing.cancel()
    flushing.cancel()
    _ = await (refreshing.result, flushing.result)
    #expect(writer.statistics.documentCount == 600)
    try await other.close()
    try await writer.close()
    let last = try SearchIndex<Note>(path: folder.path)
    #expect(last.statistics.documentCount == 600)
    try await last.close()
  }

  @Test("waits for a writer that holds the lock, and then says that it is busy")
  func busy() async throws {
    let folder = try TemporaryFolder()
    let shared = try SearchIndex<Note>(path: folder.path, options: Self.options(.normal))
    let holder = try SearchIndex<Note>(path: folder.path)
    let error = await #expect(throws: SearchError.self) {
      try await shared.write { try $0.put(Note(id: 1)) }
    }
    #expect(error?.code == .writerBusy)
    try await holder.write { try $0.put(Note(id: 2)) }
    try await holder.close()
    try await shared.write { try $0.put(Note(id: 1)) }
    #expect(shared.statistics.documentCount == 2)
    try await shared.close()
  }
}
