import MartletTestSupport
import Synchronization
import Testing

@testable import Martlet

/// An index that is removed while power is lost, calls fail, or others open it.
@Suite("An index that is removed")
struct RemovalTests {
  private static let schema = RebuildFailureTests.Note.searchSchema
  private static let options = IndexOptions(memoryLimit: 1 << 20, merging: .manual)

  /// Makes an index with segments, deletions, two manifests, and a log.
  private static func fill(
    _ storage: any Storage
  ) throws -> SearchIndex<RebuildFailureTests.Note> {
    let index = try SearchIndex(storage, schema: schema, options: options)
    for part in 0..<3 {
      try index.writeSync { batch in
        for id in 0..<8 { try batch.put(.init(id: part * 8 + id, text: "Word \(id)")) }
      }
      if part < 2 { try index.checkpointSync() }
    }
    try index.writeSync { $0.delete(contentsOf: [0, 20]) }
    try index.flushSync()
    return index
  }

  private static func disk() throws -> SimulatedDisk {
    let disk = SimulatedDisk()
    _ = try fill(disk)
    return SimulatedDisk(disk.kill().state)
  }

  /// Makes sure that readers and writers find the whole index or none, that a new one can be made
  /// in place of none, and that removing goes through. Returns true if the index was still there.
  private static func judge(_ state: DiskState, _ place: String) throws -> Bool {
    let disk = SimulatedDisk(state)
    let isThere = try IndexFolder(disk).hasIndex
    do {
      let core = try IndexCore.openForReading(disk, schema: schema.indexSchema, options: options)
      #expect(isThere && core.state.segments.documentCount == 22, "\(place)")
    } catch {
      #expect(!isThere && error.code == .notFound, "\(place): \(error)")
    }
    let index = try SearchIndex(disk, schema: schema, options: options)
    #expect(index.statistics.documentCount == (isThere ? 22 : 0), "\(place)")
    try index.writeSync { try $0.put(.init(id: 99, text: "Late")) }
    try index.closeSync()
    let again = try SearchIndex(disk, schema: schema, options: options)
    #expect(again.statistics.documentCount == (isThere ? 23 : 1), "\(place)")
    #expect(try again.verifySync().problems.isEmpty, "\(place)")
    try again.closeSync()
    let other = SimulatedDisk(state)
    try IndexFolder(other).removeIndex()
    #expect(try other.list().isEmpty, "\(place)")
    return isThere
  }

  @Test("is there or not after power was lost at any moment", arguments: 0..<4)
  func powerLoss(round: Int) throws {
    var random = SeededRandom(seed: TestSeed.value &+ UInt64(round))
    let disk = try Self.disk()
    let states = Mutex<[DiskState]>([disk.state])
    disk.observeChanges { state in states.withLock { $0.append(state) } }
    try IndexFolder(disk).removeIndex()
    disk.observeChanges(nil)
    let moments = states.withLock { $0 }
    #expect(moments.count > 8)
    var thereCount = 0
    for (number, moment) in moments.enumerated() {
      let loss = PowerLoss.random(&random)
      let image = round == 0 ? moment : moment.image(loss, using: &random)
      let place = "seed \(TestSeed.value), moment \(number), \(loss)"
      thereCount += try Self.judge(image, place) ? 1 : 0
    }
    #expect(thereCount > 0 && thereCount < moments.count)
  }

  @Test("is there or not after any call that fails")
  func faults() throws {
    var call = 0
    var failures = 0
    while true {
      let effect = DiskFault.Effect.allCases[call % DiskFault.Effect.allCases.count]
      let disk = try Self.disk()
      disk.fail(DiskFault(call: disk.callCount + call, isLasting: false, .io, effect))
      do { try IndexFolder(disk).removeIndex() } catch { failures += 1 }
      let wasStruck = !disk.strikes.isEmpty
      disk.fail(nil)
      _ = try Self.judge(disk.kill().state, "call \(call), \(effect.rawValue)")
      guard wasStruck else { break }
      call += 1
    }
    #expect(call > 10 && failures > 8)
  }

  @Test("does not take an index with it that is made anew after it was interrupted")
  func remade() throws {
    let full = try Self.disk()
    let manifest = try #require(try full.list().first { $0.hasPrefix("manifest-") })
    try full.rename(manifest, to: FileName.removal.text)
    let lock = try full.acquireWriterLock()
    let rebuild = try IndexRebuild(
      in: full, schema: Self.schema.indexSchema, bookmarks: [:], options: Self.options)
    let codec = DocumentCodec(Self.schema)
    try SearchIndex(rebuild.core, codec).writeSync { try $0.put(.init(id: 7, text: "Anew")) }
    let index = SearchIndex(try rebuild.finish { () throws(SearchError) in lock }, codec)
    #expect(index.statistics.documentCount == 1)
    try index.closeSync()
    let again = try SearchIndex(full, schema: Self.schema, options: Self.options)
    #expect(try again.searchSync("anew").hits.map(\.id) == [7])
    try again.closeSync()
  }

  @Test("is not there for a reader that has looked at its files before", arguments: 1...4)
  func reader(listing: Int) throws {
    let base = MemoryStorage()
    try Self.fill(base).closeSync()
    let listings = Mutex(0)
    let storage = ObservedStorage(
      base,
      didList: {
        guard
          listings.withLock({
            $0 += 1; return $0
          }) == listing
        else { return }
        #expect(throws: Never.self) { try IndexFolder(base).removeIndex() }
      })
    let code = thrownCode {
      _ = try IndexCore.openForReading(
        storage, schema: Self.schema.indexSchema, options: Self.options)
    }
    let wasRemoved = listings.withLock { $0 } >= listing
    #expect(code == (wasRemoved ? .notFound : nil))
    #expect(wasRemoved || listing > 2)
  }
}
