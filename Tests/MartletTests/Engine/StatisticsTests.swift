import Dispatch
import Synchronization
import Testing

@testable import Martlet

@Suite("Counts of an index")
struct StatisticsTests {
  @Test("do not wait for a write that runs", .timeLimit(.minutes(60)))
  func duringWrite() async throws {
    let core = try TestEngine.open(MemoryStorage())
    try core.write(TestEngine.puts(0..<3, 1))
    let end = DispatchSemaphore(value: 0)
    let hasBegun = DispatchSemaphore(value: 0)
    let writer = DispatchQueue(label: "writer")
    let wasTold = Atomic(false)
    writer.async {
      core.writing.withLock { _ in
        hasBegun.signal()
        // Ends by itself, so that a failure is one.
        let told = end.wait(timeout: .now() + .seconds(900)) == .success
        wasTold.store(told, ordering: .relaxed)
      }
    }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        hasBegun.wait()
        continuation.resume()
      }
    }
    #expect(core.statistics.segments.map(\.documentCount).reduce(0, +) == 3)
    end.signal()
    writer.sync {}
    let hasWrittenOn = wasTold.load(ordering: .relaxed)
    #expect(hasWrittenOn, "the writer was writing all the time")
    try core.close()
  }
}
