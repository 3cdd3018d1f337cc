import MartletTestSupport
import Synchronization
import Testing

@testable import Martlet

/// Copies of an index on a disk that fails.
@Suite("A copy of an index")
struct BackUpTests {
  /// An index with segments in files, deletions, and documents in memory.
  private static func core() throws -> IndexCore {
    let core = try TestEngine.open(MemoryStorage())
    for number in 0..<3 {
      try core.write(TestEngine.puts(number * 10..<number * 10 + 15, number))
      try core.checkpoint()
    }
    try core.write([.delete(key: Array("k3".utf8)), .bookmark(name: "b", bytes: [7])])
    try core.write(TestEngine.puts(100..<103, 9))
    return core
  }

  @Test("has the documents and bookmarks, and goes its own way")
  func copies() throws {
    let core = try Self.core()
    let target = SimulatedDisk()
    try core.backUp(core.state, to: target)
    let documents = try core.documents()
    #expect(try TestEngine.read(target) == documents)
    #expect(try TestEngine.leftovers(target) == [])
    let copy = try TestEngine.open(target)
    #expect(copy.state.bookmarks == ["b": [7]])
    #expect(try copy.verify() == [])
    try copy.write(TestEngine.puts(0..<60, 5))
    try copy.compact()
    #expect(try core.documents() == documents)
    try copy.close()
    try core.close()
  }

  @Test("is the whole index or none after power was lost at any moment", arguments: 0..<8)
  func powerLoss(round: Int) throws {
    var random = SeededRandom(seed: TestSeed.value &+ UInt64(round))
    let core = try Self.core()
    let documents = try core.documents()
    let target = SimulatedDisk()
    let states = Mutex<[DiskState]>([])
    target.observeChanges { state in states.withLock { $0.append(state) } }
    try core.backUp(core.state, to: target)
    let moments = states.withLock { $0 }
    #expect(moments.count > 10)
    var found = 0
    for moment in moments + [target.state] {
      let disk = SimulatedDisk(moment.image(.random(&random), using: &random))
      let reader: IndexCore
      do throws(SearchError) {
        reader = try IndexCore.openForReading(
          disk, schema: TestEngine.schema, options: TestEngine.options())
      } catch {
        let isHalf = error.code == .corrupted && error.message.contains("no manifest")
        #expect(error.code == .notFound || isHalf, "\(error)")
        continue
      }
      found += 1
      #expect(try reader.documents() == documents)
      #expect(reader.state.bookmarks == ["b": [7]])
    }
    #expect(found > 0)
    try core.close()
  }

  @Test("fails with an error at every call that fails, and leaves no half of an index")
  func faults() throws {
    let core = try Self.core()
    let documents = try core.documents()
    var call = 0
    while true {
      let target = SimulatedDisk()
      target.fail(DiskFault(call: call, isLasting: false, .io, call % 2 == 0 ? .before : .half))
      let code = thrownCode { try core.backUp(core.state, to: target) }
      let wasStruck = !target.strikes.isEmpty
      target.fail(nil)
      if code == nil {
        #expect(try TestEngine.read(target) == documents)
      } else {
        let found = thrownCode { _ = try TestEngine.read(target) }
        #expect(
          found == .notFound || found == .corrupted || code == .durabilityUnknown,
          "call \(call): \(code as Any)")
      }
      #expect(try core.documents() == documents)
      guard wasStruck else { break }
      call += 1
    }
    #expect(call > 10)
    try core.close()
  }
}
