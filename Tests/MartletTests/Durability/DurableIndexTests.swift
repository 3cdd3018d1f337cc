import MartletTestSupport
import Testing

@testable import Martlet

@Suite("An index that is open for writing")
struct DurableIndexTests {
  @Test("holds after reopening what it held before", arguments: StorageKind.allCases)
  func reopening(kind: StorageKind) throws {
    let (storage, keep) = try kind.make()
    defer { withExtendedLifetime(keep) {} }
    for seed in SeededRandom.seeds(count: kind == .memory ? 20 : 3) {
      var random = SeededRandom(seed: seed)
      let before = try? NumberIndex.numbers(in: storage).count
      let index = try NumberIndex(storage, seed: seed)
      #expect(Int(index.last) == before ?? 0)
      for step in Step.script(12, using: &random) {
        try index.run(step)
        if random.oneIn(4) {
          #expect(try NumberIndex.numbers(in: storage).count == Int(index.last), "seed \(seed)")
        }
      }
      if random.oneIn(2) { try index.close() }
    }
  }

  @Test("is not made where it is not wanted, or where files of one lie")
  func creation() throws {
    let storage = MemoryStorage()
    let open = { (first: Manifest?) in
      try DurableIndex.open(storage, durability: .normal, first: first.map { first in { first } })
    }
    #expect(thrownCode { try open(nil) } == .notFound)
    #expect(thrownCode { try NumberIndex.numbers(in: storage) } == .notFound)
    #expect(storage.list() == [])
    storage["foreign.txt"] = [1]
    storage["tmp-manifest-0000000000000001"] = [1]
    storage["tmp-wal-0000000000000009"] = [1]
    storage["LOCK"] = []
    let segment = FileName.segment(SegmentID(high: 1, low: 1)).text
    storage[segment] = [1]
    #expect(thrownCode { try NumberIndex(storage, seed: 1) } == .corrupted)
    #expect(thrownCode { try NumberIndex.numbers(in: storage) } == .corrupted)
    #expect(storage[segment] == [1])
    storage[segment] = nil
    #expect(thrownCode { try NumberIndex(storage, seed: 1) } == .io, "not among other files")
    storage["foreign.txt"] = nil
    try NumberIndex(storage, seed: 1).close()
    #expect(Set(storage.list()) == ["LOCK", FileName.manifest(1).text])
    #expect(thrownCode { try open(nil) } == nil)
  }

  @Test("opening and closing without a change writes nothing that lasts")
  func openingLeavesNoTrace() throws {
    let storage = MemoryStorage()
    let index = try NumberIndex(storage, seed: 1)
    for _ in 0..<3 { try index.append() }
    try index.close()
    let before = storage.list().sorted()
    let contents = before.map { storage[$0] }
    for seed in 2...4 as ClosedRange<UInt64> { try NumberIndex(storage, seed: seed).close() }
    #expect(storage.list().sorted() == before)
    #expect(before.map { storage[$0] } == contents)
  }

  @Test("is opened by one writer at a time, and closing lets the next one in")
  func oneWriter() throws {
    let storage = MemoryStorage()
    let index = try NumberIndex(storage, seed: 1)
    #expect(thrownCode { try NumberIndex(storage, seed: 2) } == .writerBusy)
    try index.close()
    try index.close()
    #expect(thrownCode { try index.append() } == .closed)
    #expect(thrownCode { try NumberIndex(storage, seed: 2) } == nil)
  }

  @Test("keeps nothing but checkpoints at the lowest level")
  func withoutLog() throws {
    let storage = MemoryStorage()
    let index = try NumberIndex(storage, durability: .none, seed: 1)
    try index.append()
    try index.append()
    #expect(try NumberIndex.numbers(in: storage).count == 0)
    try index.checkpoint()
    try index.append()
    try index.close()
    #expect(try NumberIndex.numbers(in: storage).count == 2)
    #expect(!storage.list().contains { $0.hasPrefix("wal-") })
    let again = try NumberIndex(storage, seed: 2)
    try again.append()
    try again.close()
    #expect(try NumberIndex.numbers(in: storage).count == 3)
  }

  @Test("moves what an earlier log holds into a segment, also at the lowest level")
  func withoutLogAfterLog() throws {
    let storage = MemoryStorage()
    try NumberIndex(storage, seed: 1).append()
    let index = try NumberIndex(storage, durability: .none, seed: 2)
    #expect(index.last == 1)
    try index.append()
    try index.checkpoint()
    #expect(!storage.list().contains { $0.hasPrefix("wal-") })
    try index.close()
    #expect(try NumberIndex.numbers(in: storage).count == 2)
  }

  @Test("removes what no manifest needs, and nothing else")
  func reclaiming() throws {
    let storage = MemoryStorage()
    let foreign = ["notes.txt", "._LOCK", "seg-short", "manifest-", "quarantine"]
    let index = try NumberIndex(storage, seed: 1)
    for name in foreign { storage[name] = [7] }
    for _ in 0..<4 {
      try index.append()
      try index.checkpoint()
      try index.merge()
    }
    let manifest = index.index.manifest
    let expected =
      manifest.fileNames.union(foreign).union([
        FileName.manifest(manifest.generation).text,
        FileName.manifest(manifest.generation - 1).text,
        FileName.log(sequence: manifest.firstLogSequence).text,
      ])
    #expect(Set(storage.list()) == expected)
  }

