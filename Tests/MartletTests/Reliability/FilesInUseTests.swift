import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

/// Files that a merge has replaced while a snapshot uses them.
@Suite("Files in use")
struct FilesInUseTests {
  private let folder: TemporaryFolder
  private let storage: FileStorage

  init() throws {
    folder = try TemporaryFolder()
    storage = try FileStorage(path: folder.path(of: "index"), createIfMissing: true)
  }

  /// Writes segments of ten documents each.
  private func write(_ segments: Range<Int>, to core: IndexCore) throws {
    for number in segments {
      try core.write(TestEngine.puts((number * 10)..<(number * 10 + 10), 1))
      try core.checkpoint()
    }
  }

  /// Waits much longer than the two seconds between looks, as other tests may have all processors.
  private func expectRemoval(from storage: any Storage) throws {
    try Waiting.block { try TestEngine.leftovers(storage) == [] }
    #expect(try TestEngine.leftovers(storage) == [])
  }

  @Test("go soon after the last use, without another write")
  func merged() throws {
    let core = try TestEngine.open(storage) { $0.mergesAutomatically = true }
    let snapshot = Lock<IndexState?>(nil)
    var count = 0
    // Until a merge in the background replaces segments that the snapshot has.
    while try TestEngine.leftovers(storage) == [], count < 64 {
      snapshot.withLock { $0 = core.state }
      try write(count..<(count + 1), to: core)
      core.background.sync {}
      count += 1
    }
    #expect(try TestEngine.leftovers(storage) != [])
    Thread.sleep(forTimeInterval: 0.3)
    #expect(try TestEngine.leftovers(storage) != [], "they are still in use")
    snapshot.withLock { $0 = nil }
    try expectRemoval(from: storage)
    #expect(try core.documents().count == count * 10)
    try core.close()
  }

  @Test("go after an index was resumed that was suspended when their last use ended")
  func resumed() throws {
    let core = try TestEngine.open(storage)
    try write(0..<3, to: core)
    let snapshot = Lock<IndexState?>(core.state)
    try core.compact()
    #expect(try TestEngine.leftovers(storage) != [])
    try core.suspend()
    // The look that compacting asked for finds a suspended index, and asks for no other.
    Thread.sleep(forTimeInterval: 0.4)
    #expect(try TestEngine.leftovers(storage) != [])
    snapshot.withLock { $0 = nil }
    try core.resume()
    try expectRemoval(from: storage)
    try core.close()
  }

  @Test("go when their last use ends between two looks at the folder", arguments: 1...8)
  func released(atLook number: Int) throws {
    let snapshot = Lock<IndexState?>(nil)
    let looks = Lock(Int.min)
    let memory = MemoryStorage()
    let observed = ObservedStorage(
      memory,
      didList: {
        let look = looks.withLock { looks in
          looks += 1
          return looks
        }
        if look == number { snapshot.withLock { $0 = nil } }
      })
    let core = try TestEngine.open(observed)
    try write(0..<3, to: core)
    snapshot.withLock { $0 = core.state }
    looks.withLock { $0 = 0 }
    try core.compact()
    try expectRemoval(from: memory)
    try core.close()
  }
}
