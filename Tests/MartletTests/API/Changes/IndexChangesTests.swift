import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Changes of an index")
struct IndexChangesTests {
  private typealias Index = SearchIndex<VictimDocument>

  private func put(_ index: Index, _ key: String, _ version: Int = 1) async throws {
    try await index.write { try $0.put(VictimDocument(key: key, version: version)) }
  }

  /// All keys of changes, in their order, until the sequence ends.
  private static func take(
    _ changes: IndexChanges<String>, pausing: Bool
  ) async -> (put: [String], deleted: [String], generations: [UInt64]) {
    var (put, deleted, generations): ([String], [String], [UInt64]) = ([], [], [])
    var random = SeededRandom(seed: TestSeed.value)
    for await change in changes {
      #expect(change.namesEveryKey)
      put += change.putKeys
      deleted += change.deletedKeys
      generations.append(change.generation)
      if pausing, random.oneIn(3) {
        try? await Task.sleep(for: .microseconds(random.int(in: 0..<3_000)))
      }
    }
    return (put, deleted, generations)
  }

  @Test("of 5,000 writes, none is lost and none is told twice, however slow the consumer")
  func everyWrite() async throws {
    let count = 1_250 * TestSeed.factor
    let index = Index.inMemory(options: IndexOptions(memoryLimit: 200_000))
    let consumers = [false, true].map { pausing in
      let changes = index.changes
      return Task { await Self.take(changes, pausing: pausing) }
    }
    try await withThrowingTaskGroup { group in
      for writer in 0..<4 {
        group.addTask {
          for number in 0..<count {
            let key = "\(writer)-\(number)"
            try await index.write { batch in
              if number % 5 == 4 { batch.delete("\(writer)-\(number - 4)") }
              try batch.put(VictimDocument(key: key, version: 1))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    try await index.close()
    let deleted = (0..<4).flatMap { writer in
      (0..<count / 5).map { "\(writer)-\($0 * 5)" }
    }
    let all = (0..<4).flatMap { writer in (0..<count).map { "\(writer)-\($0)" } }
    for consumer in consumers {
      let found = await consumer.value
      #expect(found.deleted.sorted() == deleted.sorted())
      // A key that was put and deleted between two changes is told as deleted.
      #expect(Set(found.put).count == found.put.count)
      #expect(Set(found.put).union(found.deleted) == Set(all))
      #expect(Set(found.put).isSuperset(of: Set(all).subtracting(deleted)))
      #expect(found.generations == Array(Set(found.generations)).sorted())
      print("changes: \(found.generations.count) for \(4 * count) writes")
    }
  }

  @Test("a change is there before it is iterated, and names a state that has it")
  func generation() async throws {
    let index = Index.inMemory()
    let changes = index.changes
    try await put(index, "a")
    try await put(index, "b")
    let before = index.snapshot().generation
    try await index.write { $0.delete("a") }
    var iterator = changes.makeAsyncIterator()
    let change = try #require(await iterator.next())
    #expect(change.putKeys == ["b"] && change.deletedKeys == ["a"] && change.namesEveryKey)
    #expect(change.generation > before && change.generation <= index.snapshot().generation)
    #expect(try await index.search("all").generation >= change.generation)
  }

  @Test("what changes no document is no change")
  func nothing() async throws {
    let index = Index.inMemory()
    try await put(index, "a")
    let changes = index.changes
    try await index.checkpoint()
    try await index.write { try $0.setBookmark("mark", [1]) }
    try await index.write { $0.delete("gone") }
    try await index.compact()
    try index.setSynonyms(Synonyms(rules: "all, every"))
    try await put(index, "b")
    var iterator = changes.makeAsyncIterator()
    let change = try #require(await iterator.next())
    #expect(change.putKeys == ["b"] && change.deletedKeys.isEmpty)
  }

  @Test("keys that take too much memory are forgotten, and later ones are named again")
  func bounded() async throws {
    let index = Index.inMemory()
    let changes = index.changes
    let long = String(repeating: "k", count: 1_000)
    for start in stride(from: 0, to: 10_000, by: 1_000) {
      try await index.write { batch in
        for number in start..<(start + 1_000) { batch.delete(long + "\(number)") }
        try batch.put(VictimDocument(key: "\(start)", version: 1))
      }
    }
    var iterator = changes.makeAsyncIterator()
    let change = try #require(await iterator.next())
    #expect(!change.namesEveryKey && change.putKeys.isEmpty && change.deletedKeys.isEmpty)
    try await put(index, "b")
    #expect(await iterator.next()?.putKeys == ["b"])
    try await index.write { $0.deleteAll() }
    #expect(await iterator.next()?.namesEveryKey == false)
  }

  private static func first(of changes: IndexChanges<String>) async -> IndexChange<String>? {
    for await change in changes { return change }
    return nil
  }

  @Test("a consumer that waits ends when the index is closed, released, or the task cancelled")
  func ends() async throws {
    let index = Index.inMemory()
    let changes = index.changes
    let waiting = Task { await Self.first(of: changes) }
    let cancelled = Task { await Self.first(of: index.changes) }
    try await Task.sleep(for: .milliseconds(5))
    cancelled.cancel()
    #expect(await cancelled.value == nil)
    try await index.close()
    #expect(await waiting.value == nil)
    #expect(await Self.first(of: index.changes) == nil)

    var other: Index? = .inMemory()
    let rest = try #require(other).changes
    try await put(try #require(other), "a")
    let released = Task { () -> [Set<String>] in
      var keys: [Set<String>] = []
      for await change in rest { keys.append(change.putKeys) }
      return keys
    }
    try await Task.sleep(for: .milliseconds(5))
    other = nil
    #expect(await released.value == [["a"]])
  }

  @Test("a reader names the keys that are in the log, and none after a checkpoint was faster")
  func reader() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "index")
    let writer = try Index.withLog(path: path)
    try await put(writer, "a")
    let reader = try Index.readOnly(path: path)
    var changes = reader.changes.makeAsyncIterator()
    try await put(writer, "b")
    try await writer.write { $0.delete("a") }
    #expect(try await reader.refresh())
    let named = try #require(await changes.next())
    #expect(named.putKeys == ["b"] && named.deletedKeys == ["a"] && named.namesEveryKey)
    try await put(writer, "c")
    try await writer.checkpoint()
    #expect(try await reader.refresh())
    // What was written after the checkpoint is told with it.
    try await reader.close()
    let unnamed = try #require(await changes.next())
    #expect(!unnamed.namesEveryKey && unnamed.putKeys.isEmpty)
    #expect(unnamed.generation > named.generation)
    #expect(await changes.next() == nil)
  }
}
