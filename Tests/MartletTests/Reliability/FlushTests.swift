import Dispatch
import MartletTestSupport
import Testing

@testable import Martlet

/// The moment at which batches become safe from a loss of power.
@Suite("Flushing the log")
struct FlushTests {
  /// The documents after a loss of everything that was not synced.
  private func afterPowerLoss(_ disk: SimulatedDisk) throws -> [String: Int] {
    var random = SeededRandom(seed: 1)
    return try TestEngine.read(SimulatedDisk(disk.state.image(.dropsAll, using: &random)))
  }

  @Test("comes before the write returns at level full")
  func full() throws {
    let disk = SimulatedDisk()
    let core = try TestEngine.open(disk) { $0.durability = .full }
    for number in 0..<5 {
      try core.write([TestEngine.put("k", number)])
      #expect(try afterPowerLoss(disk) == ["k": number])
    }
    try core.close()
  }

  @Test("comes by itself, soon at level normal")
  func normal() async throws {
    let disk = SimulatedDisk()
    let core = try TestEngine.open(disk) { $0.flushDelay = .milliseconds(5) }
    for number in 0..<3 {
      try core.write([TestEngine.put("k", number)])
      while core.files?.log.unflushedByteCount != 0 { try await Task.sleep(for: .milliseconds(1)) }
      #expect(try afterPowerLoss(disk) == ["k": number])
    }
    try core.close()
  }

  @Test("comes also if the files are opened again before, because another process has merged")
  func reopened() async throws {
    let disk = SimulatedDisk()
    let change: (inout TestOptions) -> Void = {
      $0.writerLock = .perWrite
      $0.flushDelay = .milliseconds(50)
    }
    let core = try TestEngine.open(disk, change)
    let other = try TestEngine.open(disk.another(), change)
    for number in 0..<2 {
      try other.write([TestEngine.put("k\(number)", 1)])
      try other.checkpoint()
    }
    try core.write([TestEngine.put("kept", 1)])
    try Self.merge(other)
    _ = try core.refresh()
    try await Waiting.until { try afterPowerLoss(disk)["kept"] == 1 }
    #expect(try afterPowerLoss(disk) == ["k0": 1, "k1": 1, "kept": 1])
  }

  /// Publishes a merge of the segments in files, which applies nothing of the log, as a merge in
  /// the background does.
  private static func merge(_ core: IndexCore) throws {
    let session = try core.beginWriting()
    defer { core.endWriting(session) }
    let files = try #require(core.files)
    let merger = try core.merger(of: core.state.fileMembers.map(\.segment))
    let (file, entry) = try core.writeFile(of: merger, files)
    try files.publish { manifest throws(SearchError) in manifest.segments = [entry] }
    file.release()
  }

  @Test("comes also if the index is released before")
  func released() async throws {
    let disk = SimulatedDisk()
    do {
      let index = try SearchIndex<VictimDocument>(
        disk, schema: VictimDocument.searchSchema, options: IndexOptions())
      try await index.write { try $0.put(VictimDocument(key: "k", version: 1)) }
    }
    var random = SeededRandom(seed: 1)
    for _ in 0..<60_000 {
      let image = SimulatedDisk(disk.state.image(.dropsAll, using: &random))
      let count = try SearchIndex<VictimDocument>(
        image, schema: VictimDocument.searchSchema, options: IndexOptions()
      ).statistics.documentCount
      if count == 1 { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("the last write was not flushed")
  }

  @Test("does not wait when there is much")
  func large() throws {
    let disk = SimulatedDisk()
    let core = try TestEngine.open(disk) {
      $0.flushDelay = .seconds(3_600)
      $0.flushByteCount = 1
    }
    try core.write([TestEngine.put("k", 1)])
    core.flushes.sync {}
    #expect(try afterPowerLoss(disk) == ["k": 1])
    try core.write([TestEngine.put("k", 2)])
    core.flushes.sync {}
    #expect(try afterPowerLoss(disk) == ["k": 2])
    try core.close()
  }

  @Test("comes when asked for", arguments: [Durability.none, .normal, .full])
  func asked(durability: Durability) throws {
    let disk = SimulatedDisk()
    let core = try TestEngine.open(disk) {
      $0.durability = durability
      $0.flushDelay = nil
    }
    try core.write([TestEngine.put("k", 1)])
    try core.synchronize()
    #expect(try afterPowerLoss(disk) == ["k": 1])
    try core.synchronize()
    try core.close()
    #expect(thrownCode { try core.synchronize() } == .closed)
  }

  @Test("tells damage of what was flushed from a tail that was not")
  func damage() throws {
    let disk = MemoryStorage()
    let core = try TestEngine.open(disk) { $0.flushDelay = nil }
    for number in 0..<10 { try core.write([TestEngine.put("k\(number)", number)]) }
    let name = FileName.log(sequence: 1).text
    let flushed = try #require(disk[name]?.count)
    try core.synchronize()
    for number in 10..<20 { try core.write([TestEngine.put("k\(number)", number)]) }
    let killed = TestEngine.copy(disk)
    let bytes = try #require(killed[name])
    for offset in stride(from: LogFormat.headerByteCount, to: bytes.count, by: 13) {
      var damaged = bytes
      damaged[offset] ^= 16
      let image = TestEngine.copy(killed)
      image[name] = damaged
      if offset < flushed {
        #expect(thrownCode { try TestEngine.read(image) } == .corrupted, "byte \(offset)")
      } else {
        let core = try TestEngine.open(image)
        let found = try core.documents().count
        #expect(10..<20 ~= found)
        let dropped = try #require(core.statistics.droppedLog)
        #expect(dropped.byteCount > 0 && dropped.byteCount <= bytes.count - flushed)
        try core.write([TestEngine.put("new", 1)])
        try core.close()
        #expect(
          image[dropped.file] == nil && image[core.statistics.droppedLog?.file ?? ""] == damaged)
        #expect(try TestEngine.read(image).count == found + 1)
      }
    }
    let missing = TestEngine.copy(killed)
    missing[name] = nil
    #expect(thrownCode { try TestEngine.read(missing) } == .corrupted)
    try core.close()
  }

  @Test("that fails is reported by the next write")
  func failure() throws {
    var failures = 0
    for call in 0..<40 {
      let disk = SimulatedDisk()
      disk.fail(DiskFault(call: call, isLasting: false, .io, .before))
      guard let core = try? TestEngine.open(disk, { $0.flushDelay = nil }),
        (try? core.write([TestEngine.put("k", 1)])) != nil, disk.strikes.isEmpty
      else { continue }
      guard thrownCode({ try core.synchronize() }) != nil else { break }
      failures += 1
      let code = thrownCode { try core.write([TestEngine.put("k", 2)]) }
      #expect(code == .durabilityUnknown)
      #expect(core.closeAnyway() == .durabilityUnknown)
      #expect(try TestEngine.read(disk) == ["k": 1])
    }
    #expect(failures > 0)
  }
}
