import Testing

@testable import Martlet

extension SearchIndex<Memo> {
  fileprivate func writeWithinWrite() async throws {
    try await write { _ in try self.deleteOnThisThread("1") }
  }

  private func deleteOnThisThread(_ key: String) throws {
    try writeSync { batch in batch.delete(key) }
  }
}

@Suite("The closure of a write")
struct WriteScopeTests {
  #if os(macOS) || os(Linux)
    @Test("a write within a write to the same index ends the program with a message")
    func nested() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try await SearchIndex<Memo>.inMemory().writeWithinWrite()
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("would wait for itself"))
    }
  #endif

  @Test("a write within a write to another index is fine")
  func nestedElsewhere() throws {
    let (one, other) = (SearchIndex<Memo>.inMemory(), SearchIndex<Memo>.inMemory())
    try one.writeSync { batch in
      try batch.put(Memo(id: "1", title: "a"))
      try other.writeSync { try $0.put(Memo(id: "2", title: "b")) }
    }
    #expect(try one.contains("1") && other.contains("2"))
  }

  @Test("a task that is cancelled before its closure starts changes nothing")
  func cancelled() async throws {
    let index = SearchIndex<Memo>.inMemory()
    let isCancelled = SearchCancellation()
    let task = Task {
      while !isCancelled.isRequested { await Task.yield() }
      try await index.write { try $0.put(Memo(id: "1", title: "a")) }
    }
    task.cancel()
    isCancelled.request()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try !index.contains("1"))
  }

  @Test("a task that is cancelled while it waits for its turn changes nothing")
  func cancelledWhileWaiting() async throws {
    let index = SearchIndex<Memo>.inMemory()
    let (holdsTurn, mayEnd) = (SearchCancellation(), SearchCancellation())
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await index.write { batch in
          holdsTurn.request()
          while !mayEnd.isRequested {}
          try batch.put(Memo(id: "first", title: "a"))
        }
      }
      while !holdsTurn.isRequested { await Task.yield() }
      let waiting = Task { try await index.write { try $0.put(Memo(id: "second", title: "b")) } }
      while index.writers.waiting == 0 { await Task.yield() }
      waiting.cancel()
      mayEnd.request()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      try await group.waitForAll()
    }
    #expect(try index.contains("first") && !index.contains("second"))
  }
}
