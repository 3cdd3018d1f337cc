import Synchronization
import Testing

@testable import Martlet

/// The writes of an import.
@Suite("The run of an import")
struct ImportRunTests {
  private struct Failure: Error {}

  @Test("ends with the first write that fails, also if later ones would succeed", arguments: 1...4)
  func failures(failing: Int) async throws {
    let count = Mutex(0)
    var options = ImportOptions()
    options.batchByteCount = 1
    var run = ImportRun(
      options, resumed: 0,
      write: { _, _ in
        let number = count.withLock { count in
          count += 1
          return count
        }
        if number == failing { throw Failure() }
      },
      report: nil)
    guard case .put(let document) = TestEngine.put("k", 1) else { return }
    await #expect(throws: Failure.self) {
      for _ in 0..<4 { try await run.take(.success(document)) }
      _ = try await run.finish()
    }
    await run.settle()
    #expect(count.withLock { $0 } == failing)
  }

  @Test("may have a rest of any length, which is foretold")
  func longestRest() {
    var progress = ImportProgress()
    progress.documentCount = 1
    progress.expectedCount = .max
    progress.elapsed = .seconds(1_000)
    #expect(progress.remaining.map { $0 > .seconds(86_400) } == true)
  }
}
