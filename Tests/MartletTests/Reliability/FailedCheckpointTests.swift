import MartletTestSupport
import Testing

@testable import Martlet

/// Calls that fail in checkpoints, and what comes after.
@Suite("A checkpoint that fails")
struct FailedCheckpointTests {
  /// Runs `body` with each call of a checkpoint failing, until one meets no failure.
  ///
  /// The index has ten documents in a file, and one of them was replaced.
  private func forEachCall(
    _ code: SearchError.Code, _ effect: DiskFault.Effect, isLasting: Bool = false,
    _ body: (IndexCore, SimulatedDisk, SearchError?) throws -> Void
  ) throws {
    var count = 0
    for call in 0..<200 {
      let disk = SimulatedDisk(try TestEngine.tenDocuments())
      disk.fail(DiskFault(call: call, isLasting: isLasting, code, effect))
      guard let core = try? TestEngine.open(disk),
        (try? core.write([TestEngine.put("k1", 1)])) != nil, disk.strikes.isEmpty
      else { continue }
      var failure: SearchError?
      do { try core.checkpoint() } catch { failure = error }
      guard !disk.strikes.isEmpty else { break }
      count += 1
      try body(core, disk, failure)
    }
    #expect(count > 8, "\(count) calls failed")
  }

  @Test(
    "does not keep the next one from succeeding",
    arguments: [SearchError.Code.diskFull, .io], DiskFault.Effect.allCases)
  func retried(code: SearchError.Code, effect: DiskFault.Effect) throws {
    try forEachCall(code, effect) { core, disk, failure in
      if failure?.code == .durabilityUnknown {
        #expect(thrownCode { try core.write([TestEngine.put("k2", 2)]) } == .durabilityUnknown)
      } else {
        try core.checkpoint()
        try core.write([TestEngine.put("k2", 2)])
        try core.checkpoint()
      }
      let isClosed = core.closeAnyway() == nil
      if isClosed { #expect(try TestEngine.leftovers(disk) == []) }
      try expectUsable(disk, version: 1)
    }
  }

  @Test("leaves no file behind when the disk stays full")
  func fullForEver() throws {
    try forEachCall(.diskFull, .before, isLasting: true) { core, disk, failure in
      for _ in 0..<3 where failure != nil { #expect(thrownCode { try core.checkpoint() } != nil) }
      core.closeAnyway()
      disk.fail(nil)
      let reopened = try TestEngine.open(disk)
      #expect(try TestEngine.leftovers(disk) == [])
      try reopened.close()
      try expectUsable(disk, version: 1)
    }
  }

  @Test("by a kill does not block the index")
  func killed() throws {
    let disk = SimulatedDisk(try TestEngine.tenDocuments())
    let images = Lock<[DiskState]>([])
    let core = try TestEngine.open(disk)
    try core.write([TestEngine.put("k1", 1)])
    disk.observeChanges { state in images.withLock { $0.append(state) } }
    try core.checkpoint()
    disk.observeChanges(nil)
    let all = images.withLock { $0 }
    #expect(all.count > 8)
    for image in all { try expectUsable(SimulatedDisk(image), version: 1) }
  }

  /// The index has all documents, takes others, and keeps them.
  private func expectUsable(_ disk: SimulatedDisk, version: Int) throws {
    let found = try TestEngine.read(disk)
    #expect(found.count == 10 && found["k1"] == version)
    let core = try TestEngine.open(disk)
    #expect(try core.documents() == found)
    #expect(try core.verify() == [])
    try core.write([TestEngine.put("k1", 7), .delete(key: Array("k5".utf8))])
    try core.checkpoint()
    try core.write([TestEngine.put("k11", 8)])
    try core.close()
    #expect(try TestEngine.leftovers(disk) == [])
    let last = try TestEngine.read(disk)
    #expect(last.count == 10 && last["k1"] == 7 && last["k11"] == 8 && last["k5"] == nil)
  }

  @Test("without a log, later batches are refused when nobody knows what is on disk")
  func poisonedWithoutLog() throws {
    var refused = 0
    for call in 0..<60 {
      let disk = SimulatedDisk()
      disk.fail(DiskFault(call: call, isLasting: false, .io, .after))
      guard let core = try? TestEngine.open(disk, { $0.durability = .none }),
        (try? core.write([TestEngine.put("k1", 1)])) != nil
      else { continue }
      let code = thrownCode { try core.checkpoint() }
      guard code == .durabilityUnknown else { continue }
      refused += 1
      #expect(thrownCode { try core.write([TestEngine.put("k2", 1)]) } == .durabilityUnknown)
      #expect(thrownCode { try core.close() } == .durabilityUnknown)
      _ = try TestEngine.read(disk)
    }
    #expect(refused > 0)
  }
}
