import MartletTestSupport
import Testing

@testable import Martlet

@Suite("The manifest in force")
struct ManifestStoreTests {
  private let first = Manifest(indexID: IndexID(high: 1, low: 2), fields: [])

  private func store(_ storage: any Storage) throws -> ManifestStore {
    let latch = DurabilityLatch()
    try ManifestStore.write(first, to: storage, latch: latch)
    return ManifestStore(storage, first, latch: latch)
  }

  private func newest(_ storage: any Storage) throws(SearchError) -> Manifest? {
    try ManifestStore.readNewest(from: storage, forWriting: true)
  }

  @Test("is the newest")
  func publishing() throws {
    let storage = MemoryStorage()
    #expect(try newest(storage) == nil)
    let store = try store(storage)
    #expect(try newest(storage) == first)
    for generation in 2...4 as ClosedRange<Generation> {
      let published = try store.publish { $0.bookmarks["g"] = [UInt8($0.generation)] }
      #expect(published.generation == generation)
      #expect(store.current == published)
      #expect(try newest(storage) == published)
    }
    #expect(Set(storage.list()) == Set((1...4).map { FileName.manifest($0).text }))
  }

  @Test("is not replaced by an older one when it is damaged")
  func noFallBack() throws {
    let storage = MemoryStorage()
    let store = try store(storage)
    _ = try store.publish { _ in }
    let name = FileName.manifest(2).text
    storage[name]?[80] ^= 1
    #expect(thrownCode { try newest(storage) } == .corrupted)
    storage[name] = storage[FileName.manifest(1).text]
    #expect(thrownCode { try newest(storage) } == .corrupted)
    storage[name] = Array(repeating: 0, count: ManifestFormat.byteLimit + 1)
    #expect(thrownCode { try newest(storage) } == .corrupted)
  }

  @Test("stays when the change is refused")
  func refusedEdit() throws {
    let storage = MemoryStorage()
    let store = try store(storage)
    #expect(
      thrownCode {
        try store.publish { (_) throws(SearchError) in throw SearchError(.cancelled, "no") }
      } == .cancelled)
    #expect(
      thrownCode {
        try store.publish { $0.bookmarks["b"] = Array(repeating: 0, count: 1 << 20) }
      } == .limitExceeded)
    #expect(store.current == first)
    #expect(try store.publish { _ in }.generation == 2)
  }

  @Test("is the old or the new one after a failure, and it is known when nobody knows which")
  func failures() throws {
    let count = try {
      let storage = SimulatedDisk()
      let store = try store(storage)
      let before = storage.callCount
      _ = try store.publish { _ in }
      return storage.callCount - before
    }()
    #expect(count == 8)
    for call in 0..<count {
      for effect in DiskFault.Effect.allCases {
        let disk = SimulatedDisk()
        let store = try store(disk)
        disk.fail(DiskFault(call: disk.callCount + call, isLasting: false, .io, effect))
        let code = thrownCode { try store.publish { _ in } }
        // The sync of the folder before, the rename, and the sync of the folder after.
        let isUnknown = [0, 6, 7].contains(call)
        #expect(code == (isUnknown ? .durabilityUnknown : .io), "call \(call)")
        #expect(!disk.state.fileNames.contains { $0.hasPrefix("tmp-") } || isUnknown)
        let found = try #require(try newest(disk))
        #expect(found.generation == 1 || isUnknown)
        #expect(store.current == first)
        let next = thrownCode { try store.publish { _ in } }
        #expect(next == (isUnknown ? .durabilityUnknown : nil), "call \(call)")
      }
    }
  }
}
