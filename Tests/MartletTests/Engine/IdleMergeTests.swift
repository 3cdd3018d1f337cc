import Dispatch
import MartletTestSupport
import Testing

@testable import Martlet

/// Merges of few segments, which wait for a pause between batches.
@Suite("A merge in a pause between batches")
struct IdleMergeTests {
  private static func open(
    _ storage: any Storage, _ change: (inout TestOptions) -> Void = { _ in }
  ) throws -> IndexCore {
    try TestEngine.open(storage) { options in
      options.mergesAutomatically = true
      options.idleMergePause = .milliseconds(5)
      change(&options)
    }
  }

  /// An index of eight files of equal size, in which no merge pays while batches arrive.
  private static func eightFiles() throws -> MemoryStorage {
    let storage = MemoryStorage()
    let core = try open(storage) { $0.idleMergePause = nil }
    for file in 0..<8 {
      try core.write(TestEngine.puts(file * 10..<file * 10 + 10, 1))
      try core.checkpoint()
    }
    core.background.sync {}
    #expect(core.state.fileMembers.count == 8)
    try core.close()
    return storage
  }

  /// Waits until `count` files are left; false if that takes too long.
  private static func hasFiles(_ count: Int, _ core: IndexCore) async throws -> Bool {
    for _ in 0..<20_000 {
      if core.state.fileMembers.count == count { return true }
      try await Task.sleep(for: .milliseconds(5))
    }
    return false
  }

  @Test("leaves one segment of equal ones, after opening and after a batch, and nothing deleted")
  func merging() async throws {
    let storage = try Self.eightFiles()
    var core = try Self.open(storage)
    #expect(try await Self.hasFiles(1, core))
    try core.close()
    core = try Self.open(storage)
    try core.write(TestEngine.puts(5..<25, 2) + [.delete(key: Array("k79".utf8))])
    try core.checkpoint()
    #expect(try await Self.hasFiles(1, core))
    #expect(core.state.segments.documentCount == 79)
    let expected = try core.documents()
    #expect(expected.count == 79 && expected["k7"] == 2 && expected["k70"] == 1)
    #expect(try TestEngine.read(TestEngine.copy(storage)) == expected)
    try core.close()
    #expect(try TestEngine.read(storage) == expected)
    #expect(try TestEngine.leftovers(storage) == [])
  }

  @Test("does not come early, on request only, with a lock for each write, or while suspended")
  func waiting() async throws {
    for change in [
      { (options: inout TestOptions) in options.idleMergePause = .seconds(3_600) },
      { $0.mergesAutomatically = false },
      { $0.writerLock = .perWrite },
    ] {
      let core = try Self.open(try Self.eightFiles(), change)
      try await Task.sleep(for: .milliseconds(60))
      #expect(core.state.fileMembers.count == 8)
      try core.close()
    }
    let core = try Self.open(try Self.eightFiles()) { $0.idleMergePause = .milliseconds(200) }
    try core.suspend()
    try await Task.sleep(for: .milliseconds(300))
    #expect(core.state.fileMembers.count == 8 && core.failure == nil)
    try core.resume()
    #expect(try await Self.hasFiles(1, core), "it is made up for")
    try core.close()
  }

  @Test("does not come after closing, and comes if the index is opened again")
  func closing() async throws {
    let storage = try Self.eightFiles()
    let core = try Self.open(storage) { $0.idleMergePause = .milliseconds(100) }
    try core.close()
    let names = storage.list().sorted()
    try await Task.sleep(for: .milliseconds(200))
    #expect(storage.list().sorted() == names)
    let again = try Self.open(storage)
    #expect(try await Self.hasFiles(1, again))
    try again.close()
    #expect(try TestEngine.read(storage).count == 80)
  }

  @Test("waits for the last batch, also without a log", arguments: [Durability.normal, .none])
  func patience(durability: Durability) async throws {
    let storage = try Self.eightFiles()
    let clock = ContinuousClock()
    var (last, isSteady) = (clock.now, true)
    let core = try Self.open(storage) {
      $0.idleMergePause = .milliseconds(400)
      $0.durability = durability
    }
    for version in 0..<40 {
      try core.write(TestEngine.puts(0..<1, version))
      let count = core.state.fileMembers.count
      let now = clock.now
      // A machine under load may itself make a pause that is long enough.
      isSteady = isSteady && last.duration(to: now) < .milliseconds(200)
      if isSteady { #expect(count == 8) }
      last = now
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(try await Self.hasFiles(1, core))
    #expect(try core.documents()["k0"] == 39)
    try core.close()
  }

  @Test("is left out without a failure if there is no room, and made up for once there is")
  func room() async throws {
    let disk = ObservedStorage(try Self.eightFiles())
    disk.setAvailable(100)
    let core = try Self.open(disk)
    try await Task.sleep(for: .milliseconds(60))
    #expect(core.state.fileMembers.count == 8)
    #expect(core.failure == nil)
    disk.setAvailable(nil)
    try core.write(TestEngine.puts(0..<1, 2))
    #expect(try await Self.hasFiles(1, core))
    #expect(try core.documents().count == 80)
    try core.close()
    let found = try TestEngine.read(disk)
    #expect(found.count == 80 && found["k0"] == 2)
    #expect(try TestEngine.leftovers(disk) == [])
  }
}
