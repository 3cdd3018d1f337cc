import MartletTestSupport
import Testing

@testable import Martlet

/// The disk that other tests trust to lose what a real one may lose, and no more.
@Suite("A simulated disk")
struct SimulatedDiskTests {
  /// Returns the contents that a file may have after a loss of power, over many tries.
  private func found(
    _ name: String, _ state: DiskState, _ loss: PowerLoss, tries: UInt64 = 200
  ) -> Set<[UInt8]?> {
    Set(
      (0..<tries).map { seed in
        var random = SeededRandom(seed: seed)
        return state.image(loss, using: &random)[name]
      })
  }

  private func file(_ disk: SimulatedDisk, _ name: String, _ bytes: [UInt8]) throws
    -> any WritableFile
  {
    let file = try disk.create(name)
    try file.append(ByteView(copying: bytes))
    return file
  }

  @Test("loses what was not synced: contents and names apart")
  func losses() throws {
    let disk = SimulatedDisk()
    let a = try file(disk, "a", [1, 2])
    #expect(found("a", disk.state, .dropsAll) == [nil])
    #expect(found("a", disk.state, .keepsAll) == [[1, 2]])
    try disk.synchronizeDirectory()
    #expect(found("a", disk.state, .dropsAll) == [[]])
    try a.synchronize()
    try a.append(ByteView(copying: [3, 4]))
    #expect(found("a", disk.state, .dropsAll) == [[1, 2]])
    let torn = found("a", disk.state, .tears)
    #expect(torn.count > 20 && torn.isSuperset(of: [[1, 2], [1, 2, 3, 4], [1, 2, 0, 4]]))
    #expect(torn.allSatisfy { $0?.starts(with: [1, 2]) == true && ($0?.count ?? 9) <= 4 })
    #expect(disk.state["a"] == [1, 2, 3, 4])
  }

  @Test("makes renames and removals at any time before the folder is synced")
  func names() throws {
    let disk = SimulatedDisk()
    try file(disk, "new", [2]).synchronize()
    try file(disk, "old", [1]).synchronize()
    try disk.synchronizeDirectory()
    try disk.rename("new", to: "old")
    try disk.remove("old")
    #expect(found("old", disk.state, .tears) == [[1], [2], nil])
    #expect(found("old", disk.state, .tearsNamesInOrder) == [[1], [2], nil])
    #expect(found("new", disk.state, .tears) == [[2], nil])
    // One of the two, never both: the file keeps its old content, or is gone without its rename.
    #expect(found("old", disk.state, .keepsOne) == [[2], nil])
    #expect(found("old", disk.state, .dropsOne) == [[2], nil])
    try disk.synchronizeDirectory()
    #expect(disk.state.image(.dropsAll).fileNames == [])
  }

  @Test("keeps the order of ordered syncs, and drops what lies behind with them")
  func barriers() throws {
    let disk = SimulatedDisk(DiskState(drive: .keepsOrder))
    let (a, b) = (try file(disk, "a", []), try file(disk, "b", []))
    try disk.synchronizeDirectory()
    try a.append(ByteView(copying: [1]))
    try a.synchronize(.ordered)
    try b.append(ByteView(copying: [2]))
    #expect(found("a", disk.state, .dropsAll) == [[]])
    for loss in PowerLoss.allCases {
      for seed in 0..<100 as Range<UInt64> {
        var random = SeededRandom(seed: seed)
        let image = disk.state.image(loss, using: &random)
        #expect(image["b"] == [] || image["a"] == [1], "\(loss), seed \(seed)")
      }
    }
    #expect(found("b", disk.state, .tears).contains([2]))
    try b.synchronize(.durable)
    #expect(found("a", disk.state, .dropsAll) == [[1]])
    #expect(found("b", disk.state, .dropsAll) == [[2]])
  }

  @Test("takes an ordered sync for a durable one where drives empty their caches")
  func withoutBarriers() throws {
    let disk = SimulatedDisk()
    try file(disk, "a", [1]).synchronize(.ordered)
    try disk.synchronizeDirectory(.ordered)
    #expect(found("a", disk.state, .dropsAll) == [[1]])
  }

  @Test("forgets what a failed sync dropped, and reports success the next time")
  func failedSync() throws {
    let expected: [(DiskFault.Effect, [UInt8])] = [
      (.before, [0, 0, 3]), (.half, [1, 0, 3]), (.after, [1, 2, 3]),
    ]
    for (effect, content) in expected {
      let disk = SimulatedDisk()
      let a = try file(disk, "a", [1, 2])
      try disk.synchronizeDirectory()
      disk.fail(DiskFault(call: disk.callCount, isLasting: false, .io, effect))
      #expect(thrownCode { try a.synchronize() } == .durabilityUnknown)
      #expect(disk.state["a"] == [1, 2])
      try a.append(ByteView(copying: [3]))
      try a.synchronize()
      #expect(disk.misuses.map(\.kind) == [.append, .synchronize])
      #expect(found("a", disk.state, .keepsAll) == [content], "\(effect)")
    }
  }

