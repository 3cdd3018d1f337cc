import Dispatch
import Foundation
import MartletTestSupport
import Synchronization
import Testing

@testable import Martlet

/// Merges in the background, beside failures and levels that keep no log.
@Suite("A merge in the background", .serialized)
struct MergeFailureTests {
  /// Thirteen segments, which are one too many, each of them with bytes that do not compress.
  private func thirteenSegments() throws -> MemoryStorage {
    let disk = MemoryStorage()
    let core = try TestEngine.open(disk)
    for segment in 0..<13 {
      try core.write(
        TestEngine.bulkyPuts("s\(segment)", seed: TestSeed.value &+ UInt64(segment)))
      try core.checkpoint()
    }
    try core.close()
    return disk
  }

  @Test("keeps what a checkpoint kept, also without a log")
  func withoutLog() throws {
    let disk = MemoryStorage()
    let core = try TestEngine.open(disk) {
      $0.durability = .none
      $0.mergesAutomatically = true
    }
    try core.write(TestEngine.puts(0..<10, 0))
    try core.checkpoint()
    for round in 1...20 {
      try core.write(TestEngine.puts(0..<5, round))
      core.background.sync {}
      let kept = try TestEngine.read(TestEngine.copy(disk))
      #expect(kept == Dictionary(uniqueKeysWithValues: (0..<10).map { ("k\($0)", 0) }))
    }
    try core.checkpoint()
    core.background.sync {}
    try core.close()
    let found = try TestEngine.read(disk)
    #expect(found.count == 10 && found["k0"] == 20 && found["k9"] == 0)
  }

