import MartletTestSupport
import Synchronization
import Testing

@testable import Martlet

/// Compacting while others write: what was deleted before has to be gone afterwards all the same.
@Suite("Compacting beside other work")
struct CompactingTests {
  /// Calls a closure once, before the first segment file is made after it was given.
  private final class Interruption: Sendable {
    let action = Lock<(@Sendable () throws -> Void)?>(nil)

    func run(_ name: String) {
      guard name.contains("seg-"), let action = action.withLock({ $0.take() }) else { return }
      #expect(throws: Never.self) { try action() }
    }
  }

  /// An index of two segments, the first with deleted documents that say "secret".
  private struct Sample {
    let disk = MemoryStorage()
    let interruption = Interruption()
    let core: IndexCore

    init() throws {
      let interruption = interruption
      core = try TestEngine.open(
        ObservedStorage(disk, willCreate: { interruption.run($0) }))
      try core.write(
        TestEngine.puts(0..<90, 1) + (0..<10).map { TestEngine.put("secret\($0)", 1) })
      try core.checkpoint()
      try core.write([TestEngine.put("last", 1)])
      try core.write((0..<10).map { .delete(key: Array("secret\($0)".utf8)) })
      try core.checkpoint()
    }

    /// The files in which the key of a deleted document stands.
    var filesWithSecrets: [String] {
      let secret = Array("secret".utf8)
      return disk.list().filter { name in
        let bytes = disk[name] ?? []
        return bytes.indices.contains { bytes[$0...].starts(with: secret) }
      }
    }
  }

  @Test("erases what was deleted, also if a segment that it merges loses its last document")
  func vanishedInput() throws {
    let sample = try Sample()
    let core = sample.core
    #expect(!sample.filesWithSecrets.isEmpty, "the test would find them")
    sample.interruption.action.withLock {
      $0 = {
        try core.write([TestEngine.put("last", 2)])
        try core.checkpoint()
      }
    }
    try core.compact()
    #expect(sample.interruption.action.withLock { $0 == nil }, "it was interrupted")
    #expect(sample.filesWithSecrets == [])
    // What was replaced after the compaction began may still be there.
    #expect(core.state.segments.segments.map(\.live.deletedCount) == [1, 0])
    #expect(try core.documents().count == 91)
    try core.close()
    #expect(try TestEngine.read(sample.disk)["last"] == 2)
  }

  @Test("ends, also if a segment that it merges loses its last document each time")
  func vanishingInputs() throws {
    let sample = try Sample()
    let core = sample.core
    let rounds = Lock(0)
    /// Replaces the only document of the last segment, at the next merge again.
    @Sendable func replaceLast() throws {
      let round = rounds.withLock { rounds in
        rounds += 1
        return rounds
      }
      try core.write([TestEngine.put("last", 1 + round), .delete(key: Array("k7".utf8))])
      try core.checkpoint()
      // Ends by itself, so that a compaction that begins again and again is a failure.
      if round < 20 { sample.interruption.action.withLock { $0 = { try replaceLast() } } }
    }
    sample.interruption.action.withLock { $0 = { try replaceLast() } }
    try core.compact()
    let merged = rounds.withLock { $0 }
    #expect(merged == 1, "merged \(merged) times")
    #expect(sample.filesWithSecrets == [])
    var expected = Dictionary(uniqueKeysWithValues: (0..<90).map { ("k\($0)", 1) })
    (expected["k7"], expected["last"]) = (nil, 2)
    #expect(try core.documents() == expected)
    sample.interruption.action.withLock { $0 = nil }
    // As after the end of the process at this moment, and after that of the index.
    #expect(try TestEngine.read(TestEngine.copy(sample.disk)) == expected)
    try core.write([.delete(key: Array("k8".utf8))])
    expected["k8"] = nil
    try core.close()
    #expect(try TestEngine.read(sample.disk) == expected)
  }

  @Test("removes what it has merged, also if there is no room for the rest")
  func severalSegments() throws {
    let interruption = Interruption()
    let disk = ObservedStorage(MemoryStorage(), willCreate: { interruption.run($0) })
    let core = try TestEngine.open(disk) { $0.mergePolicy.maximumByteCount = 200_000 }
    for round in 0..<8 {
      try core.write(TestEngine.bulkyPuts("\(round)", seed: UInt64(round)))
      try core.checkpoint()
    }
    let plans = core.tuning.mergePolicy.compaction(of: core.state.fileMembers.map(\.description))
    #expect(plans.count > 1 && plans[0].segments.count > 1)
    interruption.action.withLock { $0 = { disk.setAvailable(0) } }
    #expect(thrownCode { try core.compact() } == .diskFull)
    let left = 8 - plans[0].segments.count + 1
    #expect(disk.list().count { $0.hasPrefix("seg-") } == left)
    disk.setAvailable(nil)
    try core.compact()
    #expect(core.statistics.documentCount == 320)
    try core.close()
    let reader = try IndexCore.openForReading(
      disk, schema: TestEngine.schema, options: TestEngine.options())
    #expect(reader.statistics.documentCount == 320)
  }

  @Test("erases what was deleted, also if everything is deleted meanwhile")
  func everythingDeleted() throws {
    let sample = try Sample()
    let core = sample.core
    sample.interruption.action.withLock { $0 = { try core.write([.deleteAll]) } }
    try core.compact()
    #expect(sample.filesWithSecrets == [])
    try core.close()
    #expect(try TestEngine.read(sample.disk).isEmpty)
  }

  @Test("throws if the index is suspended meanwhile, even if it goes on")
  func suspended() throws {
    let sample = try Sample()
    let core = sample.core
    sample.interruption.action.withLock {
      $0 = {
        try core.suspend()
        try core.resume()
      }
    }
    #expect(thrownCode { try core.compact() } == .suspended)
    try core.compact()
    #expect(sample.filesWithSecrets == [])
    try core.close()
    #expect(try TestEngine.read(sample.disk).count == 91)
  }

  @Test("erases what a crash left behind, once the index has no damage any more")
  func leftovers() throws {
    let sample = try DamagedIndex()
    let segment = sample.segments[0].fileName
    var bytes = try #require(sample.disk[segment])
    bytes[bytes.count / 2] ^= 1
    sample.disk[segment] = bytes
    let leftover = FileName.segment(SegmentID(high: 7, low: 7)).text
    sample.disk[leftover] = sample.disk[sample.segments[1].fileName]
    let index = try DamagedIndex.open(sample.disk, .salvage)
    _ = try index.verifySync()
    #expect(!index.isComplete && sample.disk[leftover] != nil)
    try index.checkpointSync()
    #expect(sample.disk[leftover] != nil, "it may have what is missing")
    try index.writeSync { batch in
      batch.deleteAll()
      for number in 0..<12 { try batch.put(DamageNote(number, version: 4)) }
    }
    try index.compactSync()
    #expect(sample.disk[leftover] == nil && sample.disk[segment] == nil)
    try index.check(DamagedIndex.versions(0..<12, 4), "healed")
    try index.closeSync()
  }
}
