import MartletTestSupport
import Synchronization
import Testing

@testable import Martlet

/// An index that is made again on a disk that fails.
@Suite("An index that is made again with another schema")
struct RebuildFailureTests {
  struct Note: SearchDocument {
    var searchKey: Int { id }
    let id: Int
    let text: String
    static let searchSchema = Schema<Note>(fields: [.text("text", \.text)])
    static let other = Schema<Note>(fields: [.text("text", \.text, analyzer: .whitespace)])
  }

  private static let options = IndexOptions(memoryLimit: 1, merging: .manual)

  /// A disk with segments, deletions, and a log.
  private static func disk() throws -> SimulatedDisk {
    let disk = SimulatedDisk()
    let index = try SearchIndex<Note>(
      disk, schema: Note.searchSchema, options: IndexOptions(merging: .manual))
    for part in 0..<3 {
      try index.writeSync { batch in
        for id in 0..<8 { try batch.put(Note(id: part * 8 + id, text: "Word \(id)")) }
      }
      if part < 2 { try index.checkpointSync() }
    }
    try index.writeSync { $0.delete(contentsOf: [0, 20]) }
    try index.flushSync()
    return SimulatedDisk(disk.kill().state)
  }

  private static func remake(_ disk: SimulatedDisk) async throws -> SearchIndex<Note> {
    try await IndexOpening(disk, Note.other, kept: [:], options, nil).run(.reindexStored, .fail)
  }

  /// Makes sure that a reader finds either index, whole, and that it can be made again. Returns
  /// true if it was the new one.
  private static func judge(_ disk: SimulatedDisk, _ place: String) async throws -> Bool {
    let found = [Note.searchSchema, Note.other].map { schema in
      (try? IndexCore.openForReading(
        disk, schema: schema.indexSchema, options: options))?.state.segments.documentCount
    }
    #expect(found.compactMap(\.self) == [22], "\(place): \(found)")
    let index = try await remake(disk)
    #expect(try await index.search("Word").total.number == 22, "\(place)")
    #expect(try await index.search("word").total.number == 0, "\(place)")
    #expect(try TestEngine.leftovers(disk) == [], "\(place)")
    #expect(try await index.verify().problems.isEmpty, "\(place)")
    try await index.write { try $0.put(Note(id: 99, text: "Word")) }
    try await index.close()
    let again = try SearchIndex<Note>(disk, schema: Note.other, options: options)
    #expect(again.statistics.documentCount == 23, "\(place)")
    try await again.close()
    return found[1] != nil
  }

  @Test(
    "is the old one or the new one after power was lost at any moment",
    arguments: 0..<ReliabilitySize.scaled(15))
  func powerLoss(round: Int) async throws {
    var random = SeededRandom(seed: TestSeed.value &+ UInt64(round))
    let disk = try Self.disk()
    let states = Mutex<[DiskState]>([])
    disk.observeChanges { state in states.withLock { $0.append(state) } }
    let index = try await Self.remake(disk)
    disk.observeChanges(nil)
    try await index.close()
    let moments = states.withLock { $0 }
    #expect(moments.count > 10)
    var newCount = 0
    for (number, moment) in moments.enumerated() where number % 3 == round % 3 {
      let loss = PowerLoss.random(&random)
      let image = SimulatedDisk(
        round == 0 ? moment : moment.image(loss, using: &random))
      let isNew = try await Self.judge(image, "seed \(TestSeed.value), moment \(number), \(loss)")
      newCount += isNew ? 1 : 0
    }
    #expect(newCount > 0 && newCount < moments.count)
  }

  @Test("is the old one or the new one after any call that fails")
  func faults() async throws {
    let effects = DiskFault.Effect.allCases
    var call = 0
    var failures = 0
    while true {
      let effect = effects[call % effects.count]
      let disk = try Self.disk()
      disk.fail(DiskFault(call: disk.callCount + call, isLasting: false, .io, effect))
      let index = try? await Self.remake(disk)
      let wasStruck = !disk.strikes.isEmpty
      disk.fail(nil)
      failures += index == nil ? 1 : 0
      try? await index?.close()
      _ = try await Self.judge(SimulatedDisk(disk.kill().state), "call \(call), \(effect.rawValue)")
      guard wasStruck else { break }
      call += 1
    }
    #expect(call > 20 && failures > 5)
  }

  @Test("what killed processes have begun does not add up")
  func unfinished() async throws {
    var disk = try Self.disk()
    var counts: [Int] = []
    for _ in 0..<3 {
      let states = Mutex<[DiskState]>([])
      disk.observeChanges { state in states.withLock { $0.append(state) } }
      try await Self.remake(disk).close()
      disk.observeChanges(nil)
      // The moment at which most of the new index is there, and the old one is not replaced.
      let moments = try states.withLock { $0 }.compactMap { state -> (DiskState, Int)? in
        let image = SimulatedDisk(state)
        let old = try? IndexCore.openForReading(
          image, schema: Note.searchSchema.indexSchema, options: Self.options)
        return old == nil ? nil : (state, try TestEngine.leftovers(image).count)
      }
      let (worst, count) = try #require(moments.max { $0.1 < $1.1 })
      counts.append(count)
      disk = SimulatedDisk(worst)
    }
    #expect(counts[0] > 0 && counts == [counts[0], counts[0], counts[0]], "\(counts)")
    #expect(try await !Self.judge(disk, "three unfinished"))
  }

  @Test("leaves nothing behind on a full disk")
  func fullDisk() async throws {
    let disk = try Self.disk()
    let before = Set(try disk.list())
    disk.limitSpace(to: disk.state.byteCount + 100)
    let error = await #expect(throws: SearchError.self) { try await Self.remake(disk) }
    #expect(error?.code == .diskFull)
    #expect(Set(try disk.list()) == before)
    disk.limitSpace(to: nil)
    _ = try await Self.judge(disk, "full")
  }
}
