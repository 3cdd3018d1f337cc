import MartletTestSupport
import Synchronization
import Testing

@testable import Martlet

/// How far the reading of a test is.
private final class ConcurrentReading: Sendable {
  let isDone = Atomic(false)
  let count = Atomic(0)
}

@Suite("An index that is opened for reading")
struct RecoveredIndexTests {
  @Test(
    "while another writes is always whole, and never goes back", arguments: StorageKind.allCases)
  func whileWriting(kind: StorageKind) async throws {
    let (storage, keep) = try kind.make()
    defer { withExtendedLifetime(keep) {} }
    let progress = Progress()
    _ = try NumberIndex(storage, seed: 1, progress: progress)
    let reading = ConcurrentReading()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { reading.isDone.store(true, ordering: .relaxed) }
        do {
          var random = SeededRandom(seed: 1)
          let index = try NumberIndex(storage, seed: 2, progress: progress)
          for step in Step.script(kind == .memory ? 300 : 60, using: &random) {
            try index.run(step)
          }
        } catch {
          Issue.record("the writer failed: \(error)")
        }
      }
      group.addTask {
        var last: UInt64 = 0
        do {
          repeat {
            let least = progress.now.acknowledged
            let found = try NumberIndex.numbers(in: storage).last ?? 0
            #expect(found >= max(last, least) && found <= progress.now.started)
            last = found
            reading.count.add(1, ordering: .relaxed)
          } while !reading.isDone.load(ordering: .relaxed)
        } catch {
          Issue.record("the reader failed after \(last): \(error)")
        }
      }
    }
    #expect(reading.count.load(ordering: .relaxed) > 0)
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
