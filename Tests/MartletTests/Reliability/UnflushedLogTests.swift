import MartletTestSupport
import Testing

@testable import Martlet

/// A log that a killed process left unflushed, applied with less memory than it was written with:
/// checkpoints are made on the way, and then power is lost.
@Suite("An unflushed log")
struct UnflushedLogTests {
  /// Batches of forty documents, more than are applied at a time.
  private static let batches = (0..<6).map { TestEngine.bulkyPuts("b\($0)", seed: UInt64($0)) }

  /// The disk that a killed process leaves, with all documents in a log that was not flushed.
  private func killed() throws -> SimulatedDisk {
    let disk = SimulatedDisk()
    let core = try TestEngine.open(disk) { $0.flushDelay = nil }
    for batch in Self.batches { try core.write(batch) }
    return disk.kill()
  }

  @Test(
    "survives a loss of power while it is applied, up to some batch",
    arguments: SeededRandom.seeds(count: 1))
  func powerLost(seed: UInt64) throws {
    let disk = try killed()
    let random = Lock(SeededRandom(seed: seed))
    let images = Lock<[DiskState]>([])
    disk.observeChanges { state in
      for loss in PowerLoss.allCases {
        let image = random.withLock { state.image(loss, using: &$0) }
        images.withLock { $0.append(image) }
      }
    }
    let core = try TestEngine.open(disk) { $0.memoryLimit = 20_000 }
    #expect(core.state.fileMembers.count > 1, "checkpoints were written on the way")
    #expect(core.liveCount == Self.batches.count * 40)
    try core.close()
    var shortened = 0
    for (number, image) in images.withLock({ $0 }).enumerated() {
      do {
        let again = try TestEngine.open(SimulatedDisk(image))
        let found = again.liveCount
        shortened += found < Self.batches.count * 40 ? 1 : 0
        #expect(found % 40 == 0)
        if number % 8 == 0 { try writeAgain(again, found) } else { try again.close() }
      } catch {
        Issue.record("seed \(seed), image \(number): \(error)")
      }
    }
    #expect(shortened > 10, "power was lost before all was durable")
  }

  /// Writes to an index with `count` documents, closes it, and reads it back.
  private func writeAgain(_ core: IndexCore, _ count: Int) throws {
    try core.write([TestEngine.put("new", 7)])
    let killed = try #require(core.storage as? SimulatedDisk).kill()
    for policy in [CorruptionPolicy.fail, .salvage] {
      let again = try TestEngine.open(killed) { $0.onCorruption = policy }
      #expect(again.liveCount == count + 1 && again.state.damage.isEmpty)
      try again.close()
    }
  }

  @Test("whose applied end was lost with the power stops no reader from following")
  func followed() throws {
    let disk = SimulatedDisk()
    let app = try TestEngine.open(disk) {
      $0.flushDelay = nil
      $0.writerLock = .perWrite
    }
    for batch in Self.batches.dropLast() { try app.write(batch) }
    try app.synchronize()
    try app.write(Self.batches[5])
    // Another process applies the log with less memory, so that its manifest applies records that
    // nobody has flushed.
    let other = try TestEngine.open(disk.another()) {
      $0.flushDelay = nil
      $0.memoryLimit = 20_000
      $0.writerLock = .perWrite
    }
    #expect(other.state.fileMembers.count > 1, "checkpoints were written on the way")
    var random = SeededRandom(seed: 1)
    let after = SimulatedDisk(disk.state.image(.dropsAll, using: &random))
    let again = try TestEngine.open(after) { $0.writerLock = .perWrite }
    let count = again.liveCount
    let reader = try IndexCore.openForReading(
      after.another(), schema: TestEngine.schema, options: TestEngine.options())
    for number in 0..<2 {
      try again.write([TestEngine.put("new \(number)", 1)])
      #expect(try reader.refresh())
      #expect(reader.liveCount == again.liveCount && again.liveCount == count + number + 1)
    }
  }

  @Test("with half a batch at its end is retired when the index is compacted")
  func tornTail() throws {
    let disk = MemoryStorage()
    let core = try TestEngine.open(disk)
    try core.write(TestEngine.puts(0..<10, 1))
    try core.checkpoint()
    try core.write(TestEngine.puts(10..<20, 1))
    let killed = TestEngine.copy(disk)
    let log = try #require(killed.list().filter { $0.hasPrefix("wal-") }.sorted().last)
    killed[log] = Array(try #require(killed[log]).dropLast(30))
    killed.setWriterNote(nil)
    let again = try TestEngine.open(killed)
    #expect(try again.documents().count == 10)
    try again.compact()
    #expect(killed[log] == nil)
    try again.close()
    #expect(try TestEngine.read(killed).count == 10)
  }
}

extension IndexCore {
  fileprivate var liveCount: Int { state.members.reduce(0) { $0 + $1.segment.liveCount } }
}