  @Test("keeps the deletions that come while it runs, in memory and in files")
  func concurrentDeletions() throws {
    let base = try thirteenSegments()
    let written = Lock<[Bool]>([])
    let opened = Lock<IndexCore?>(nil)
    // Deletes while compacting writes the segment that has the document.
    let disk = ObservedStorage(
      base,
      willAppend: { name in
        guard name.hasPrefix("seg-"), let core = opened.withLock({ $0.take() }) else { return }
        let isWritten = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          let code = thrownCode { try core.write([.delete(key: Array("s5-3".utf8))]) }
          written.withLock { $0.append(code == nil) }
          isWritten.signal()
        }
        isWritten.wait()
      })
    let core = try TestEngine.open(disk)
    let plan = try #require(
      MergePolicy.files.nextMerge(among: core.state.members.map(\.description)))
    var merger = try core.merger(of: core.state.members.compactMap(\.stored?.segment))
    merger.stop = MergeStop { true }
    #expect(thrownCode { try merger.merge() } == .cancelled)
    #expect(plan.segments.count > 1)
    try core.write([.delete(key: Array("s0-1".utf8)), .delete(key: Array("s12-2".utf8))])
    opened.withLock { $0 = core }
    try core.compact()
    #expect(written.withLock { $0 } == [true])
    #expect(core.state.segments.documentCount == 13 * 40 - 3)
    try core.write([.delete(key: Array("s0-2".utf8))])
    try core.compact()
    try core.write([.delete(key: Array("s0-3".utf8))])
    #expect(core.state.segments.documentCount == 13 * 40 - 5)
    #expect(try core.verify() == [])
    let killed = TestEngine.copy(base)
    #expect(
      try IndexCore.openForReading(killed, schema: TestEngine.schema, options: .init())
        .state.segments.documentCount == 13 * 40 - 5)
    try core.close()
  }

  @Test("with damaged input leaves no files behind, and is not begun again")
  func damagedInput() throws {
    let disk = try thirteenSegments()
    let manifest = try #require(try ManifestStore.readNewest(from: disk, forWriting: false))
    let victim = manifest.segments[6].fileName
    var bytes = try #require(disk[victim])
    bytes[bytes.count / 2] ^= 1
    disk[victim] = bytes
    let core = try TestEngine.open(disk) { $0.mergesAutomatically = true }
    core.background.sync {}
    for round in 0..<20 {
      try core.write([TestEngine.put("x\(round)", 1)])
      core.background.sync {}
    }
    #expect(core.statistics.lastFailure?.code == .corrupted)
    #expect(core.statistics.lastFailure?.file == victim)
    try core.close()
    #expect(try TestEngine.leftovers(disk) == [])
    #expect(disk[victim] == bytes, "what is damaged stays for whoever can mend it")
  }

  @Test("without room fails before it writes, and is tried again later")
  func withoutRoom() throws {
    let time = Lock(ContinuousClock.now)
    let created = Lock(0)
    let disk = ObservedStorage(try thirteenSegments()) { name in
      if name.hasPrefix("seg-") { created.withLock { $0 += 1 } }
    }
    disk.setAvailable(1 << 20)
    let core = try TestEngine.open(disk) {
      $0.mergesAutomatically = true
      $0.now = { time.withLock { $0 } }
    }
    for round in 0..<3 {
      try core.write([TestEngine.put("x\(round)", 1)])
      core.background.sync {}
    }
    #expect(core.failure?.code == .diskFull && created.withLock { $0 } == 0)
    #expect(thrownCode { try core.compact() } == .diskFull)
    disk.setAvailable(1 << 30)
    time.withLock { $0 += .seconds(600) }
    try core.write([TestEngine.put("y", 1)])
    core.background.sync {}
    #expect(core.failure == nil && created.withLock { $0 } > 0)
    try core.close()
  }

  @Test("needs room for what is not deleted")
  func ofLiveDocuments() throws {
    let disk = ObservedStorage(MemoryStorage())
    let core = try TestEngine.open(disk)
    try core.write(TestEngine.bulkyPuts("a", seed: 1) + TestEngine.bulkyPuts("b", seed: 2))
    try core.checkpoint()
    let byteCount = core.state.fileMembers[0].byteCount
    disk.setAvailable(UInt64(byteCount))
    try core.write([.delete(key: Array("a-0".utf8))])
    #expect(thrownCode { try core.compact() } == .diskFull)
    try core.write((0..<40).map { .delete(key: Array("b-\($0)".utf8)) })
    try core.write((1..<38).map { .delete(key: Array("a-\($0)".utf8)) })
    try core.compact()
    #expect(core.state.fileMembers[0].byteCount < byteCount / 10)
    try core.close()
    let reader = try IndexCore.openForReading(
      disk, schema: TestEngine.schema, options: TestEngine.options())
    #expect(reader.statistics.documentCount == 2)
  }

  @Test("writes nothing more once the index is being closed")
  func closingMeanwhile() throws {
    let closing = ClosingThread()
    let disk = ObservedStorage(
      try thirteenSegments(),
      willAppend: { name in
        if name.hasPrefix("seg-"), closing.countAppend() == 1 { closing.begin() }
      })
    let core = try TestEngine.open(disk) { $0.mergesAutomatically = true }
    closing.close(core)
    #expect(closing.failure == nil)
    core.background.sync {}
    #expect(closing.appendCount == 1, "\(closing.appendCount) chunks were written")
    #expect(try TestEngine.leftovers(disk) == [])
    let reader = try IndexCore.openForReading(disk, schema: TestEngine.schema, options: .init())
    #expect(reader.state.segments.documentCount == 13 * 40)
  }

  @Test("keeps no file from being removed by a writer that closes meanwhile")
  func closingWithoutInputs() throws {
    let isMerging = DispatchSemaphore(value: 0)
    let mayGoOn = DispatchSemaphore(value: 0)
    let isOver = DispatchSemaphore(value: 0)
    let isFirst = Lock(true)
    let disk = ObservedStorage(
      try thirteenSegments(),
      willAppend: { name in
        guard name.hasPrefix("seg-"),
          isFirst.withLock({ first in
            defer { first = false }
            return first
          })
        else { return }
        isMerging.signal()
        mayGoOn.wait()
      })
    let core = try TestEngine.open(disk)
    let failure = Lock<SearchError.Code?>(nil)
    Thread.detachNewThread {
      let code = thrownCode { try core.compact() }
      failure.withLock { $0 = code }
      isOver.signal()
    }
    isMerging.wait()
    try core.write([.deleteAll])
    try core.close()
    mayGoOn.signal()
    isOver.wait()
    #expect(failure.withLock { $0 } == .cancelled)
    let leftovers = try TestEngine.leftovers(disk)
    #expect(leftovers == [], "\(leftovers)")
    #expect(try TestEngine.read(disk).isEmpty)
  }

  @Test("removes its inputs while others write")
  func removing() throws {
    let core = Lock<IndexCore?>(nil)
    let outcomes = Lock<[DispatchTimeoutResult]>([])
    let base = try thirteenSegments()
    let inputs = base.list().filter { $0.hasPrefix("seg-") }
    let disk = ObservedStorage(
      base,
      willRemove: { name in
        guard inputs.contains(name), let core = core.withLock({ $0.take() }) else { return }
        let isWritten = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          try? core.write([TestEngine.put("beside", 1)])
          isWritten.signal()
        }
        let outcome = isWritten.wait(timeout: .now() + .seconds(600))
        outcomes.withLock { $0.append(outcome) }
      })
    let opened = try TestEngine.open(disk)
    core.withLock { $0 = opened }
    try opened.compact()
    #expect(outcomes.withLock { $0 } == [.success])
    try opened.close()
    #expect(try TestEngine.leftovers(disk) == [])
  }

  @Test("gives up when the index is closed")
  func closing() throws {
    let disk = try thirteenSegments()
    let core = try TestEngine.open(disk) { $0.mergesAutomatically = true }
    try core.close()
    core.background.sync {}
    #expect(try TestEngine.leftovers(disk) == [])
    #expect(thrownCode { try core.compact() } == .closed)
    #expect(
      try IndexCore.openForReading(disk, schema: TestEngine.schema, options: .init())
        .state.segments.documentCount == 13 * 40)
  }

  @Test("does not make a reader find damage")
  func verifyingReader() throws {
    let disk = MemoryStorage()
    let core = try TestEngine.open(disk)
    for round in 0..<3 {
      try core.write([TestEngine.put("k\(round)", round)])
      try core.checkpoint()
    }
    let reader = try IndexCore.openForReading(disk, schema: TestEngine.schema, options: .init())
    try core.compact()
    try core.close()
    #expect(try reader.verify() == [])
    #expect(try reader.documents().count == 3)
    let entry = try #require(try ManifestStore.readNewest(from: disk, forWriting: false)?.segments)
    disk[entry[0].fileName] = nil
    let later = try? IndexCore.openForReading(disk, schema: TestEngine.schema, options: .init())
    #expect(later == nil)
  }
}

