import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Reading a log back")
struct LogRecoveryTests {
  /// A log with some history, and what it holds.
  private struct Sample {
    var storage = MemoryStorage()
    /// After how many bytes of the last file how many batches are whole.
    var ends: [(byteCount: Int, batches: UInt64)] = []
    /// Bytes of the last file that were known to be flushed when something later was written.
    var provenByteCount = 0
    var last: UInt64 = 0
    var file = ""
  }

  /// Some batches in one file, with syncs between them.
  private func sample(
    seed: UInt64, batches: Int, indexID: IndexID = IndexID(high: 7, low: 8)
  ) throws -> Sample {
    var random = SeededRandom(seed: seed)
    var sample = Sample()
    let index = try NumberIndex(sample.storage, indexID: indexID, seed: seed)
    var flushedByteCount = 0
    for number in 1...batches {
      try index.append()
      // This batch says how far the log was flushed before it.
      sample.provenByteCount = flushedByteCount
      sample.file = FileName.log(sequence: 1).text
      sample.ends.append((sample.storage[sample.file]?.count ?? 0, UInt64(number)))
      if random.oneIn(3) {
        flushedByteCount = sample.storage[sample.file]?.count ?? 0
        try index.synchronize()
      }
    }
    sample.last = UInt64(batches)
    // What the log itself says is all that counts here.
    sample.storage.setWriterNote(nil)
    return sample
  }

  private func numbers(_ storage: MemoryStorage) throws(SearchError) -> UInt64 {
    try NumberIndex.numbers(in: storage).last ?? 0
  }

  @Test("cut at every byte gives exactly the whole batches before", arguments: [1, 2] as [UInt64])
  func everyLength(seed: UInt64) throws {
    let sample = try sample(seed: seed, batches: 8)
    let bytes = try #require(sample.storage[sample.file])
    for count in LogFormat.headerByteCount..<bytes.count {
      sample.storage[sample.file] = Array(bytes.prefix(count))
      let expected = sample.ends.last { $0.byteCount <= count }?.batches ?? 0
      #expect(try numbers(sample.storage) == expected, "seed \(seed), \(count) bytes")
    }
    for count in 0..<LogFormat.headerByteCount {
      sample.storage[sample.file] = Array(bytes.prefix(count))
      #expect(thrownCode { try numbers(sample.storage) } == .corrupted)
    }
  }

  @Test(
    "any changed byte gives the same, an error, or fewer batches that were never proven flushed")
  func everyByte() throws {
    let sample = try sample(seed: 3, batches: 8)
    let bytes = try #require(sample.storage[sample.file])
    var codes: [SearchError.Code?: Int] = [:]
    for index in bytes.indices {
      for change in [1, 0x80, 0xFF] as [UInt8] {
        var damaged = bytes
        damaged[index] ^= change
        sample.storage[sample.file] = damaged
        let code = thrownCode {
          let found = try numbers(sample.storage)
          let before = sample.ends.last { $0.byteCount <= index }?.batches ?? 0
          #expect(found == before, "byte \(index)")
          #expect(index >= sample.provenByteCount, "byte \(index) was proven to be flushed")
        }
        codes[code, default: 0] += 1
        #expect(code == nil || code == .corrupted, "byte \(index)")
      }
    }
    #expect(codes.count == 2, "both outcomes occur: \(codes)")
  }

  @Test("zeroed, stale and foreign sectors are found alike")
  func sectors() throws {
    let sample = try sample(seed: 4, batches: 12)
    let other = try self.sample(seed: 5, batches: 12, indexID: IndexID(high: 9, low: 9))
    let bytes = try #require(sample.storage[sample.file])
    let stale = try #require(other.storage[other.file])
    for size in [64, 512] {
      for start in stride(from: 0, to: bytes.count, by: 64) {
        let range = start..<min(bytes.count, start + size)
        for replacement in [
          Array(repeating: 0, count: range.count),
          Array(stale.dropFirst(start).prefix(range.count)), Array(bytes.prefix(range.count)),
        ] {
          guard replacement.count == range.count, Array(bytes[range]) != replacement else {
            continue
          }
          var damaged = bytes
          damaged.replaceSubrange(range, with: replacement)
          sample.storage[sample.file] = damaged
          let code = thrownCode {
            let found = try numbers(sample.storage)
            #expect(found < sample.last || start >= sample.ends.last?.byteCount ?? 0)
            #expect(range.upperBound > sample.provenByteCount)
          }
          #expect(code == nil || code == .corrupted)
        }
      }
    }
  }

  @Test("what follows the end does not matter")
  func extended() throws {
    let sample = try sample(seed: 6, batches: 5)
    let bytes = try #require(sample.storage[sample.file])
    var random = SeededRandom(seed: 6)
    let noise = (0..<999).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    for tail in [[0], Array(repeating: 0, count: 4_096), noise, Array(bytes.dropFirst(96)), bytes] {
      sample.storage[sample.file] = bytes + tail
      #expect(try numbers(sample.storage) == 5)
    }
  }

