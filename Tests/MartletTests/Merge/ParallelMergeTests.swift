import MartletTestSupport
import Synchronization
import Testing

@testable import Martlet

/// Merges that several threads share, against those that one does.
@Suite("A merge on several threads")
struct ParallelMergeTests {
  /// Documents of words in several scripts.
  private static func texts(
    _ count: Int, of length: Int = 50, _ random: inout SeededRandom
  ) -> [String] {
    let letters = Array("abcdefghijklmnopqrstuvwxyzäéøабвгдежאבגదధనคงจ中文字典한국어𝒜𝒷😀0123")
    return (0..<count).map { _ in
      (0..<random.int(in: 0..<length)).map { _ in
        let first = letters[random.int(in: 0..<(1 << random.int(in: 0..<6))) % letters.count]
        return "\(first)\(random.int(in: 0..<(1 << random.int(in: 0..<5))))"
      }.joined(separator: " ")
    }
  }

  private static func segments(seed: UInt64, sizes: [Int]) throws -> [LiveSegment] {
    var random = SeededRandom(seed: seed)
    var sample = MergeSample(seed: seed)
    for size in sizes {
      let documents = texts(size, &random).enumerated().map { number, text in
        InputDocument(
          key: Array("\(sample.segments.count) \(number)".utf8),
          values: [0, 1, 2].map {
            InputDocument.Value(
              field: FieldID($0), content: .text($0 == 2 ? "tag\(number % 9)" : text))
          }, stored: [])
      }
      let deleted = documents.indices.filter { _ in random.oneIn(7) }
      try sample.add(documents, deleted: random.oneIn(2) ? deleted : [])
    }
    return sample.segments
  }

  private static func merger(_ segments: [LiveSegment], on threads: Int) throws -> SegmentMerger {
    var merger = try SegmentMerger(
      segments, definitions: MergeSample.schema.definitions,
      segmentID: SegmentID(high: 7, low: 0))
    merger.leastPrefixCost = 60
    merger.bigramBudget = BigramBudget(leastDocumentFrequency: 3, share: 0.5)
    merger.prefixPairBudget = PrefixPairBudget(leastCost: 5, leastShare: 0, mostWords: 8)
    merger.threads = .concurrent(threads)
    merger.leastPartByteCount = 1
    return merger
  }

  @Test("writes the same bytes, in memory and in files", arguments: 0..<4)
  func equal(round: UInt64) throws {
    let seed = TestSeed.value &+ round
    var random = SeededRandom(seed: seed)
    let sizes = (0..<random.int(in: 1..<6)).map { _ in random.int(in: 0..<300) }
    let segments = try Self.segments(seed: seed, sizes: sizes)
    let expected = try Self.merger(segments, on: 1).merge()
    let segment = try MergeSample.open(expected)
    #expect(SegmentChecker.check(segment) == [], "seed \(seed)")
    for threads in [2, 3, 7, 40] {
      let isSame = try Self.merger(segments, on: threads).merge().array == expected.array
      #expect(isSame, "seed \(seed), \(threads) threads")
      let storage = MemoryStorage()
      var merger = try Self.merger(segments, on: threads)
      merger.temporary = storage
      merger.heapLimit = 500
      let file = try storage.create("result")
      let summary = try merger.merge(into: .file(file))
      let written = try storage.map("result", byteCount: summary.byteCount)
      #expect(written.array == expected.array, "seed \(seed), \(threads) threads with files")
      #expect(storage.list() == ["result"])
    }
  }

  @Test("cuts fields of several scripts into as many ranges as threads, nowhere within a character")
  func ranges() throws {
    let segments = try Self.segments(seed: TestSeed.value, sizes: [300, 200])
    let fields = segments.compactMap { $0.reader.field(FieldID(0)) }
    for count in [1, 2, 3, 5] {
      let ranges = try TermRanges(fields, count: count, leastByteCount: 1).ordinals
      #expect(ranges.count == count)
      for (index, field) in fields.enumerated() {
        #expect(ranges.map { $0[index] }.first?.lowerBound == 0)
        #expect(ranges.map { $0[index] }.last?.upperBound == field.dictionary.termCount)
        for (range, next) in zip(ranges, ranges.dropFirst()) {
          #expect(range[index].upperBound == next[index].lowerBound)
          let (last, first) = (range[index].upperBound - 1, next[index].lowerBound)
          guard last >= 0, first < field.dictionary.termCount else { continue }
          let terms = try [last, first].map {
            String(decoding: try field.dictionary.cursor(at: $0).bytes, as: UTF8.self)
              .unicodeScalars
          }
          #expect(terms[0].first != terms[1].first, "\(terms)")
        }
      }
    }
    #expect(try TermRanges(fields, count: 5, leastByteCount: 1 << 20).ordinals.count == 1)
    #expect(try TermRanges([], count: 5, leastByteCount: 1).ordinals.count == 1)
  }

  @Test("that is asked to stop throws, and leaves no temporary file")
  func cancellation() throws {
    let segments = try Self.segments(seed: TestSeed.value, sizes: [120, 100])
    var allowed = 0
    while true {
      let storage = MemoryStorage()
      let polls = PollCounter(allowed: allowed)
      var merger = try Self.merger(segments, on: 3)
      merger.temporary = storage
      merger.heapLimit = 100
      merger.stop = MergeStop { polls.shouldStop() }
      let code = thrownCode { try merger.merge() }
      #expect(storage.list() == [])
      guard let code else { break }
      #expect(code == .cancelled)
      allowed += 17
    }
    #expect(allowed > 30)
  }

