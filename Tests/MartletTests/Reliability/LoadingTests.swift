import Dispatch
import Foundation
import MartletTestSupport
import Synchronization
import Testing

@testable import Martlet

/// Merges while a collection is loaded, and beside somebody who waits for one segment.
@Suite("Loading", .serialized)
struct LoadingTests {
  /// An index of which each batch is a file of its own, and counts as one of many.
  private func loading(
    _ storage: any Storage, pause: DispatchTimeInterval, resting: Int = 20
  ) throws -> IndexCore {
    try TestEngine.open(storage) {
      $0.memoryLimit = 1
      $0.mergesAutomatically = true
      $0.loadByteCount = 1
      $0.loadRestingCount = resting
      $0.loadPause = pause
    }
  }

  @Test("leaves segments alone until there are many")
  func resting() throws {
    let core = try loading(MemoryStorage(), pause: .seconds(3_600))
    for round in 0..<20 {
      try core.write(TestEngine.puts(round..<(round + 1), round))
      core.background.sync {}
      #expect(core.state.fileMembers.count == round + 1)
    }
    try core.write(TestEngine.puts(20..<21, 20))
    core.background.sync {}
    #expect(core.state.fileMembers.count <= 20)
    try core.checkpoint()
    core.background.sync {}
    #expect(core.state.fileMembers.count <= 12, "what is asked for ends the load")
    #expect(try core.documents().count == 21)
    try core.close()
  }

  @Test("ends with a pause, also after a merge of many", arguments: [20, 41])
  func pausing(count: Int) throws {
    let core = try loading(MemoryStorage(), pause: .milliseconds(100), resting: 40)
    for round in 0..<count { try core.write(TestEngine.puts(round..<(round + 1), round)) }
    core.background.sync {}
    let end = ContinuousClock.now + .seconds(600)
    while core.state.fileMembers.count > 12, ContinuousClock.now < end {
      Thread.sleep(forTimeInterval: 0.001)
    }
    #expect(core.state.fileMembers.count <= 12)
    #expect(try core.documents().count == count)
    try core.close()
  }

  /// Twenty files with more bytes than are written at once.
  private func twentyFiles() throws -> MemoryStorage {
    let disk = MemoryStorage()
    let core = try loading(disk, pause: .seconds(3_600))
    for file in 0..<20 {
      try core.write(TestEngine.bulkyPuts("\(file)", seed: TestSeed.value &+ UInt64(file)))
    }
    try core.close()
    return disk
  }

  @Test("a merge in the background gives up for one of everything")
  func compacting() throws {
    let core = Lock<IndexCore?>(nil)
    let isOpen = DispatchSemaphore(value: 0)
    let isCompacted = DispatchSemaphore(value: 0)
    let files = Lock<[(name: String, appendCount: Int)]>([])
    let disk = ObservedStorage(
      try twentyFiles(),
      willAppend: { name in
        guard name.hasPrefix("seg-") else { return }
        let appendCount = files.withLock { files in
          if files.last?.name != name { files.append((name, 0)) }
          files[files.count - 1].appendCount += 1
          return files[0].appendCount
        }
        guard appendCount == 1, files.withLock({ $0.count }) == 1 else { return }
        isOpen.wait()
        guard let core = core.withLock({ $0 }) else { return }
        Thread.detachNewThread {
          try? core.compact()
          isCompacted.signal()
        }
        while core.compactions.load(ordering: .relaxed) == 0 {
          Thread.sleep(forTimeInterval: 0.001)
        }
      })
    let opened = try TestEngine.open(disk) { $0.mergesAutomatically = true }
    core.withLock { $0 = opened }
    isOpen.signal()
    isCompacted.wait()
    #expect(opened.state.fileMembers.count == 1)
    #expect(files.withLock { $0.count } == 2)
    #expect(files.withLock { $0[0].appendCount } == 1, "the first one was given up")
    #expect(opened.state.segments.documentCount == 800)
    try opened.close()
    core.withLock { $0 = nil }
    #expect(try TestEngine.leftovers(disk) == [])
  }
}
