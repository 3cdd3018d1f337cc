import Dispatch
import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Writing the log")
struct LogWriterTests {
  private let manifest = Manifest(indexID: IndexID(high: 1, low: 2), fields: [])

  private func writer(
    _ storage: any Storage, partByteLimit: Int = LogFormat.payloadByteLimit
  ) throws -> LogWriter {
    LogWriter(
      storage, after: try LogRecovery.read(from: storage, manifest: manifest, note: nil),
      generation: 1,
      latch: DurabilityLatch(), random: { 42 }, partByteLimit: partByteLimit)
  }

  private func batches(_ storage: any Storage) throws -> [LogBatch] {
    var batches: [LogBatch] = []
    let log = try LogRecovery.read(from: storage, manifest: manifest, note: nil)
    try log.forEachBatch(after: 0, in: storage) { batches.append($0) }
    return batches
  }

  @Test("makes no file before there is a batch, and an empty batch is none")
  func lazyFile() throws {
    let storage = MemoryStorage()
    let log = try writer(storage)
    #expect(try log.append([]) == 0)
    try log.flush()
    try log.close()
    #expect(storage.list() == [])
  }

  @Test("numbers batches by their commit records")
  func numbers() throws {
    let storage = MemoryStorage()
    let log = try writer(storage)
    #expect(try log.append([.deleteAll]) == 2)
    #expect(try log.append([.deleteAll, .deleteAll]) == 5)
    try log.flush()
    try log.flush()
    #expect(try log.append([.deleteAll]) == 7)
    #expect(log.lastLSN == 7)
    #expect(try batches(storage).map(\.lsn) == [2, 5, 7])
    #expect(try batches(storage).map(\.operations.count) == [1, 2, 1])
  }

