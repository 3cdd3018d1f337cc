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

  @Test("keep no segment that was merged")
  func afterMerge() throws {
    let schema = IndexSchema([(FieldDefinition(name: "year", kind: .number), Analyzer.whitespace)])
    let core = try IndexCore.open(
      MemoryStorage(), schema: schema, options: TestEngine.options())
    for round in 0..<3 {
      // All documents of a segment have the same number.
      try core.write(
        (0..<5).map { number in
          .put(
            InputDocument(
              key: Array("\(round)-\(number)".utf8),
              values: [InputDocument.Value(field: FieldID(0), content: .number(2024))],
              stored: Array("1".utf8)))
        })
      try core.checkpoint()
    }
    weak let bytes = core.state.fileMembers.first?.segment.reader.image.view.owner
    #expect(bytes != nil && core.statistics.fields[0].documentCount == 15)
    try core.compact()
    #expect(bytes == nil, "the first segment is not in memory any more")
    #expect(core.statistics.fields[0].documentCount == 15)
    try core.close()
  }
}