/// Closes an index when a merge has gathered everything and begins to write its file.
private final class ClosingThread: Sendable {
  private let core = Lock<IndexCore?>(nil)
  private let isKnown = DispatchSemaphore(value: 0)
  private let isClosed = DispatchSemaphore(value: 0)
  private let result = Lock<(failure: SearchError.Code?, appendCount: Int)>((nil, 0))

  var failure: SearchError.Code? { result.withLock { $0.failure } }

  var appendCount: Int { result.withLock { $0.appendCount } }

  /// Counts, and returns, the chunks that were appended.
  func countAppend() -> Int {
    result.withLock { result in
      result.appendCount += 1
      return result.appendCount
    }
  }

  /// Has `core` closed by another thread once a merge has begun, and waits for that.
  func close(_ core: IndexCore) {
    self.core.withLock { $0 = core }
    isKnown.signal()
    isClosed.wait()
  }

  /// Called by the merge; returns when closing has begun.
  func begin() {
    isKnown.wait()
    guard let core = core.withLock({ $0 }) else { return }
    Thread.detachNewThread { [self] in
      let failure = core.closeAnyway()
      result.withLock { $0.failure = failure }
      isClosed.signal()
    }
    while !core.isClosing.load(ordering: .relaxed) { Thread.sleep(forTimeInterval: 0.001) }
  }
}