  @Test("keeps the files of a snapshot, and of a file that is not published yet")
  func holds() throws {
    let storage = MemoryStorage()
    let index = try NumberIndex(storage, seed: 1)
    try index.append()
    try index.checkpoint()
    let old = index.index.manifest.fileNames
    let pin = index.index.reclaimer.pin(old)
    let pending = try index.index.makeFile(FileName.segment(SegmentID(high: 9, low: 9)).text)
    try index.append()
    try index.checkpoint()
    try index.merge()
    try index.append()
    try index.checkpoint()
    #expect(Set(storage.list()).isSuperset(of: old.union([pending.name])))
    #expect(index.index.manifest.fileNames.isDisjoint(with: old))
    pin.release()
    pending.release()
    try index.append()
    try index.checkpoint()
    #expect(Set(storage.list()).isDisjoint(with: old.union([pending.name])))
  }

  @Test("goes on with the same writer after the disk was full")
  func diskFull() throws {
    for call in 0..<40 {
      for effect in DiskFault.Effect.allCases {
        let disk = SimulatedDisk()
        try NumberIndex(disk, seed: 1).close()
        let index = try NumberIndex(disk, seed: 2)
        disk.fail(DiskFault(call: disk.callCount + call, isLasting: false, .diskFull, effect))
        var last: UInt64 = 0
        var isPoisoned = false
        for step in [Step.append, .append, .checkpoint, .append, .synchronize, .append] {
          do {
            try index.run(step)
          } catch let error as SearchError {
            #expect([.diskFull, .io, .durabilityUnknown].contains(error.code))
            isPoisoned = isPoisoned || error.code == .durabilityUnknown
            if error.code == .diskFull, step == .append { try index.append() }
          }
          last = index.last
        }
        disk.fail(nil)
        if !isPoisoned { #expect(last == 4, "call \(call), \(effect)") }
        #expect(try NumberIndex.numbers(in: disk).count >= Int(last), "call \(call), \(effect)")
      }
    }
  }
}

@Suite("A storage that fails")
struct FailingStorageTests {
  static let steps: [Step] = [
    .append, .append, .synchronize, .checkpoint, .append, .appendDurably, .checkpoint, .append,
    .merge, .append, .checkpoint,
  ]

  /// Runs the script on an index that exists and has some history, as far as it goes.
  private func run(_ storage: SimulatedDisk, _ progress: Progress) -> Set<SearchError.Code> {
    var codes: Set<SearchError.Code> = []
    func attempt(_ body: () throws -> Void) {
      if let code = thrownCode(body) { codes.insert(code) }
    }
    var index: NumberIndex?
    attempt { index = try NumberIndex(storage, seed: 2, progress: progress) }
    if let index {
      for step in Self.steps { attempt { try index.run(step) } }
      attempt { try index.close() }
    }
    return codes
  }

  /// An index with a log that was not closed.
  private func history() throws -> SimulatedDisk {
    let storage = SimulatedDisk()
    let index = try NumberIndex(storage, seed: 1)
    try index.append()
    try index.checkpoint()
    try index.append()
    return storage
  }

  @Test(
    "at any call leaves a typed error and an index at one of its batches",
    arguments: DiskFault.Effect.allCases, [SearchError.Code.io, .diskFull])
  func everyCall(effect: DiskFault.Effect, code: SearchError.Code) throws {
    let whole = try history()
    let first = whole.callCount
    #expect(run(whole, Progress()) == [])
    for call in first..<whole.callCount {
      for isLasting in [false, true] {
        let disk = try history()
        disk.fail(DiskFault(call: call, isLasting: isLasting, code, effect))
        let progress = Progress()
        progress.update { $0 = .init(started: 2, acknowledged: 2, durable: 2, exists: true) }
        let codes = run(disk, progress)
        disk.fail(nil)
        #expect(codes.isSubset(of: [code, .io, .durabilityUnknown]), "call \(call)")
        let found = try NumberIndex.numbers(in: disk).last ?? 0
        let now = progress.now
        #expect((now.acknowledged...now.started).contains(found), "call \(call), \(isLasting)")
        let again = try NumberIndex(disk, seed: 3)
        try again.append()
        try again.checkpoint()
        #expect(try NumberIndex.numbers(in: disk).last == found + 1, "call \(call)")
      }
    }
  }

  @Test("to sync stops the writer for good")
  func failedSync() throws {
    let whole = try history()
    let first = whole.callCount
    #expect(run(whole, Progress()) == [])
    for call in first..<whole.callCount {
      let disk = try history()
      disk.fail(DiskFault(call: call, isLasting: false, .closed, .after))
      var hasFailed = false
      guard let index = try? NumberIndex(disk, seed: 2) else { continue }
      for step in Self.steps {
        let code = thrownCode { try index.run(step) }
        if hasFailed, step != .merge {
          #expect(code == .durabilityUnknown, "call \(call), \(step)")
        }
        hasFailed = hasFailed || code == .durabilityUnknown
      }
    }
  }
}
