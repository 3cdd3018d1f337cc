import MartletTestSupport
import Synchronization
import Testing

@testable import Martlet

/// Verifying an index while another writer has its turn.
@Suite("Verifying beside another writer")
struct VerifyingBesideTests {
  /// Does something once, when it is first asked.
  private final class Interruption: Sendable {
    private let action = Lock<(@Sendable () throws -> Void)?>(nil)
    let failure = Lock<String?>(nil)

    func prepare(_ body: @escaping @Sendable () throws -> Void) { action.withLock { $0 = body } }

    func begin() {
      let body = action.withLock { action in
        defer { action = nil }
        return action
      }
      do { try body?() } catch { failure.withLock { $0 = "\(error)" } }
    }

    var isOver: Bool { action.withLock { $0 == nil } }
  }

  @Test("finds no damage when the other has merged the segments while this one was suspended")
  func merged() throws {
    let disk = MemoryStorage()
    let interruption = Interruption()
    let storage = ObservedStorage(
      disk,
      willRead: { name, _ in
        if name.hasPrefix("seg-") { interruption.begin() }
      })
    let index = try DamagedIndex.open(storage)
    for part in 0..<3 {
      try index.write((part * 10)..<(part * 10 + 10), 1)
      try index.checkpointSync()
    }
    interruption.prepare {
      try index.suspendSync()
      let other = try DamagedIndex.open(disk)
      try other.compactSync()
      try other.closeSync()
      try index.resumeSync()
    }
    let report = try index.verifySync()
    #expect(report.isSound, "\(report.problems)")
    #expect(interruption.isOver && interruption.failure.withLock { $0 } == nil)
    // What is really lost is still found.
    try index.write(30..<40, 1)
    try index.checkpointSync()
    let lost = try #require(index.core.state.fileMembers.last?.stored?.entry.fileName)
    try disk.remove(lost)
    #expect(try !index.verifySync().isSound)
    try index.closeSync()
  }

  @Test("finds no damage when manifests are published while the newest one is looked for")
  func publishing() throws {
    for call in 1...8 {
      let disk = MemoryStorage()
      let index = try DamagedIndex.open(disk)
      for part in 0..<2 {
        try index.write((part * 10)..<(part * 10 + 10), 1)
        try index.checkpointSync()
      }
      let interruption = Interruption()
      let listings = Lock(Int.min)
      let storage = ObservedStorage(
        disk,
        didList: {
          let number = listings.withLock { count in
            if count >= 0 { count += 1 }
            return count
          }
          if number == call { interruption.begin() }
        })
      let reader = try IndexCore.openForReading(
        storage, schema: DamageNote.searchSchema.indexSchema, options: IndexOptions())
      try index.compactSync()
      interruption.prepare {
        for number in 20..<22 {
          try index.write(number..<(number + 1), 1)
          try index.checkpointSync()
        }
      }
      listings.withLock { $0 = 0 }
      #expect(try reader.verify() == [], "at listing \(call)")
      #expect(interruption.failure.withLock { $0 } == nil)
      try index.closeSync()
    }
  }
}
