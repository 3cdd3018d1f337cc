import Dispatch
import MartletTestSupport
import Synchronization
import Testing

@testable import Martlet

/// Batches for which the volume has no room.
@Suite("A log without room")
struct FullLogTests {
  private func logByteCount(_ disk: MemoryStorage) -> Int {
    disk.list().filter { $0.hasPrefix("wal-") }.reduce(0) { $0 + (disk[$1]?.count ?? 0) }
  }

  /// A document of more bytes than are written at once.
  private static let large = LogOperation.put(
    InputDocument(key: [1], values: [], stored: [UInt8](repeating: 7, count: 600_000)))

  @Test("takes nothing of a large batch that it has no room for, and takes smaller ones")
  func refused() throws {
    let disk = MemoryStorage()
    let storage = ObservedStorage(disk)
    let core = try TestEngine.open(storage)
    try core.write(TestEngine.puts(0..<3, 1))
    let before = logByteCount(disk)
    storage.setAvailable(599_999)
    #expect(thrownCode { try core.write([Self.large]) } == .diskFull)
    #expect(logByteCount(disk) == before)
    try core.write(TestEngine.puts(3..<5, 1))
    storage.setAvailable(700_000)
    try core.write([Self.large])
    #expect(core.state.segments.documentCount == 6)
    try core.close()
  }

  @Test("gives the part of a batch that found no room back with the next checkpoint")
  func partial() throws {
    let disk = MemoryStorage()
    let storage = ObservedStorage(disk)
    let core = try TestEngine.open(storage)
    try core.write(TestEngine.puts(0..<3, 1))
    try core.checkpoint()
    storage.setAppendsLeft(1)
    #expect(thrownCode { try core.write([Self.large]) } == .diskFull)
    #expect(logByteCount(disk) > 200_000, "a part of it is in the log")
    storage.setAppendsLeft(.max)
    let killed = TestEngine.copy(disk)
    #expect(try TestEngine.read(killed).count == 3)
    try core.checkpoint()
    #expect(logByteCount(disk) < 1_000)
    try core.write(TestEngine.puts(3..<5, 1))
    try core.close()
    let again = try TestEngine.open(disk)
    #expect(again.statistics.droppedLog == nil && again.state.segments.documentCount == 5)
    try again.close()
  }

  /// The flush has taken the file, and begins to sync it only when the writer has given it up.
  @Test("goes on if a batch finds no room while a flush begins")
  func race() throws {
    let (hasBegun, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let holds = Atomic(false)
    let storage = ObservedStorage(
      MemoryStorage(),
      willSynchronize: { _ in
        guard holds.exchange(false, ordering: .relaxed) else { return }
        hasBegun.signal()
        mayGoOn.wait()
      })
    let core = try TestEngine.open(storage) { $0.durability = .full }
    try core.write(TestEngine.puts(0..<1, 1))
    let lsn = try core.whileLocked { (session) throws(SearchError) in
      var batch = WriteBatch()
      batch.append(TestEngine.put("k1", 1))
      return try core.apply(batch, in: session)
    }
    holds.store(true, ordering: .relaxed)
    let failure = Lock<SearchError?>(nil)
    let flushing = DispatchGroup()
    DispatchQueue.global().async(group: flushing) {
      do throws(SearchError) { try core.keep(lsn) } catch { failure.withLock { $0 = error } }
    }
    hasBegun.wait()
    storage.setAppendsLeft(1)
    #expect(thrownCode { try core.write([Self.large]) } == .diskFull)
    storage.setAppendsLeft(.max)
    mayGoOn.signal()
    flushing.wait()
    #expect(failure.withLock { $0 } == nil)
    try core.write(TestEngine.puts(2..<3, 1))
    try core.close()
    #expect(core.state.segments.documentCount == 3)
  }
}
