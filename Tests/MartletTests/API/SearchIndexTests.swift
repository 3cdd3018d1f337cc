import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Search index")
struct SearchIndexTests {
  private let index = SearchIndex<Memo>.inMemory()

  private func fill(_ notes: Memo...) throws {
    try index.writeSync { batch in try batch.put(contentsOf: notes) }
  }

  private func found(_ text: String) throws -> [String] {
    try index.searchSync(text).hits.map(\.id)
  }

  @Test("what is put is found, and comes back as it was")
  func putAndFind() throws {
    let note = Memo(id: "1", title: "Apus apus", lines: ["never lands"], tags: ["bird"])
    try fill(note, Memo(id: "2", title: "Hirundo"))
    let results = try index.searchSync("apus")
    #expect(results.hits.map(\.id) == ["1"])
    #expect(results.total == .exactly(1))
    #expect(results.isComplete)
    #expect(results.matched == .all)
    #expect(results.interpreted == "apus**")
    #expect(results.diagnostics.isEmpty)
    #expect(try results.hits.first?.document() == note)
    #expect((results.hits.first?.score ?? 0) > 0)
    #expect(try index.document(forKey: "2")?.title == "Hirundo")
    #expect(try index.document(forKey: "3") == nil)
    #expect(try index.contains("1"))
  }

  @Test("a batch is searchable as a whole, and only when write returns")
  func visibility() throws {
    try index.writeSync { batch in
      try batch.put(Memo(id: "1", title: "swift"))
      #expect(try found("swift").isEmpty)
    }
    #expect(try found("swift") == ["1"])
  }

  @Test("nothing of a batch happens when its closure throws")
  func allOrNothing() throws {
    try fill(Memo(id: "1", title: "swift"))
    let before = index.snapshot().generation
    #expect(throws: CancellationError.self) {
      try index.writeSync { batch in
        batch.delete("1")
        try batch.put(Memo(id: "2", title: "swift"))
        try batch.setBookmark("a", [1])
        throw CancellationError()
      }
    }
    #expect(try found("swift") == ["1"])
    #expect(index.bookmark("a") == nil)
    #expect(index.snapshot().generation == before)
  }

  @Test("a rejected document is thrown at its put, and the batch may go on without it")
  func rejected() throws {
    let error = #expect(throws: SearchError.self) { try fill(Memo(id: "1"), Memo(id: "")) }
    #expect(error?.code == .documentRejected)
    #expect(try !index.contains("1"))
    try index.writeSync { batch in
      try batch.put(Memo(id: "1", title: "swift"))
      try? batch.put(Memo(id: ""))
      try batch.put(Memo(id: "2", title: "swift"))
    }
    #expect(try found("swift").sorted() == ["1", "2"])
  }

  @Test("the last operation on a key wins")
  func lastWins() throws {
    try fill(Memo(id: "0", title: "old"), Memo(id: "5", title: "old"))
    try index.writeSync { batch in
      try batch.put(Memo(id: "1", title: "first"))
      try batch.put(Memo(id: "1", title: "second"))
      try batch.put(Memo(id: "2", title: "second"))
      batch.delete(contentsOf: ["2", "none", ""])
      batch.delete("0")
      try batch.put(Memo(id: "0", title: "second"))
    }
    #expect(try found("second").sorted() == ["0", "1"])
    #expect(try found("first").isEmpty)
    #expect(try found("old") == ["5"])
    try index.writeSync { batch in
      try batch.put(Memo(id: "3", title: "second"))
      batch.deleteAll()
      try batch.put(Memo(id: "4", title: "second"))
    }
    #expect(try found("second") == ["4"])
    #expect(index.snapshot().documentCount == 1)
  }

  @Test("bookmarks change with the batch, and nil forgets them")
  func bookmarks() throws {
    try index.writeSync { batch in
      try batch.setBookmark("a", [1, 2])
      try batch.setBookmark("b", [])
    }
    #expect(index.bookmark("a") == [1, 2])
    #expect(index.bookmark("b") == [])
    let before = index.snapshot()
    try index.writeSync { batch in
      try batch.setBookmark("a", nil)
      batch.deleteAll()
    }
    #expect(index.bookmark("a") == nil)
    #expect(index.bookmark("b") == [])
    #expect(before.bookmark("a") == [1, 2])
    let error = #expect(throws: SearchError.self) {
      try index.writeSync { batch in
        try batch.setBookmark("c", Array(repeating: 0, count: 65_537))
      }
    }
    #expect(error?.code == .limitExceeded)
  }

  @Test("a batch without a change makes no new state")
  func emptyBatch() throws {
    let before = index.snapshot().generation
    try index.writeSync { _ in }
    #expect(index.snapshot().generation == before)
    #expect(try index.writeSync { _ in 42 } == 42)
  }

  @Test("a snapshot and its hits stay as they were, whatever is written")
  func snapshots() throws {
    try fill(Memo(id: "1", title: "swift"))
    let snapshot = index.snapshot()
    let hit = try #require(try snapshot.searchSync("swift").hits.first)
    try index.writeSync { batch in
      batch.deleteAll()
      try batch.put(Memo(id: "2", title: "swift"))
    }
    #expect(try hit.document().title == "swift")
    #expect(try snapshot.searchSync("swift").hits.map(\.id) == ["1"])
    #expect(try snapshot.countSync(.word("swift")) == 1)
    #expect(try snapshot.document(forKey: "1") != nil)
    #expect(try !snapshot.contains("2"))
    #expect(snapshot.generation < index.snapshot().generation)
  }

  @Test("writers take turns from the start of their closures")
  func turns() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask { [index] in
          for _ in 0..<10 {
            let add = { @Sendable (batch: inout Batch<Memo>) throws in
              let count = try index.document(forKey: "count")?.stars ?? 0
              try batch.put(Memo(id: "count", stars: count + 1))
            }
            if task.isMultiple(of: 2) {
              try Self.writeOnThisThread(index, add)
            } else {
              try await index.write(add)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try index.document(forKey: "count")?.stars == 80)
  }

  @Test("a cancelled task's search is an error, never an empty result")
  func cancelled() async throws {
    try fill(Memo(id: "1", title: "swift"))
    let task = Task { [index] in
      while !Task.isCancelled { await Task.yield() }
      _ = try await index.search("swift")
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// Writes on the calling thread, as synchronous code that a task calls may do.
  private static func writeOnThisThread(
    _ index: SearchIndex<Memo>, _ body: (inout Batch<Memo>) throws -> Void
  ) throws {
    try index.writeSync(body)
  }
}
