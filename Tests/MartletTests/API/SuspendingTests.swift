import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

/// An application that is suspended, and processes that share an index.
///
/// Two indexes of one process keep each other away as two processes do.
@Suite("Suspending")
struct SuspendingTests {
  struct Note: SearchDocument {
    var searchKey: Int { id }
    let id: Int
    var text = "a word"
    static let searchSchema = Schema<Note>(fields: [.text("text", \.text)])
  }

  private static func put(_ index: SearchIndex<Note>, _ keys: Range<Int>) async throws {
    try await index.write { try $0.put(contentsOf: keys.map { Note(id: $0) }) }
  }

  private static func code(_ body: () async throws -> Void) async -> SearchError.Code? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? SearchError)?.code
    }
  }

  @Test("releases the lock, refuses writes and goes on with searches", arguments: Durability.all)
  func suspends(durability: Durability) async throws {
    let folder = try TemporaryFolder()
    let index = try SearchIndex<Note>(
      path: folder.path, options: IndexOptions(durability: durability))
    try await Self.put(index, 0..<10)
    try await index.suspend()
    try await index.suspend()
    #expect(await Self.code { try await Self.put(index, 10..<11) } == .suspended)
    #expect(await Self.code { try await index.checkpoint() } == .suspended)
    #expect(await Self.code { try await index.compact() } == .suspended)
    #expect(try await index.search("word").total.number == 10)
    let reader = try SearchIndex<Note>.readOnly(path: folder.path)
    #expect(reader.statistics.documentCount == 10)

    try await index.resume()
    try await index.resume()
    #expect(await Self.code { _ = try SearchIndex<Note>(path: folder.path) } == .writerBusy)
    try await Self.put(index, 10..<12)
    try await index.close()
    #expect(await Self.code { try await index.suspend() } == nil)
    let again = try SearchIndex<Note>(path: folder.path)
    #expect(again.statistics.documentCount == 12)
    try await again.close()
  }

  @Test("finds what another writer has written meanwhile", arguments: Durability.all)
  func otherWriter(durability: Durability) async throws {
    let folder = try TemporaryFolder()
    let options = IndexOptions(durability: durability)
    let index = try SearchIndex<Note>(path: folder.path, options: options)
    var changes = index.changes.makeAsyncIterator()
    try await Self.put(index, 0..<10)
    _ = await changes.next()
    let snapshot = index.snapshot()
    try await index.suspend()
    for round in 1...3 {
      let other = try SearchIndex<Note>(path: folder.path, options: options)
      try await Self.put(other, round * 100..<round * 100 + 5)
      try await other.write { $0.delete(round) }
      #expect(await Self.code { try await index.resume() } == .writerBusy)
      #expect(await Self.code { try await Self.put(index, 1..<2) } == .suspended)
      if round == 2 { try await other.compact() }
      try await other.close()
      try await index.resume()
      #expect(index.statistics.documentCount == 10 + round * 4)
      #expect(await changes.next() != nil)
      try await index.suspend()
    }
    #expect(try await snapshot.search("word").total.number == 10)
    try await index.resume()
    try await Self.put(index, 500..<501)
    #expect(try await index.verify().problems.isEmpty)
    try await index.close()
    let again = try SearchIndex<Note>(path: folder.path)
    #expect(again.statistics.documentCount == 23)
    try await again.close()
  }

  @Test("stops merges, and what they had made is not published later")
  func merges() async throws {
    let base = MemoryStorage()
    let core = Lock<IndexCore?>(nil)
    let isMerging = SearchCancellation()
    let disk = ObservedStorage(
      base,
      willAppend: { name in
        guard name.contains("seg-"), let core = core.withLock({ $0 }) else { return }
        isMerging.request()
        while !core.isEnding { Thread.sleep(forTimeInterval: 0.001) }
      })
    let index = try Self.open(disk)
    for round in 0..<6 {
      try await index.write { batch in
        for id in 0..<300 {
          let text = (0..<40).map { "w\((id &* 7919 &+ $0 &* 104_729 &+ round) % 5_000)" }
          try batch.put(Note(id: round * 300 + id, text: text.joined(separator: " ")))
        }
      }
      try await index.checkpoint()
    }
    core.withLock { $0 = index.core }
    let compacting = Task { try await index.compact() }
    while !isMerging.isRequested { try await Task.sleep(for: .milliseconds(1)) }
    try await index.suspend()
    core.withLock { $0 = nil }
    // A merge that went on to its end would be refused as that of a suspended index.
    #expect(await Self.code { try await compacting.value } == .cancelled)
    let other = try Self.open(base)
    try await Self.put(other, 9_000..<9_001)
    try await other.compact()
    try await other.close()
    try await index.resume()
    #expect(index.statistics.documentCount == 1_801)
    #expect(try await index.verify().problems.isEmpty)
    try await index.compact()
    try await index.close()
    let again = try Self.open(base)
    #expect(again.statistics.documentCount == 1_801)
    #expect(try await again.verify().problems.isEmpty)
    try await again.close()
  }

  private static func open(_ storage: any Storage) throws -> SearchIndex<Note> {
    try SearchIndex<Note>(storage, schema: Note.searchSchema, options: IndexOptions())
  }

  @Test("that another index has replaced says so")
  func replaced() async throws {
    let folder = try TemporaryFolder()
    let index = try SearchIndex<Note>(path: folder.path)
    try await Self.put(index, 0..<3)
    try await index.suspend()
    try SearchIndex<Note>.remove(path: folder.path)
    let other = try SearchIndex<Note>(path: folder.path)
    try await Self.put(other, 0..<1)
    try await other.close()
    #expect(await Self.code { try await index.resume() } == .notFound)
    #expect(try await index.search("word").total.number == 3)
    try await index.close()
    let again = try SearchIndex<Note>(path: folder.path)
    #expect(again.statistics.documentCount == 1)
    try await again.close()
  }
}

extension Durability {
  static let all: [Durability] = [.none, .normal, .full]
}
