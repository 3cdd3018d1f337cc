import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Refreshing an index")
struct RefreshTests {
  private let disk = MemoryStorage()

  private func reader(
    _ storage: (any Storage)? = nil, _ change: (inout TestOptions) -> Void = { _ in }
  ) throws -> IndexCore {
    try IndexCore.openForReading(
      storage ?? disk, schema: TestEngine.schema, options: TestEngine.options(change))
  }

  @Test(
    "shows exactly what the writer has, after any writes, checkpoints and merges",
    arguments: SeededRandom.seeds(count: 12))
  func random(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let durability: Durability = [.normal, .full, .none][Int(seed % 3)]
    let options = { (options: inout TestOptions) in
      options.mergesAutomatically = true
      options.memoryLimit = 12_000
      options.mergePolicy.restingCount = 2
      options.durability = durability
    }
    var writer = try TestEngine.open(disk, options)
    let reader = try reader()
    var version = reader.state.version
    for step in 1...250 {
      switch random.int(in: 0..<24) {
      case 0: try writer.checkpoint()
      case 1: try writer.compact()
      case 2:
        try writer.close()
        writer = try TestEngine.open(disk, options)
      default: try writer.write(RandomChanges.operations(&random, step))
      }
      guard random.oneIn(3) else { continue }
      // Without a log, only checkpoints are there to be seen.
      if durability == .none { try writer.checkpoint() }
      _ = try reader.refresh()
      #expect(try reader.documents() == writer.documents(), "seed \(seed), step \(step)")
      #expect(reader.state.bookmarks == writer.state.bookmarks, "seed \(seed), step \(step)")
      #expect(reader.state.version >= version)
      version = reader.state.version
    }
    try writer.close()
    #expect(try reader.verify() == [])
  }

  @Test("reads only what is new")
  func onlyNew() throws {
    let mapped = Lock<[String]>([])
    let readBytes = Lock(0)
    let storage = ObservedStorage(
      disk, didMap: { name in mapped.withLock { $0.append(name) } },
      didRead: { count in readBytes.withLock { $0 += count } })
    let writer = try TestEngine.open(disk)
    for start in 0..<3 {
      try writer.write(TestEngine.puts((start * 50)..<(start * 50 + 50), 1))
      try writer.checkpoint()
    }
    for number in 0..<2_000 { try writer.write([TestEngine.put("l\(number)", 1)]) }
    let reader = try reader(storage)
    _ = try reader.refresh()
    mapped.withLock { $0 = [] }
    readBytes.withLock { $0 = 0 }
    #expect(try !reader.refresh())
    try writer.write([TestEngine.put("new", 2)])
    #expect(try reader.refresh())
    #expect(try reader.documents() == writer.documents())
    #expect(mapped.withLock { $0 } == [], "no segment is opened for what is in the log")
    #expect(readBytes.withLock { $0 } < 4_096, "the log is read on from where it was left")
    try writer.write([.delete(key: Array("k7".utf8))])
    try writer.checkpoint()
    #expect(try reader.refresh())
    #expect(try reader.documents() == writer.documents())
    let names = mapped.withLock { $0 }
    #expect(names.count { $0.hasPrefix("seg-") } == 1, "only the new segment is opened")
    #expect(names.count { $0.hasPrefix("del-") } == 1)
  }

  @Test("a snapshot, and a search that runs, keep the state that they began with")
  func snapshots() throws {
    let writer = try TestEngine.open(disk)
    try writer.write(TestEngine.puts(0..<10, 1))
    let reader = try reader()
    let before = reader.state
    try writer.write([.deleteAll])
    try writer.checkpoint()
    try writer.compact()
    #expect(try reader.refresh())
    #expect(try reader.documents().isEmpty)
    #expect(before.segments.documentCount == 10)
    #expect(try reader.storedBytes(forKey: Array("k3".utf8), in: before) == Array("1".utf8))
  }

  @Test("half a batch at the end of the log is not seen until the rest is there")
  func halfBatch() throws {
    // A log that was flushed and is shorter is damaged.
    let writer = try TestEngine.open(disk) { $0.flushDelay = nil }
    try writer.write([TestEngine.put("a", 1)])
    let reader = try reader()
    let log = try #require(disk.list().first { $0.hasPrefix("wal-") })
    let start = try #require(disk[log]).count
    try writer.write(TestEngine.puts(0..<40, 2))
    let whole = try #require(disk[log])
    for count in stride(from: start, to: whole.count, by: 97) {
      disk[log] = Array(whole[..<count])
      #expect(try !reader.refresh())
      #expect(try reader.documents() == ["a": 1])
    }
    disk[log] = whole
    #expect(try reader.refresh())
    #expect(try reader.documents().count == 41)
  }

  @Test("an index that was made anew is not taken for the old one", arguments: [1, 3, 9])
  func anew(version: Int) throws {
    func make(_ version: Int) throws {
      let writer = try TestEngine.open(disk)
      for number in 0..<version { try writer.write([TestEngine.put("k\(number)", version)]) }
      try writer.close()
    }
    try make(3)
    let reader = try reader()
    let documents = try reader.documents()
    for name in disk.list() { try disk.remove(name) }
    try make(version)
    for _ in 0..<2 {
      #expect(thrownCode { _ = try reader.refresh() } == .notFound)
      #expect(try reader.documents() == documents)
    }
    // With changes that are only in the log.
    for name in disk.list() { try disk.remove(name) }
    let writer = try TestEngine.open(disk)
    try writer.write([TestEngine.put("k", version)])
    #expect(thrownCode { _ = try reader.refresh() } == .notFound)
    try writer.close()
  }

