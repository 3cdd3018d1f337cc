import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

extension SearchIndex<Memo> {
  fileprivate func writeWithinWrite() async throws {
    try await write { _ in try self.deleteOnThisThread("1") }
  }

  fileprivate func deleteLater(_ key: String) throws { try deleteOnThisThread(key) }

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

  @Test("a task that the closure starts may write, while the closure runs and later")
  func startedTasks() async throws {
    let index = SearchIndex<Memo>.inMemory()
    let hasEnded = SearchCancellation()
    let (during, after) = try await Self.write(index) { batch in
      try batch.put(Memo(id: "1", title: "a"))
      try batch.put(Memo(id: "2", title: "b"))
      let during = Task { try index.deleteLater("1") }
      while index.writers.waiting == 0 { Thread.sleep(forTimeInterval: 0.001) }
      let after = Task {
        while !hasEnded.isRequested { await Task.yield() }
        try index.deleteLater("2")
      }
      return (during, after)
    }
    hasEnded.request()
    try await during.value
    try await after.value
    #expect(try !index.contains("1") && !index.contains("2"))
  }

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

  @Test("a task that is cancelled while it waits for its turn ends at once, and changes nothing")
  func cancelledWhileWaiting() async throws {
    let index = SearchIndex<Memo>.inMemory()
    let (holdsTurn, mayEnd) = (SearchCancellation(), SearchCancellation())
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await Self.write(index) { batch in
          holdsTurn.request()
          while !mayEnd.isRequested { Thread.sleep(forTimeInterval: 0.001) }
          try batch.put(Memo(id: "first", title: "a"))
        }
      }
      while !holdsTurn.isRequested { await Task.yield() }
      let waiting = Task { try await index.write { try $0.put(Memo(id: "second", title: "b")) } }
      while index.writers.waiting == 0 { await Task.yield() }
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      mayEnd.request()
      try await group.waitForAll()
    }
    #expect(try index.contains("first") && !index.contains("second"))
    try await index.write { try $0.put(Memo(id: "third", title: "c")) }
    #expect(try index.contains("third") && index.writers.waiting == 0)
  }

  @Test("a task that is cancelled while it waits for a lock ends at once, and changes nothing")
  func cancelledWhileLocked() async throws {
    let folder = try TemporaryFolder()
    let options = IndexOptions(writerLock: .perWrite)
    let index = try SearchIndex<Memo>(path: folder.path, options: options)
    let other = try SearchIndex<Memo>(path: folder.path, options: options)
    let (holdsLock, mayEnd) = (SearchCancellation(), SearchCancellation())
    async let first: Void = Self.write(other) { batch in
      holdsLock.request()
      while !mayEnd.isRequested { Thread.sleep(forTimeInterval: 0.001) }
      try batch.put(Memo(id: "first", title: "a"))
    }
    while !holdsLock.isRequested { await Task.yield() }
    let waiting = Task { try await index.write { try $0.put(Memo(id: "second", title: "b")) } }
    // Until it waits for the lock.
    try await Task.sleep(for: .milliseconds(100))
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    mayEnd.request()
    try await first
    try await index.close()
    try await other.close()
    let again = try SearchIndex<Memo>(path: folder.path)
    #expect(try again.contains("first") && !again.contains("second"))
  }

  @Test("the wait for another writer's lock ends when it is given up, and the lock is tried once")
  func givenUp() throws {
    let folder = try TemporaryFolder()
    let options = IndexOptions(writerLock: .perWrite)
    let index = try SearchIndex<Memo>(path: folder.path, options: options)
    let other = try SearchIndex<Memo>(path: folder.path, options: options)
    let session = try other.core.beginWriting()
    var askedCount = 0
    let code = thrownCode {
      try index.core.beginWriting(waitingUntil: .now + .seconds(60)) {
        askedCount += 1
        return true
      }
    }
    #expect(code == .writerBusy && askedCount == 1)
    other.core.endWriting(session)
    let own = try index.core.beginWriting(waitingUntil: .now - .seconds(1), isCancelled: { true })
    index.core.endWriting(own)
    try other.writeSync { try $0.put(Memo(id: "1", title: "a")) }
    try index.writeSync { try $0.put(Memo(id: "2", title: "b")) }
    try index.closeSync()
    try other.closeSync()
    #expect(try SearchIndex<Memo>.readOnly(path: folder.path).statistics.documentCount == 2)
  }

  @Test("any number of threads may be asked for")
  func manyThreads() throws {
    let index = SearchIndex<Memo>.inMemory(
      options: IndexOptions(
        merging: .manual, indexingConcurrency: .max, searchConcurrency: .max))
    for part in 0..<3 {
      try index.writeSync { batch in
        for id in 0..<10 { try batch.put(Memo(id: "\(part)-\(id)", title: "word\(id) all")) }
      }
      try index.checkpointSync()
    }
    try index.compactSync(reordering: true)
    #expect(try index.searchSync("all").total == .exactly(30))
  }

  /// Writes on a thread of its own, so that a closure that waits takes none from the tasks that it
  /// waits for.
  private static func write<Result: Sendable>(
    _ index: SearchIndex<Memo>, _ body: @escaping @Sendable (inout Batch<Memo>) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Swift.Result { try index.writeSync(body) })
      }
    }
  }
}