  @Test("a record repeated, left out or moved ends the log there")
  func splices() throws {
    let sample = try sample(seed: 8, batches: 3)
    let bytes = try #require(sample.storage[sample.file])
    let first = LogFormat.headerByteCount..<sample.ends[0].byteCount
    let second = sample.ends[0].byteCount..<sample.ends[1].byteCount
    let header = Array(bytes.prefix(first.lowerBound))
    let rest = Array(bytes[second.upperBound...])
    for (content, expected) in [
      (header + bytes[first] + bytes[first] + bytes[second] + rest, 1),
      (header + bytes[second] + rest, 0),
      (header + bytes[second] + bytes[first] + rest, 0),
      (header + bytes[first] + rest, 1),
    ] as [([UInt8], UInt64)] {
      sample.storage[sample.file] = content
      let code = thrownCode {
        let found = try numbers(sample.storage)
        #expect(found == expected)
      }
      #expect(code == nil || code == .corrupted)
    }
  }

  @Test("a whole record that does not continue the one before ends the log")
  func brokenChain() throws {
    let header = LogHeader(
      indexID: IndexID(high: 7, low: 8), sequence: 1, generation: 1, salt: 3, base: 0)
    for (lsn, previous, expected) in [(1, header.check, 1), (2, header.check, 0), (1, 5, 0)]
      as [(UInt64, UInt64, Int)]
    {
      let storage = MemoryStorage()
      let writer = ByteWriter()
      writer.append(header.encoded())
      let operation = LogRecord(
        kind: .operation, lsn: lsn, durableLSN: 0, previous: previous,
        payload: LogOperation.deleteAll.encoded())
      let check = operation.encode(into: writer, salt: 3)
      var batch = OpenBatch(firstLSN: lsn, salt: 3)
      batch.add(check: check)
      let commit = LogRecord(
        kind: .commit, lsn: lsn + 1, durableLSN: 0, previous: check, payload: batch.commitPayload)
      _ = commit.encode(into: writer, salt: 3)
      storage[FileName.log(sequence: 1).text] = writer.finish().array
      let log = try LogRecovery.read(
        from: storage, manifest: Manifest(indexID: header.indexID, fields: []), note: nil)
      #expect(log.extents.count == expected, "lsn \(lsn), previous \(previous)")
      #expect((log.tornTail == nil) == (expected == 1))
    }
  }

