import MartletTestSupport
import Synchronization
import Testing

@testable import Martlet

/// The effects of a `write` that returned, and of one that threw.
@Suite("A write")
struct WriteContractTests {
  @Test("that throws has not happened, whatever call fails", arguments: [10, 1 << 20])
  func thrown(memoryLimit: Int) throws {
    var failures = 0
    for call in 0..<200 {
      let disk = SimulatedDisk()
      disk.fail(DiskFault(call: call, isLasting: false, .diskFull, .before))
      guard let core = try? TestEngine.open(disk, { $0.memoryLimit = memoryLimit }) else {
        continue
      }
      var expected: [String: Int] = [:]
      for number in 0..<4 {
        do {
          try core.write([TestEngine.put("k\(number)", number)])
          expected["k\(number)"] = number
        } catch {
          failures += 1
          #expect([.diskFull, .io, .durabilityUnknown].contains(error.code))
          if error.code == .durabilityUnknown { break }
        }
        #expect(try core.documents() == expected)
        #expect(try TestEngine.read(SimulatedDisk(disk.state)) == expected)
      }
      guard !disk.strikes.isEmpty else { break }
    }
    #expect(failures > 0)
  }

  @Test("is not refused because a checkpoint that was due failed")
  func failingCheckpoints() throws {
    let start = ContinuousClock.now
    let disk = StubbornStorage(refusing: "tmp-manifest")
    let core = try TestEngine.open(disk) {
      $0.memoryLimit = 12_000
      $0.now = { start }
    }
    disk.isRefusing.store(true, ordering: .relaxed)
    var written = 0
    var code: SearchError.Code?
    while code == nil, written < 1_000 {
      code = thrownCode { try core.write([TestEngine.put("k\(written)", written)]) }
      if code == nil { written += 1 }
    }
    #expect(written > 1 && written < 1_000, "\(written) batches before memory was full")
    #expect(code == .diskFull && core.failure?.code == .diskFull)
    #expect(core.statistics.lastFailure?.code == .diskFull)
    #expect(try core.documents().count == written)
    #expect(core.state.memoryMembers.count <= 12, "merging in memory goes on")
    #expect(disk.list().filter { $0.hasPrefix("seg-") }.isEmpty)
    disk.isRefusing.store(false, ordering: .relaxed)
    // No time has passed: a write that would be refused tries again however long the pause is.
    try core.write([TestEngine.put("x", 1)])
    #expect(core.failure == nil && core.statistics.lastFailure == nil)
    try core.close()
    #expect(try TestEngine.read(disk).count == written + 1)
  }

  @Test("of bookmarks that no manifest could pin is refused")
  func manyBookmarks() throws {
    let disk = MemoryStorage()
    let core = try TestEngine.open(disk)
    let large = [UInt8](repeating: 7, count: 65_536)
    var taken = 0
    var code: SearchError.Code?
    while code == nil, taken < 40 {
      code = thrownCode { try core.write([.bookmark(name: "b\(taken)", bytes: large)]) }
      if code == nil { taken += 1 }
    }
    #expect(code == .limitExceeded && taken == 7)
    try core.checkpoint()
    try core.write([.bookmark(name: "b0", bytes: nil), .bookmark(name: "c", bytes: large)])
    try core.close()
    let bookmarks = try IndexCore.bookmarks(of: disk)
    #expect(bookmarks.count == 7 && bookmarks["c"] == large && bookmarks["b0"] == nil)
  }

  @Test("takes any memory limit", arguments: [0, 1, Int.max])
  func memoryLimits(limit: Int) throws {
    let disk = MemoryStorage()
    let core = try TestEngine.open(disk) { $0.memoryLimit = limit }
    for round in 0..<3 { try core.write(TestEngine.puts(0..<100, round)) }
    try core.close()
    #expect(
      try TestEngine.read(disk) == Dictionary(uniqueKeysWithValues: (0..<100).map { ("k\($0)", 2) })
    )
  }

  @Test("beyond the memory limit goes to files, and its log is retired")
  func largeBatch() throws {
    let disk = MemoryStorage()
    let core = try TestEngine.open(disk) { $0.memoryLimit = 4_096 }
    try core.write(TestEngine.puts(0..<500, 1))
    #expect(core.state.memoryByteCount <= 4_096)
    #expect(core.state.fileMembers.count > 2 && !core.state.hasUnnamedFiles)
    #expect(try TestEngine.read(TestEngine.copy(disk)).count == 500)
    #expect(try TestEngine.leftovers(disk) == [])
    try core.close()
  }

  @Test("that fails after its files were written leaves none of them")
  func failedLargeBatch() throws {
    let disk = StubbornStorage(refusing: "tmp-wal")
    let core = try TestEngine.open(disk) { $0.memoryLimit = 4_096 }
    disk.isRefusing.store(true, ordering: .relaxed)
    #expect(thrownCode { try core.write(TestEngine.puts(0..<500, 1)) } == .diskFull)
    #expect(try core.documents().isEmpty)
    #expect(disk.list().filter { $0.hasPrefix("seg-") }.isEmpty)
    disk.isRefusing.store(false, ordering: .relaxed)
    try core.write(TestEngine.puts(0..<500, 1))
    try core.close()
    #expect(try TestEngine.read(disk).count == 500)
  }

  @Test("of a file's size is bounded by the log's, too", arguments: [true, false])
  func logGrowth(isDocument: Bool) throws {
    let disk = MemoryStorage()
    let core = try TestEngine.open(disk) { $0.logAllowance = 20_000 }
    var most = 0
    for number in 0..<3_000 {
      try core.write([
        isDocument
          ? TestEngine.put("k", number) : .bookmark(name: "b", bytes: Array("\(number)".utf8))
      ])
      let names = disk.list().filter { $0.hasPrefix("wal-") }
      most = max(most, names.reduce(0) { $0 + (disk[$1]?.count ?? 0) })
    }
    #expect(most < 4 * (20_000 + 4_096), "the log had \(most) bytes")
    #expect(disk.list().count < 12, "\(disk.list())")
    try core.close()
  }
}
