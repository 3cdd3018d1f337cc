import Dispatch
import MartletTestSupport
import Testing

@testable import Martlet

@Suite("A checkpoint in a pause between batches")
struct IdleCheckpointTests {
  private static func open(
    _ storage: any Storage, _ change: (inout TestOptions) -> Void = { _ in }
  ) throws -> IndexCore {
    try TestEngine.open(storage) { options in
      options.idleCheckpointPause = .milliseconds(5)
      options.idleReplay = .zero
      change(&options)
    }
  }

  /// Waits until a manifest has the last batch; false if that takes too long.
  private static func isSaved(_ core: IndexCore) async throws -> Bool {
    for _ in 0..<100_000 {
      guard let files = core.files, files.manifest.appliedLSN < files.log.lastLSN else {
        return true
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    return false
  }

  @Test("leaves nothing in the log that a killed process would have to apply")
  func retiresLog() async throws {
    let storage = MemoryStorage()
    let core = try Self.open(storage)
    for round in 0..<3 {
      for step in 0..<10 { try core.write(TestEngine.puts(step..<step + 5, round)) }
      #expect(try await Self.isSaved(core))
    }
    let copy = TestEngine.copy(storage)
    let recovered = try #require(try RecoveredIndex.read(from: copy, forWriting: true))
    #expect(recovered.lastLSN == recovered.manifest.appliedLSN)
    #expect(try TestEngine.read(copy).count == 14)
    try core.close()
  }

  @Test("is not written for little work, without a log, or after closing")
  func unneeded() async throws {
    let storage = MemoryStorage()
    for change in [
      { (options: inout TestOptions) in options.idleReplay = .seconds(1_000) },
      { $0.durability = .none },
    ] {
      let core = try Self.open(storage, change)
      let before = core.files?.manifest.generation
      try core.write(TestEngine.puts(0..<5, 1))
      try await Task.sleep(for: .milliseconds(60))
      #expect(core.files?.manifest.generation == before)
      try core.close()
    }
    let core = try Self.open(storage)
    try core.write(TestEngine.puts(0..<5, 1))
    try core.suspend()
    try await Task.sleep(for: .milliseconds(60))
    #expect(core.failure == nil)
    try core.resume()
    try core.write(TestEngine.puts(0..<9, 2))
    #expect(try await Self.isSaved(core))
    try core.close()
    try await Task.sleep(for: .milliseconds(20))
    #expect(try TestEngine.read(storage).count == 9)
  }

  @Test("is not waited for when the log is long, whatever is in memory", arguments: [1, 40])
  func longLog(batchCount: Int) throws {
    let storage = MemoryStorage()
    let core = try TestEngine.open(storage) { $0.logLimit = 4_000 }
    var longest = 0
    for step in 0..<200 / batchCount {
      let first = step * batchCount
      try core.write(TestEngine.puts(first..<first + batchCount, 1))
      longest = max(longest, try #require(core.files).log.byteCount)
    }
    #expect(longest > 2_000 && longest < 4_200)
    #expect(try TestEngine.read(TestEngine.copy(storage)).count == 200)
    try core.close()
  }
}