  @Test("that finds damage in one range says where, and stops the others")
  func damage() throws {
    let segments = try Self.segments(seed: TestSeed.value, sizes: [100, 1_500])
    let image = segments[1].reader.image
    let section = try #require(image.section(SectionID(.positions, FieldID(0))))
    for part in 1..<4 {
      var bytes = image.view.array
      bytes[section.origin + section.count * part / 4] ^= 1
      let code = thrownCode {
        let damaged = try MergeSample.open(ByteView(copying: bytes))
        _ = try Self.merger([segments[0], damaged], on: 4).merge()
      }
      #expect(code == .corrupted, "part \(part)")
    }
  }

  /// An index of three segments on `disk`.
  private func open(_ disk: any Storage, threads: Int = 3) throws -> IndexCore {
    let core = try TestEngine.open(disk) {
      $0.indexingConcurrency = threads
      $0.leastRangeByteCount = 1
      $0.memoryLimit = 1 << 18
    }
    guard core.state.members.isEmpty else { return core }
    var random = SeededRandom(seed: TestSeed.value)
    for segment in 0..<3 {
      let texts = Self.texts(500, of: 400, &random)
      try core.write(
        texts.enumerated().map { number, text in
          .put(
            InputDocument(
              key: Array("\(segment) \(number)".utf8),
              values: [InputDocument.Value(field: FieldID(0), content: .text(text))],
              stored: Array("\(number)".utf8)))
        })
      try core.checkpoint()
    }
    return core
  }

  @Test("on a disk that is full, at any number of bytes, leaves the index as it is")
  func fullDisk() throws {
    let disk = SimulatedDisk()
    let core = try open(disk)
    let (before, documents) = (disk.state.byteCount, try core.documents())
    var refusals = 0
    for room in stride(from: 0, to: 2 * before, by: before / 5) {
      disk.limitSpace(to: before + room)
      guard let code = thrownCode({ try core.compact() }) else { break }
      #expect(code == .diskFull, "\(room) bytes")
      refusals += 1
      disk.limitSpace(to: nil)
      #expect(try TestEngine.leftovers(disk) == [], "\(room) bytes")
      #expect(try core.documents() == documents)
    }
    #expect(refusals > 2 && core.state.members.count == 1)
    #expect(try core.documents() == documents)
    #expect(try core.verify() == [])
    try core.close()
  }

  /// Returns the number of files that were created on `disk`.
  private func createdCount(_ disk: SimulatedDisk) -> Int {
    disk.trace.count { $0.kind == .create }
  }

  @Test("on a disk that says how much room it has begins only what it can end", arguments: [1, 3])
  func knownRoom(threads: Int) throws {
    let disk = SimulatedDisk()
    let core = try open(disk, threads: threads)
    let before = disk.state.byteCount
    var refusals = 0
    for room in stride(from: 0, to: 4 * before, by: before / 10) {
      disk.limitSpace(to: before + room, isTold: true)
      let created = createdCount(disk)
      guard let code = thrownCode({ try core.compact() }) else { break }
      #expect(code == .diskFull && createdCount(disk) == created)
      refusals += 1
    }
    #expect(refusals > 5 && core.state.members.count == 1)
    disk.limitSpace(to: nil)
    try core.close()
  }

  @Test("that is killed leaves nothing that the next writer does not remove")
  func killed() throws {
    let disk = SimulatedDisk()
    let core = try open(disk)
    let copies = Lock<[DiskState]>([])
    disk.observeChanges { state in
      copies.withLock { copies in
        let temporary = state.fileNames.filter { $0.hasPrefix("tmp-seg-") }
        if temporary.count > 1 && copies.count < 2 { copies.append(state) }
      }
    }
    try core.compact()
    disk.observeChanges(nil)
    let documents = try core.documents()
    try core.close()
    let states = copies.withLock { $0 }
    #expect(states.count == 2)
    for state in states {
      let disk = SimulatedDisk(state)
      #expect(try !TestEngine.leftovers(disk).isEmpty)
      let core = try open(disk)
      #expect(try core.documents() == documents)
      #expect(try TestEngine.leftovers(disk) == [])
      try core.close()
      #expect(disk.state.fileNames.allSatisfy { FileName($0) != nil })
    }
  }

  @Test("gives up when the index is closed")
  func closing() throws {
    let base = MemoryStorage()
    try open(base).close()
    let core = Lock<IndexCore?>(nil)
    let disk = ObservedStorage(
      base,
      willAppend: { name in
        guard name.hasPrefix("tmp-seg-") else { return }
        core.withLock { $0 }?.isClosing.store(true, ordering: .relaxed)
      })
    let opened = try open(disk)
    core.withLock { $0 = opened }
    #expect(thrownCode { try opened.compact() } == .cancelled)
    #expect(opened.state.members.count == 3)
    try opened.close()
    #expect(try TestEngine.leftovers(base) == [])
  }
}
