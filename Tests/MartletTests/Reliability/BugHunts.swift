#if DEBUG
  import Dispatch
  import Foundation
  import MartletTestSupport
  import Synchronization
  import Testing

  @testable import Martlet

  /// Short histories of a real index, each with one change of its files. What is found afterwards
  /// must be the contents at some moment, or an error.
  enum BugHunts {
    private static func open(
      _ storage: any Storage, _ change: (inout TestOptions) -> Void = { _ in }
    ) throws(SearchError) -> IndexCore {
      try TestEngine.open(storage) { options in
        options.flushDelay = nil
        change(&options)
      }
    }

    private static func storage(_ path: String) throws(SearchError) -> FileStorage {
      try FileStorage(path: path, createIfMissing: true)
    }

    /// Notes it when `storage` opens with other contents than one of `allowed`.
    private static func expect(
      _ storage: any Storage, _ allowed: [[String: Int]], _ findings: Findings, at place: String
    ) {
      guard let found = try? TestEngine.read(storage), !allowed.contains(found) else { return }
      findings.note("an index holds what it held at no moment", at: "\(place): \(found)")
    }

    /// Flips one bit of each byte of `name` in turn, while nothing is found.
    private static func flip(
      _ name: String, of disk: MemoryStorage, stride step: Int = 1, _ findings: Findings,
      _ look: (MemoryStorage, String) -> Void
    ) -> Int {
      guard let content = disk[name] else { return 0 }
      var count = 0
      for offset in stride(from: 0, to: content.count, by: step) where findings.isEmpty {
        var damaged = content
        damaged[offset] ^= 1 << UInt8(offset % 8)
        let copy = TestEngine.copy(disk)
        copy[name] = damaged
        look(copy, "\(name), byte \(offset)")
        count += 1
      }
      return count
    }

    /// Batches that were flushed, each after the other, and damage of the log.
    static func flipLog(_ findings: Findings) throws -> Int {
      let disk = MemoryStorage()
      let core = try open(disk) { $0.durability = .full }
      for version in 0..<5 { try core.write([TestEngine.put("k\(version % 2)", version)]) }
      let killed = TestEngine.copy(disk)
      let log = killed.list().filter { $0.hasPrefix("wal-") }[0]
      return flip(log, of: killed, findings) { copy, place in
        expect(copy, [["k0": 4, "k1": 3]], findings, at: place)
      }
    }

    /// A newest manifest that is damaged beside a sound one before it.
    static func flipManifest(_ findings: Findings) throws -> Int {
      let disk = MemoryStorage()
      let core = try open(disk) { $0.durability = .none }
      try core.write(TestEngine.puts(0..<3, 0))
      try core.checkpoint()
      try core.write(TestEngine.puts(3..<5, 1))
      try core.close()
      let newest = disk.list().filter { $0.hasPrefix("manifest-") }.max() ?? ""
      let truth = try TestEngine.read(disk)
      return flip(newest, of: disk, findings) { copy, place in
        expect(copy, [truth], findings, at: place)
      }
    }

    /// Segments of several blocks with one wrong bit, read as they are or merged before.
    static func flipSegment(_ findings: Findings, merging: Bool) throws -> Int {
      let disk = MemoryStorage()
      let core = try open(disk)
      var random = SeededRandom(seed: TestSeed.value)
      for round in 0..<2 {
        try core.write((0..<30).map { largeDocument("s\(round)-\($0)", &random) })
        try core.checkpoint()
      }
      try core.close()
      let truth = try contents(disk)
      let segment = disk.list().filter { $0.hasPrefix("seg-") }[0]
      return flip(segment, of: disk, stride: 499, findings) { copy, place in
        if merging, let core = try? open(copy) {
          try? core.compact()
          try? core.close()
        }
        guard let found = try? contents(copy), found != truth else { return }
        findings.note("an index holds what it held at no moment", at: place)
      }
    }

    private static func largeDocument(
      _ key: String, _ random: inout SeededRandom
    ) -> LogOperation {
      let letters = (0..<2_000).map { _ in UInt8(random.int(in: 97..<123)) }
      let text = InputDocument.Value(field: FieldID(0), content: .text("all \(key)"))
      return .put(InputDocument(key: Array(key.utf8), values: [text], stored: letters))
    }

    private static func contents(_ disk: any Storage) throws(SearchError) -> IndexContents {
      let options = TestEngine.options()
      return try IndexContents(
        IndexCore.openForReading(disk, schema: TestEngine.schema, options: options).state)
    }

    /// A merge that has sections in files, each of which once loses its end when it is closed.
    static func loseSections(_ findings: Findings) throws -> Int {
      let start = SimulatedDisk()
      let core = try open(start)
      var random = SeededRandom(seed: TestSeed.value)
      for round in 0..<3 {
        try core.write((0..<30).map { largeDocument("s\(round)-\($0)", &random) })
        try core.checkpoint()
      }
      try core.close()
      let truth = try contents(start)
      let whole = SimulatedDisk(start.state)
      try open(whole) { $0.memoryLimit = 4 }.compact()
      var count = 0
      for (number, call) in whole.trace.enumerated() where call.kind == .close {
        let disk = SimulatedDisk(start.state)
        disk.fail(DiskFault(call: number, isLasting: false, .io, .before))
        let core = try open(disk) { $0.memoryLimit = 4 }
        let code = thrownCode { try core.compact() }
        if code != .io, !disk.strikes.isEmpty {
          findings.note(
            "a failing close is reported as \(code.map(\.name) ?? "success")", at: "\(call)")
        }
        if let found = try? contents(disk), found != truth {
          findings.note("an index holds what it held at no moment", at: "\(call)")
        }
        count += 1
      }
      return count
    }

    /// Two indexes that were one until a log file began: the records of the one after the header of
    /// the other, as when a recycled sector appears.
    static func exchangeRecords(_ findings: Findings) throws -> Int {
      let common = try TestEngine.tenDocuments()
      let logs = try [1, 2].map { version in
        let disk = SimulatedDisk(common)
        let core = try open(disk)
        try core.write([TestEngine.put("k0", version)])
        return disk.state
      }
      let name = logs[0].fileNames.filter { $0.hasPrefix("wal-") }.max() ?? ""
      var mixed = logs[0]
      let header = logs[0][name]?.prefix(LogFormat.headerByteCount) ?? []
      let records = logs[1][name]?.dropFirst(LogFormat.headerByteCount) ?? []
      mixed[name] = Array(header + records)
      let allowed = try [SimulatedDisk(common), SimulatedDisk(logs[0])].map {
        try TestEngine.read($0)
      }
      expect(SimulatedDisk(mixed), allowed, findings, at: name)
      return 1
    }

    /// Two continuations of one log file: the first batch of the one, and the second of the other.
    static func mixTimelines(_ findings: Findings) throws -> Int {
      let start = SimulatedDisk(try TestEngine.tenDocuments())
      let salts = { @Sendable () -> UInt64 in 7 }
      let timelines = try [1, 2].map { version in
        let disk = SimulatedDisk(start.state)
        let files = try DurableIndex.open(disk, durability: .normal, first: nil, random: salts)
        _ = try files.append([TestEngine.put("k0", version)])
        let first = disk.state
        _ = try files.append([TestEngine.put("k1", version)])
        return (first, disk.state)
      }
      let name = timelines[0].1.fileNames.filter { $0.hasPrefix("wal-") }.max() ?? ""
      var mixed = timelines[0].0
      let first = mixed[name] ?? []
      mixed[name] = first + (timelines[1].1[name] ?? []).dropFirst(first.count)
      let allowed = try [start.state, timelines[0].0].map { try TestEngine.read(SimulatedDisk($0)) }
      expect(SimulatedDisk(mixed), allowed, findings, at: name)
      return 1
    }

    /// Reclaiming, as a merge does it, between writing a segment and naming it in a manifest.
    static func reclaimBetween(_ findings: Findings) throws -> Int {
      let core = Lock<IndexCore?>(nil)
      let disk = ObservedStorage(
        MemoryStorage(),
        didMap: { name in
          if name.hasPrefix("seg-") { core.withLock { $0 }?.files?.reclaim() }
        })
      let opened = try open(disk)
      core.withLock { $0 = opened }
      try opened.write(TestEngine.puts(0..<5, 1))
      try? opened.checkpoint()
      core.withLock { $0 = nil }
      try? opened.close()
      if (try? TestEngine.read(disk))?.count != 5 {
        findings.note("files are gone that a manifest names", at: "\(disk.list())")
      }
      return 1
    }

    /// A document that is deleted when the merge has made its file.
    static func deleteWhileMerging(_ findings: Findings) throws -> Int {
      let core = Lock<IndexCore?>(nil)
      let disk = ObservedStorage(MemoryStorage()) { name in
        guard name.hasPrefix("seg-"), let core = core.withLock({ $0.take() }) else { return }
        try? core.write([.delete(key: Array("k1".utf8))])
      }
      let opened = try open(disk)
      for key in 0..<3 {
        try opened.write([TestEngine.put("k\(key)", 0)])
        try opened.checkpoint()
      }
      core.withLock { $0 = opened }
      try opened.compact()
      if try opened.documents()["k1"] != nil {
        findings.note("a deleted document is back", at: "after a merge")
      }
      try opened.close()
      expect(disk, [["k0": 0, "k2": 0]], findings, at: "after a merge")
      return 1
    }

    /// Small writes beside a merge that can never succeed.
    static func mergeDamaged(_ findings: Findings) throws -> Int {
      let disk = MemoryStorage()
      let core = try open(disk)
      var random = SeededRandom(seed: TestSeed.value)
      for round in 0..<12 {
        try core.write((0..<30).map { largeDocument("s\(round)-\($0)", &random) })
        try core.checkpoint()
      }
      try core.close()
      let names = disk.list().filter { $0.hasPrefix("seg-") }
      // In the stored documents: the rest is written by then.
      guard var content = disk[names[0]] else { return 0 }
      content[content.count / 2] ^= 1
      disk[names[0]] = content
      let before = disk.list().reduce(0) { $0 + (disk[$1]?.count ?? 0) }
      let writer = try open(disk) { $0.mergesAutomatically = true }
      for number in 0..<20 {
        try writer.write([TestEngine.put("x\(number)", number)])
        if number % 4 == 3 { try writer.checkpoint() }
        writer.background.sync {}
      }
      let after = disk.list().reduce(0) { $0 + (disk[$1]?.count ?? 0) }
      let unfinished = try TestEngine.leftovers(disk).filter { $0.hasPrefix("seg-") }
      if !unfinished.isEmpty || after > 2 * before {
        findings.note("failing merges fill the disk", at: "\(before), then \(after) bytes")
      }
      try? writer.close()
      return 20
    }

    /// One document that is written again and again.
    static func writeForLong(_ findings: Findings) throws -> Int {
      let disk = MemoryStorage()
      let core = try open(disk) { $0.logAllowance = 20_000 }
      var count = 0
      while findings.isEmpty, count < 3_000 {
        try core.write([TestEngine.put("k", count)])
        count += 1
        let logs = disk.list().filter { $0.hasPrefix("wal-") }
        let bytes = logs.reduce(0) { $0 + (disk[$1]?.count ?? 0) }
        if bytes > 4 * (20_000 + 4_096) { findings.note("the log grows", at: "\(bytes) bytes") }
      }
      try core.close()
      return count
    }

    /// A folder that is open for writing, opened again through another name.
    static func openTwice(_ findings: Findings) throws -> Int {
      let folder = try TemporaryFolder()
      let path = folder.path + "/index"
      let core = try open(storage(path))
      let other = folder.path + "/other"
      try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: path)
      for name in [path, other] {
        do throws(SearchError) {
          let second = try open(storage(name))
          findings.note("there are two writers", at: name)
          try? second.close()
        } catch {
          if error.code != .writerBusy { findings.note("\(error.kind)", at: name) }
        }
      }
      try core.close()
      return 2
    }

    /// Opens and reads an index whose segment was cut shorter than a page less.
    static func openShortened() throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/index"
      let core = try open(storage(path))
      try core.write(TestEngine.puts(0..<2_000, 1))
      try core.close()
      let name = try storage(path).list().filter { $0.hasPrefix("seg-") }[0]
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path + "/" + name))
      try file.truncate(atOffset: 4_096)
      try file.close()
      var found: SearchError?
      do { _ = try TestEngine.read(storage(path)) } catch { found = error as? SearchError }
      guard found?.code == .corrupted else { throw CocoaError(.fileReadUnknown) }
    }
  }
#endif
