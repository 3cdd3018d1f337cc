import Foundation
import MartletTestSupport
import Synchronization
import Testing

@testable import Martlet

/// A writer in a thread of its own, which goes on until it is stopped.
private final class BusyWriter: Sendable {
  private let isStopping = Atomic(false)
  private let isDone = Atomic(false)
  let progress = Progress()

  init(_ storage: any Storage) throws {
    try NumberIndex(storage, seed: 1, progress: progress).close()
    Thread { [self] in
      defer { isDone.store(true, ordering: .releasing) }
      do {
        var random = SeededRandom(seed: 1)
        let index = try NumberIndex(storage, seed: 2, progress: progress)
        while !isStopping.load(ordering: .relaxed) {
          for step in Step.script(5, using: &random) { try index.run(step) }
          // Without a pause, heap files change faster than a loaded machine can read them.
          Thread.sleep(forTimeInterval: 0.02)
        }
      } catch {
        Issue.record("the writer failed: \(error)")
      }
    }.start()
  }

  func stop() {
    isStopping.store(true, ordering: .relaxed)
    while !isDone.load(ordering: .acquiring) { Thread.sleep(forTimeInterval: 0.001) }
  }
}

@Suite("An index that is opened for reading")
struct RecoveredIndexTests {
  @Test(
    "while another writes is always whole, and never goes back", arguments: StorageKind.allCases)
  func whileWriting(kind: StorageKind) throws {
    let (storage, keep) = try kind.make()
    defer { withExtendedLifetime(keep) {} }
    let writer = try BusyWriter(storage)
    defer { writer.stop() }
    var last: UInt64 = 0
    for _ in 0..<25 {
      let least = writer.progress.now.acknowledged
      let found = try NumberIndex.numbers(in: storage).last ?? 0
      #expect(found >= max(last, least) && found <= writer.progress.now.started)
      last = found
    }
  }

  @Test("while it is being made is not there yet, or whole", arguments: 1...3)
  func whileMaking(listing: Int) throws {
    let base = MemoryStorage()
    let count = Lock(0)
    let storage = ObservedStorage(
      base,
      didList: {
        let isNow = count.withLock { count in
          count += 1
          return count == listing
        }
        if isNow { #expect(throws: Never.self) { try NumberIndex(base, seed: 1).append() } }
      })
    do {
      let numbers = try NumberIndex.numbers(in: storage)
      #expect(numbers.count <= 1)
    } catch {
      #expect(error.code == .notFound)
    }
    #expect(
      try NumberIndex.numbers(in: storage).count == (count.withLock { $0 } >= listing ? 1 : 0))
  }

  @Test("tries again when a file is gone because there is a newer manifest")
  func retries() throws {
    let storage = MemoryStorage()
    let index = try NumberIndex(storage, seed: 1)
    try index.append()
    try index.checkpoint()
    var generations: [Generation] = []
    let result = try RecoveredIndex.open(storage) { (recovered) throws(SearchError) in
      generations.append(recovered.manifest.generation)
      if generations.count < 4 {
        #expect(thrownCode { try index.checkpoint() } == nil)
        throw SearchError(.notFound, "a file is gone")
      }
      return recovered.manifest.generation
    }
    #expect(generations == [2, 3, 4, 5])
    #expect(result == 5)
  }

  @Test("gives up when there is a newer manifest each time")
  func endlessChange() throws {
    let storage = MemoryStorage()
    let index = try NumberIndex(storage, seed: 1)
    var calls = 0
    let code = thrownCode {
      try RecoveredIndex.open(storage, attempts: 5) { (_) throws(SearchError) in
        calls += 1
        #expect(thrownCode { try index.checkpoint() } == nil)
        throw SearchError(.notFound, "a file is gone")
      }
    }
    #expect(code == .io && calls == 5)
  }

  @Test("says that the index is damaged when a file of the newest manifest is gone")
  func missingFile() throws {
    let storage = MemoryStorage()
    let index = try NumberIndex(storage, seed: 1)
    try index.append()
    try index.checkpoint()
    try index.close()
    let segment = try #require(storage.list().first { $0.hasPrefix("seg-") })
    storage[segment] = nil
    do {
      _ = try NumberIndex.numbers(in: storage)
      Issue.record("the index opened without its segment")
    } catch {
      #expect(error.code == .corrupted)
      #expect(error.file == segment)
    }
  }

  @Test("passes on what is wrong with it, at once")
  func otherErrors() throws {
    let storage = MemoryStorage()
    try NumberIndex(storage, seed: 1).close()
    var calls = 0
    let code = thrownCode {
      try RecoveredIndex.open(storage) { (_) throws(SearchError) in
        calls += 1
        throw SearchError(.schemaMismatch, "another schema")
      }
    }
    #expect(code == .schemaMismatch && calls == 1)
  }
}