  @Test("fails the call that was asked for, in the way that was asked for")
  func faults() throws {
    for (effect, left) in [(DiskFault.Effect.before, 0), (.half, 2), (.after, 4)] {
      let disk = SimulatedDisk()
      let a = try file(disk, "a", [])
      disk.fail(DiskFault(call: disk.callCount, isLasting: false, .io, effect))
      #expect(thrownCode { try a.append(ByteView(copying: [1, 2, 3, 4])) } == .io)
      #expect(disk.state["a"]?.count == left)
      try a.append(ByteView(copying: [5]))
      #expect(disk.strikes.map(\.call.kind) == [.append])
    }
  }

  @Test("goes on failing as far as calls can for such a reason")
  func lastingFaults() throws {
    let disk = SimulatedDisk()
    let a = try file(disk, "a", [1])
    disk.fail(DiskFault(call: disk.callCount, isLasting: true, .diskFull, .before))
    for _ in 0..<2 {
      #expect(thrownCode { try a.append(ByteView(copying: [1])) } == .diskFull)
      #expect(thrownCode { try disk.create("b") } == .diskFull)
      #expect(thrownCode { try disk.list() } == nil)
      #expect(thrownCode { try a.synchronize() } == nil)
    }
    disk.fail(DiskFault(call: disk.callCount, isLasting: true, .io, .before))
    #expect(thrownCode { try disk.list() } == .io)
    #expect(thrownCode { try a.synchronize() } == .durabilityUnknown)
    disk.fail(nil)
    #expect(thrownCode { try disk.list() } == nil)
  }

  @Test("is full when it is full")
  func space() throws {
    let disk = SimulatedDisk()
    let a = try file(disk, "a", [1, 2])
    #expect(disk.availableByteCount() == nil)
    disk.limitSpace(to: 5, isTold: true)
    #expect(disk.availableByteCount() == 3)
    #expect(thrownCode { try a.append(ByteView(copying: [3, 4, 5, 6])) } == .diskFull)
    #expect(disk.state["a"] == [1, 2, 3, 4, 5])
    #expect(thrownCode { try disk.create("b") } == .diskFull)
    try disk.remove("a")
    #expect(thrownCode { try disk.create("b") } == nil)
  }

  @Test("may lose room that was made, or the appends in it, before a sync")
  func reservations() throws {
    let disk = SimulatedDisk()
    let a = try file(disk, "a", [1, 2])
    try a.synchronize()
    try disk.synchronizeDirectory()
    a.reserve(3)
    try a.append(ByteView(copying: [3]))
    #expect(disk.state["a"] == [1, 2, 3, 0, 0])
    #expect(found("a", disk.state, .dropsAll) == [[1, 2]])
    #expect(found("a", disk.state, .keepsAll) == [[1, 2, 3, 0, 0]])
    #expect(
      found("a", disk.state, .dropsOne).isSubset(of: [[1, 2, 3], [1, 2, 0, 0, 0]]))
    try a.synchronize()
    #expect(found("a", disk.state, .dropsAll) == [[1, 2, 3, 0, 0]])
    try a.append(ByteView(copying: [4]))
    #expect(found("a", disk.state, .dropsAll) == [[1, 2, 3, 0, 0]])
    disk.limitSpace(to: 6)
    a.reserve(10)
    #expect(disk.state["a"] == [1, 2, 3, 4, 0, 0])
  }

  @Test("does nothing to sync when it lies")
  func lies() throws {
    let disk = SimulatedDisk()
    disk.setLying(true)
    try file(disk, "a", [1]).synchronize()
    try disk.synchronizeDirectory()
    #expect(found("a", disk.state, .dropsAll) == [nil])
  }

  @Test("lets a killed process do nothing more, and another one go on")
  func kills() throws {
    let disk = SimulatedDisk()
    let a = try file(disk, "a", [1])
    let lock = try disk.acquireWriterLock()
    let next = disk.kill()
    #expect(thrownCode { try a.append(ByteView(copying: [2])) } == .io)
    #expect(thrownCode { try disk.list() } == .io)
    let second = try next.acquireWriterLock()
    lock.release()
    #expect(thrownCode { try next.acquireWriterLock() } == .writerBusy)
    #expect(next.state["a"] == [1])
    #expect(found("a", next.state, .dropsAll) == [nil])
    second.release()
  }
}

extension DiskState {
  /// The image of a loss that leaves nothing to chance.
  fileprivate func image(_ loss: PowerLoss) -> DiskState {
    var random = SeededRandom(seed: 0)
    return image(loss, using: &random)
  }
}