  @Test("an index that is gone, or was replaced, is an error, and stays as it was")
  func gone() throws {
    let writer = try TestEngine.open(disk)
    try writer.write(TestEngine.puts(0..<10, 1))
    try writer.close()
    let reader = try reader()
    for name in disk.list() { try disk.remove(name) }
    #expect(thrownCode { _ = try reader.refresh() } == .notFound)
    #expect(try reader.documents().count == 10)
    let other = try TestEngine.open(disk)
    for version in 0..<4 {
      try other.write([TestEngine.put("other", version)])
      try other.checkpoint()
    }
    #expect(thrownCode { _ = try reader.refresh() } == .notFound)
    #expect(try reader.documents().count == 10)
  }

  @Test("damage and a newer schema are errors, and the state before stays")
  func refused() throws {
    let writer = try TestEngine.open(disk)
    try writer.write(TestEngine.puts(0..<10, 1))
    let reader = try reader()
    try writer.write(TestEngine.puts(10..<20, 1))
    try writer.close()
    let segment = try #require(disk.list().first { $0.hasPrefix("seg-") })
    let bytes = try #require(disk[segment])
    disk[segment] = Array(bytes.dropLast())
    #expect(thrownCode { _ = try reader.refresh() } == .corrupted)
    #expect(try reader.documents().count == 10)
    disk[segment] = bytes
    #expect(try reader.refresh())
    #expect(try reader.documents().count == 20)

    let newer = try IndexCore.open(
      disk, schema: TestEngine.laterSchema, options: TestEngine.options())
    try newer.write([TestEngine.put("new", 1, fields: 2)])
    #expect(thrownCode { _ = try reader.refresh() } == .schemaMismatch)
    try newer.close()
    #expect(thrownCode { _ = try reader.refresh() } == .schemaMismatch)
    #expect(try reader.documents().count == 20)
  }

  @Test("the end of a log that was flushed and is lost is damage")
  func lostLog() throws {
    let writer = try TestEngine.open(disk) { $0.durability = .full }
    try writer.write([TestEngine.put("a", 1)])
    let reader = try reader()
    let log = try #require(disk.list().first { $0.hasPrefix("wal-") })
    let bytes = try #require(disk[log])
    try writer.write([TestEngine.put("b", 1)])
    disk[log] = bytes
    #expect(thrownCode { _ = try reader.refresh() } == .corrupted)
    #expect(try reader.documents() == ["a": 1])
  }

  @Test(
    "with salvage, a damaged new segment is left out, also of batches that were read from the log",
    arguments: [false, true])
  func salvage(readsLog: Bool) throws {
    let writer = try TestEngine.open(disk)
    try writer.write(TestEngine.puts(0..<10, 1))
    try writer.checkpoint()
    let reader = try reader { $0.onCorruption = .salvage }
    let old = Set(disk.list())
    try writer.write(TestEngine.puts(10..<20, 1))
    if readsLog {
      #expect(try reader.refresh())
      #expect(try reader.documents().count == 20)
    }
    try writer.close()
    let segment = try #require(disk.list().first { $0.hasPrefix("seg-") && !old.contains($0) })
    disk[segment] = [1, 2, 3]
    #expect(try reader.refresh())
    #expect(try reader.documents().count == 10)
    #expect(reader.statistics.leftOut.map(\.file) == [segment])
    #expect(try !reader.refresh())
  }

  @Test("a writer is always up to date, and a closed reader is not refreshed")
  func others() throws {
    let writer = try TestEngine.open(disk)
    try writer.write([TestEngine.put("a", 1)])
    #expect(try !writer.refresh())
    let reader = try reader()
    try reader.close()
    try writer.write([TestEngine.put("b", 1)])
    #expect(thrownCode { _ = try reader.refresh() } == .closed)
    #expect(try reader.documents() == ["a": 1])
  }

  @Test("a failure to refresh by itself is kept until it succeeds, and is one event")
  func failure() async throws {
    let writer = try TestEngine.open(disk)
    try writer.write([TestEngine.put("a", 1)])
    let events = Lock<[IndexEvent]>([])
    let reader = try reader { options in
      options.events = IndexEventHandler { event in events.withLock { $0.append(event) } }
    }
    try writer.checkpoint()
    let manifest = try #require(disk.list().filter { $0.hasPrefix("manifest-") }.max())
    let bytes = try #require(disk[manifest])
    disk[manifest] = Array(bytes.dropLast())
    for _ in 0..<5 { reader.refreshByItself() }
    #expect(reader.failure?.code == .corrupted)
    disk[manifest] = bytes
    try writer.write([TestEngine.put("b", 1)])
    reader.refreshByItself()
    #expect(reader.failure == nil)
    await Waiting.until { events.withLock { $0.count } >= 3 }
    #expect(events.withLock { $0.map { $0.error?.code } } == [nil, .corrupted, nil])
  }
}

/// Changes of an index at random.
enum RandomChanges {
  /// Some changes at random.
  static func operations(_ random: inout SeededRandom, _ version: Int) -> [LogOperation] {
    if random.oneIn(60) { return [.deleteAll] }
    return (0..<random.int(in: 1..<12)).map { _ in
      let number = random.int(in: 0..<150)
      switch random.int(in: 0..<6) {
      case 0, 1: return .delete(key: Array("k\(number)".utf8))
      case 2 where random.oneIn(4): return .bookmark(name: "mark", bytes: [UInt8(version % 250)])
      default: return TestEngine.put("k\(number)", version)
      }
    }
  }
}
