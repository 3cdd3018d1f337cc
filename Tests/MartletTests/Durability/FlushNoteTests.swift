import MartletTestSupport
import Testing

@testable import Martlet

@Suite("The note of what is flushed")
struct FlushNoteTests {
  private let manifest = Manifest(indexID: IndexID(high: 1, low: 2), fields: [])

  @Test("whatever the writer's note says to be flushed is missed when it is gone")
  func missed() throws {
    for flushed in [0, 3, 5] {
      let storage = MemoryStorage()
      let index = try NumberIndex(storage, seed: 1)
      var ends: [Int] = [0]
      let name = FileName.log(sequence: 1).text
      for number in 1...5 {
        try index.append()
        if number == flushed { try index.synchronize() }
        ends.append(storage[name]?.count ?? 0)
      }
      let bytes = try #require(storage[name])
      for count in stride(from: LogFormat.headerByteCount + 8, through: bytes.count, by: 8) {
        storage[name] = Array(bytes.prefix(count))
        let whole = UInt64(ends.lastIndex { $0 <= count } ?? 0)
        let code = thrownCode {
          let found = try NumberIndex.numbers(in: storage).last ?? 0
          #expect(found == whole && whole >= flushed)
        }
        #expect((code == .corrupted) == (whole < flushed), "\(count) bytes, \(flushed) flushed")
        var damaged = bytes
        damaged[count - 1] ^= 1
        storage[name] = damaged
        let isFlushed = flushed > 0 && count - 1 < ends[flushed]
        #expect(
          thrownCode { try NumberIndex.numbers(in: storage).last ?? 0 }
            == (isFlushed ? .corrupted : nil))
      }
      storage[name] = nil
      #expect(
        thrownCode { try NumberIndex.numbers(in: storage).last ?? 0 }
          == (flushed > 0 ? .corrupted : nil))
    }
  }

  @Test(
    "tells of a lost manifest, also without a log", arguments: [Durability.none, .normal, .full])
  func lostManifest(durability: Durability) throws {
    let disk = MemoryStorage()
    let core = try TestEngine.open(disk) { $0.durability = durability }
    for round in 0..<3 {
      try core.write(TestEngine.puts(round..<round + 2, round))
      try core.checkpoint()
    }
    try core.close()
    let newest = try #require(disk.list().filter { $0.hasPrefix("manifest-") }.max())
    disk[newest] = nil
    let names = disk.list()
    #expect(thrownCode { try TestEngine.open(disk) } == .corrupted)
    #expect(thrownCode { _ = try TestEngine.read(disk) } == .corrupted)
    #expect(disk.list() == names)
  }

  @Test("does not name a file that only the drive's cache has")
  func unflushedFile() throws {
    let past = SimulatedDisk(DiskState(drive: .keepsOrder))
    let first = try TestEngine.open(past) { $0.durability = .full }
    try first.write([TestEngine.put("a", 1)])
    try first.close()
    var random = SeededRandom(seed: 1)
    var failureCount = 0
    for call in 0..<40 {
      let disk = SimulatedDisk(past.state)
      guard let writer = try? TestEngine.open(disk, { $0.durability = .full }) else { continue }
      disk.fail(DiskFault(call: disk.callCount + call, isLasting: false, .diskFull, .before))
      guard (try? writer.write([TestEngine.put("b", 2)])) == nil else { continue }
      failureCount += 1
      for _ in 0..<30 {
        let left = SimulatedDisk(disk.state.image(.tears, using: &random))
        #expect(throws: Never.self, "call \(call)") {
          let again = try TestEngine.open(left) { $0.durability = .full }
          #expect(again.state.segments.documentCount == 1)
        }
      }
    }
    #expect(failureCount > 2)
  }

  /// Whoever opens the index goes on counting from there.
  @Test(
    "with numbers that no writer comes to is none",
    arguments: [1 << 62, .max - 1, .max] as [UInt64])
  func forged(number: UInt64) throws {
    for place in 0..<3 {
      var note = FlushNote(indexID: manifest.indexID, sequence: 3, durableLSN: 9, generation: 1)
      switch place {
      case 0: note.sequence = number
      case 1: note.durableLSN = number
      default: note.generation = number
      }
      #expect(FlushNote.decode(note.encoded(), indexID: manifest.indexID) == nil)
    }
  }

  @Test("leaves a note of what is flushed, and of the last file that is durable")
  func notes() throws {
    let storage = MemoryStorage()
    let notes = Lock<[FlushNote?]>([])
    let log = LogWriter(
      storage, after: try LogRecovery.read(from: storage, manifest: manifest, note: nil),
      generation: 1, latch: DurabilityLatch(), random: { 42 },
      leaveNote: { bytes in
        let note = FlushNote.decode(bytes, indexID: IndexID(high: 1, low: 2))
        notes.withLock { $0.append(note) }
      })
    _ = try log.append([.deleteAll])
    try log.flush()
    _ = try log.append([.deleteAll])
    _ = try log.startFile()
    try log.close()
    let found = notes.withLock { $0.map { [$0?.sequence ?? 0, $0?.durableLSN ?? 0] } }
    #expect(found == [[1, 2], [2, 4]], "after syncs that do more than keep the order")
    let note = FlushNote(indexID: manifest.indexID, sequence: 3, durableLSN: 9, generation: 4)
    var bytes = note.encoded().array
    #expect(FlushNote.decode(ByteView(copying: bytes), indexID: manifest.indexID) == note)
    #expect(
      FlushNote.decode(ByteView(copying: bytes), indexID: IndexID(high: 1, low: 3)) == nil)
    for index in bytes.indices {
      bytes[index] ^= 4
      #expect(FlushNote.decode(ByteView(copying: bytes), indexID: manifest.indexID) == nil)
      #expect(
        FlushNote.decode(ByteView(copying: Array(bytes.prefix(index))), indexID: manifest.indexID)
          == nil)
      bytes[index] ^= 4
    }
  }
}