  @Test("a commit record of other records is refused", arguments: [0, 8, 16])
  func wrongCommit(offset: Int) throws {
    let header = LogHeader(
      indexID: IndexID(high: 7, low: 8), sequence: 1, generation: 1, salt: 3, base: 0)
    let storage = MemoryStorage()
    let writer = ByteWriter()
    writer.append(header.encoded())
    let operation = LogRecord(
      kind: .operation, lsn: 1, durableLSN: 0, previous: header.check,
      payload: LogOperation.deleteAll.encoded())
    let check = operation.encode(into: writer, salt: 3)
    var batch = OpenBatch(firstLSN: 1, salt: 3)
    batch.add(check: check)
    var payload = batch.commitPayload.array
    payload[offset] ^= 1
    let commit = LogRecord(
      kind: .commit, lsn: 2, durableLSN: 0, previous: check, payload: ByteView(copying: payload))
    _ = commit.encode(into: writer, salt: 3)
    storage[FileName.log(sequence: 1).text] = writer.finish().array
    let manifest = Manifest(indexID: header.indexID, fields: [])
    #expect(
      thrownCode { try LogRecovery.read(from: storage, manifest: manifest, note: nil) }
        == .corrupted)
  }

  @Test("reading writes nothing")
  func pureRead() throws {
    let sample = try sample(seed: 9, batches: 6)
    let bytes = try #require(sample.storage[sample.file])
    sample.storage[sample.file] = Array(bytes.prefix(sample.ends[5].byteCount - 5))
    let before = Dictionary(
      uniqueKeysWithValues: sample.storage.list().map { ($0, sample.storage[$0]) })
    #expect(try numbers(sample.storage) == 5)
    #expect(try numbers(sample.storage) == 5)
    let after = Dictionary(
      uniqueKeysWithValues: sample.storage.list().map { ($0, sample.storage[$0]) })
    #expect(before == after)
  }

  @Test("a torn tail is continued in another file, and stays where it is")
  func continuation() throws {
    let sample = try sample(seed: 10, batches: 6)
    let bytes = try #require(sample.storage[sample.file])
    sample.storage[sample.file] = Array(bytes.prefix(sample.ends[5].byteCount - 5))
    let torn = try #require(sample.storage[sample.file])
    for expected in 6...9 as ClosedRange<UInt64> {
      let index = try NumberIndex(sample.storage, seed: expected)
      #expect(index.last == expected - 1)
      try index.append()
      if expected % 2 == 0 { try index.close() }
      #expect(sample.storage[sample.file] == torn)
      #expect(try numbers(sample.storage) == expected)
    }
    // What the torn file ends in never comes back, even if the bytes do.
    sample.storage[sample.file] = bytes
    #expect(try numbers(sample.storage) == 9)
  }

  @Test("a missing file is found when something follows it or the manifest relies on it")
  func missingFiles() throws {
    let storage = MemoryStorage()
    for seed in 1...3 as ClosedRange<UInt64> {
      let index = try NumberIndex(storage, seed: seed)
      try index.append(durability: .full)
      try index.close()
    }
    let logs = storage.list().filter { $0.hasPrefix("wal-") }.sorted()
    #expect(logs.count == 3)
    for name in logs.dropLast() {
      let content = storage[name]
      storage[name] = nil
      #expect(thrownCode { try numbers(storage) } == .corrupted, "\(name)")
      storage[name] = content
    }
    let index = try NumberIndex(storage, seed: 9)
    try index.checkpoint()
    try index.append()
    try index.close()
    #expect(try numbers(storage) == 4)
    let last = try #require(storage.list().filter { $0.hasPrefix("wal-") }.sorted().last)
    storage[last] = nil
    #expect(thrownCode { try numbers(storage) } == .corrupted)
  }

  @Test("files of another index, or under another number, are refused")
  func foreignFiles() throws {
    let sample = try sample(seed: 12, batches: 2)
    let bytes = try #require(sample.storage[sample.file])
    sample.storage[FileName.log(sequence: 2).text] = bytes
    #expect(thrownCode { try numbers(sample.storage) } == .corrupted)
    let header = LogHeader(
      indexID: IndexID(high: 0, low: 0), sequence: 2, generation: 1, salt: 1, base: 0)
    sample.storage[FileName.log(sequence: 2).text] = header.encoded().array
    #expect(thrownCode { try numbers(sample.storage) } == .corrupted)
  }

  @Test("crafted records with right checks are refused without trapping or hanging")
  func crafted() throws {
    for seed in SeededRandom.seeds(count: 400) {
      var random = SeededRandom(seed: seed)
      let storage = MemoryStorage()
      let index = try NumberIndex(storage, seed: 1)
      try index.close()
      let header = LogHeader(
        indexID: IndexID(high: 7, low: 8), sequence: 1, generation: 1, salt: 1,
        base: [0, 0, 0, 1, .max, .max - 1][random.int(in: 0..<6)])
      let writer = ByteWriter()
      writer.append(header.encoded())
      var previous = header.check
      var lsn = header.base &+ 1
      for _ in 0..<random.int(in: 0..<6) {
        let kind = LogRecord.Kind(rawValue: UInt8(1 + random.int(in: 0..<4))) ?? .marker
        let payloads: [[UInt8]] = [[], [3], [4, 1, 65], Array(repeating: 1, count: 24)]
        let record = LogRecord(
          kind: kind, lsn: random.oneIn(8) ? random.next() : lsn,
          durableLSN: random.oneIn(3) ? random.next() : 0, previous: previous,
          payload: ByteView(copying: payloads[random.int(in: 0..<4)]))
        previous = record.encode(into: writer, salt: 1)
        lsn = lsn &+ 1
      }
      storage[FileName.log(sequence: 1).text] = writer.finish().array
      let code = thrownCode {
        _ = try RecoveredIndex.open(storage) { (recovered) throws(SearchError) in
          try recovered.replay(from: storage) { _ in }
        }
      }
      #expect(code == nil || code == .corrupted, "seed \(seed)")
    }
  }

  @Test("looking for proof behind a hole ends soon, whatever the bytes")
  func boundedSearch() throws {
    let storage = MemoryStorage()
    try NumberIndex(storage, seed: 1).close()
    let header = LogHeader(
      indexID: IndexID(high: 7, low: 8), sequence: 1, generation: 1, salt: 1, base: 0)
    let writer = ByteWriter()
    writer.append(header.encoded())
    writer.append(Array(repeating: 0xFF, count: 40))
    // Each of these looks like a record of 512 KiB that proves the hole.
    for _ in 0..<100_000 {
      writer.append(UInt32(1 << 19))
      writer.append(UInt32(1))
      writer.append(UInt64(2))
      writer.append(UInt64(1))
      writer.append(UInt64(0))
    }
    storage[FileName.log(sequence: 1).text] = writer.finish().array
    #expect(thrownCode { try numbers(storage) } == .corrupted)
  }
}
