import MartletTestSupport
import Testing

@testable import Martlet

/// A reader of files that a writer changes while they are read.
@Suite("Refreshing beside a busy writer")
struct BusyWriterTests {
  private let disk = MemoryStorage()

  private func reader(_ storage: any Storage) throws -> IndexCore {
    try IndexCore.openForReading(
      storage, schema: TestEngine.schema, options: TestEngine.options { _ in })
  }

  /// A writer that goes on while a reader is at work.
  private final class BusyWriter: Sendable {
    struct Seen: Equatable, Sendable {
      var documents: [String: Int]
      var bookmarks: [String: [UInt8]]

      init(_ core: IndexCore) throws {
        documents = try core.documents()
        bookmarks = core.state.bookmarks
      }
    }

    struct Work: Sendable {
      var writer: IndexCore
      var random: SeededRandom
      var states: [Seen]
      var isAllowed = false
    }

    let work: Lock<Work>
    private let step: @Sendable (inout Work) throws -> Void

    init(
      _ writer: IndexCore, seed: UInt64, _ step: @escaping @Sendable (inout Work) throws -> Void
    ) throws {
      let first = try Seen(writer)
      work = Lock(Work(writer: writer, random: SeededRandom(seed: seed), states: [first]))
      self.step = step
    }

    /// Goes a few steps on.
    func advance(upTo count: Int) throws {
      try work.withLock { work in
        for _ in 0..<work.random.int(in: 0..<count + 1) {
          try step(&work)
          work.states.append(try Seen(work.writer))
        }
      }
    }

    /// Goes on at a moment at which the reader is at work, sometimes.
    func interfere() {
      guard work.withLock({ $0.isAllowed && $0.random.oneIn(4) }) else { return }
      do { try advance(upTo: 3) } catch { Issue.record(error) }
    }
  }

  @Test(
    "shows a state that the writer had, whatever that does meanwhile",
    arguments: SeededRandom.seeds(count: 12))
  func interleaved(seed: UInt64) throws {
    let options = { @Sendable (options: inout TestOptions) in
      options.memoryLimit = 12_000
      options.mergePolicy.restingCount = 2
      options.durability = seed % 2 == 0 ? .normal : .full
      options.mergesAutomatically = true
    }
    let disk = disk
    let writer = try BusyWriter(try TestEngine.open(disk, options), seed: seed) { work in
      switch work.random.int(in: 0..<12) {
      case 0: try work.writer.checkpoint()
      case 1: try work.writer.compact()
      case 2 where work.random.oneIn(3):
        try work.writer.close()
        work.writer = try TestEngine.open(disk, options)
      case 3: try work.writer.write([.deleteAll])
      default: try work.writer.write(RandomChanges.operations(&work.random, work.states.count))
      }
    }
    try writer.advance(upTo: 1)
    let reader = try reader(
      ObservedStorage(
        disk, didMap: { _ in writer.interfere() }, didRead: { _ in writer.interfere() },
        didList: { writer.interfere() }))
    var first = 0
    for round in 0..<60 {
      try writer.advance(upTo: 6)
      writer.work.withLock { $0.isAllowed = true }
      _ = try reader.refresh()
      writer.work.withLock { $0.isAllowed = false }
      let seen = try BusyWriter.Seen(reader)
      let states = writer.work.withLock { $0.states }
      let found = states[first...].firstIndex(of: seen)
      #expect(found != nil, "seed \(seed), round \(round)")
      guard let found else { break }
      first = found
    }
    try writer.work.withLock { try $0.writer.close() }
  }

  @Test("does not bring back what was deleted between a merge and the look at it")
  func deletedAll() throws {
    let writer = try TestEngine.open(disk)
    for start in 0..<2 {
      try writer.write(TestEngine.puts((start * 50)..<(start * 50 + 50), 1))
      try writer.checkpoint()
    }
    let isWaiting = Lock(false)
    let reader = try reader(
      ObservedStorage(
        disk,
        didList: {
          guard
            isWaiting.withLock({ waits in
              defer { waits = false }; return waits
            })
          else { return }
          // The reader has looked for the newest manifest, and has not read it.
          do {
            try writer.compact()
            try writer.write([.deleteAll])
            try writer.write(TestEngine.puts(0..<5, 2))
          } catch {
            Issue.record(error)
          }
        }))
    for round in 0..<2 {
      isWaiting.withLock { $0 = true }
      _ = try reader.refresh()
      #expect(isWaiting.withLock { !$0 })
      for number in 0..<3 {
        try writer.write([TestEngine.put("k", number)])
        _ = try reader.refresh()
        #expect(try reader.documents() == writer.documents(), "round \(round)")
      }
      try writer.checkpoint()
      try writer.write(TestEngine.puts(0..<30, 1))
      try writer.checkpoint()
      _ = try reader.refresh()
    }
  }
}