  @Test("flushes at once only when the last sync was quick, and then as well as ever")
  func quickFlush() throws {
    let disk = SimulatedDisk()
    let log = try writer(disk)
    let first = try log.append([.deleteAll])
    #expect(try !log.flush(upTo: first, ifWithin: .seconds(3_600)), "no sync is known yet")
    try log.flush()
    let second = try log.append([.deleteAll])
    let byteCount = log.unflushedByteCount
    #expect(try !log.flush(upTo: second, ifWithin: .nanoseconds(-1)))
    #expect(byteCount > 0 && log.unflushedByteCount == byteCount)
    #expect(try log.flush(upTo: second, ifWithin: .seconds(3_600)))
    #expect(log.unflushedByteCount == 0)
    _ = try log.append([.deleteAll])
    disk.fail(DiskFault(call: disk.callCount, isLasting: false, .durabilityUnknown, .before))
    #expect(
      thrownCode { _ = try log.flush(upTo: .max, ifWithin: .seconds(3_600)) } == .durabilityUnknown)
    #expect(thrownCode { _ = try log.append([.deleteAll]) } == .durabilityUnknown)
  }

  @Test("syncs only what is not synced")
  func idempotentSync() throws {
    let memory = MemoryStorage()
    let syncs = Lock(0)
    let log = try writer(
      ObservedStorage(memory, willSynchronize: { _ in syncs.withLock { $0 += 1 } }))
    _ = try log.append([.deleteAll])
    #expect(log.unflushedByteCount > 0)
    try log.flush()
    let (size, count) = (memory["wal-0000000000000001"]?.count, syncs.withLock { $0 })
    #expect(count > 0)
    for _ in 0..<3 { try log.flush() }
    #expect(syncs.withLock { $0 } == count)
    _ = try log.append([.deleteAll])
    try log.flush()
    #expect(syncs.withLock { $0 } == count + 1)
    try log.close()
    #expect(syncs.withLock { $0 } == count + 1)
    #expect(memory["wal-0000000000000001"]?.count ?? 0 > size ?? 0)
  }

  @Test("splits what does not fit a record, and puts it together again", arguments: [1, 7, 8, 64])
  func parts(limit: Int) throws {
    let storage = MemoryStorage()
    let log = try writer(storage, partByteLimit: limit)
    let batch: [LogOperation] = [
      .delete(key: Array(0..<100)), .deleteAll, .bookmark(name: "b", bytes: Array(0..<63)),
    ]
    _ = try log.append(batch)
    _ = try log.append([.deleteAll])
    #expect(try batches(storage).map(\.operations) == [batch, [.deleteAll]])
    let again = try writer(storage, partByteLimit: limit)
    _ = try again.append(batch)
    #expect(try batches(storage).map(\.operations) == [batch, [.deleteAll], batch])
  }

  @Test("takes a document larger than a record")
  func largeDocument() throws {
    let storage = MemoryStorage()
    let log = try writer(storage)
    let stored = Array(repeating: UInt8(0x5A), count: LogFormat.payloadByteLimit + 1_000)
    let batch: [LogOperation] = [.put(InputDocument(key: [1], values: [], stored: stored))]
    _ = try log.append(batch)
    #expect(try batches(storage).map(\.operations) == [batch])
  }

  @Test("repeats what is not known to be flushed, and nothing else")
  func copies() throws {
    let storage = MemoryStorage()
    let log = try writer(storage)
    _ = try log.append([.deleteAll])
    try log.flush()
    _ = try log.append([.delete(key: [1])])
    let again = try writer(storage)
    _ = try again.append([.delete(key: [2])])
    let second = try LogFileReader(2, indexID: manifest.indexID, in: storage)
    #expect(second.header.base == 2, "the first batch was proven, the second was not")
    #expect(try batches(storage).map(\.lsn) == [2, 4, 7])
    #expect(
      try batches(storage).map(\.operations)
        == [[.deleteAll], [.delete(key: [1])], [.delete(key: [2])]])
    try again.close()
    let third = try writer(storage)
    _ = try third.append([.deleteAll])
    #expect(
      try LogFileReader(3, indexID: manifest.indexID, in: storage).header.base == 4,
      "the copy was proven, the batch after it was not")
  }

  @Test("makes durable what the last opening left, when asked to or when closed")
  func recoveredBatches() throws {
    for isClosing in [false, true] {
      let storage = MemoryStorage()
      _ = try writer(storage).append([.deleteAll])
      let again = try writer(storage)
      if isClosing { try again.close() } else { try again.flush() }
      let log = try LogRecovery.read(from: storage, manifest: manifest, note: nil)
      #expect(log.lastLSN == 2 && log.durableLSN == 2)
    }
  }

  @Test("takes batches while it flushes, and one flush is for all of them")
  func sharedFlush() async throws {
    let syncs = Lock(0)
    let isArmed = Lock(false)
    let (isFlushing, isAppended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let storage = ObservedStorage(
      MemoryStorage(),
      willSynchronize: { _ in
        guard isArmed.withLock({ $0 }) else { return }
        let count = syncs.withLock { syncs in
          syncs += 1
          return syncs
        }
        guard count == 1 else { return }
        for _ in 0..<7 { isFlushing.signal() }
        for _ in 0..<7 { isAppended.wait() }
      })
    let log = try writer(storage)
    _ = try log.append([.deleteAll])
    try log.flush()
    isArmed.withLock { $0 = true }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          try await OwnThread.run {
            if number > 0 { isFlushing.wait() }
            let lsn = try log.append([.delete(key: [UInt8(number)])])
            if number > 0 { isAppended.signal() }
            try log.flush(upTo: lsn)
            #expect(log.isDurable(lsn))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(syncs.withLock { $0 } == 2, "the first batch, and all that came meanwhile")
    try log.close()
  }

  @Test("keeps the batches of several threads, each flushed by its own")
  func groupCommit() async throws {
    let storage = MemoryStorage()
    let log = try writer(storage)
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        group.addTask {
          for _ in 0..<50 {
            guard let lsn = try? log.append([.delete(key: [UInt8(number)])]),
              (try? log.flush(upTo: lsn)) != nil
            else { return false }
          }
          return true
        }
      }
      for await isDone in group { #expect(isDone) }
    }
    #expect(log.unflushedByteCount == 0)
    #expect(try batches(storage).count == 400)
    try log.close()
  }

  @Test("leaves the current file in use when the next cannot be made")
  func failedStart() throws {
    var calls = 0
    var hasFailed = false
    repeat {
      let disk = SimulatedDisk()
      disk.fail(DiskFault(call: 12 + calls, isLasting: false, .diskFull, .before))
      let log = try writer(disk)
      _ = try log.append([.deleteAll])
      let code = thrownCode { try log.startFile() }
      hasFailed = code != nil
      if code == .diskFull {
        _ = try log.append([.delete(key: [1])])
        try log.flush()
        #expect(try batches(disk).count == 2, "call \(calls)")
        #expect(try log.startFile().lsn == log.lastLSN)
      }
      calls += 1
    } while hasFailed || calls < 4
  }
}
