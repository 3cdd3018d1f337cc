import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Events of an index")
struct IndexEventTests {
  private final class Log: Sendable {
    private let events = Lock<[IndexEvent]>([])

    var kinds: [IndexEvent.Kind] { events.withLock { $0.map(\.kind) } }

    func add(_ event: IndexEvent) { events.withLock { $0.append(event) } }

    /// The first event of a kind, once it is there.
    func first(_ kind: IndexEvent.Kind) async throws -> IndexEvent {
      for _ in 0..<600_000 {
        if let event = events.withLock({ $0.first { $0.kind == kind } }) { return event }
        try await Task.sleep(for: .milliseconds(1))
      }
      throw POSIXError(.ETIMEDOUT)
    }
  }

  @Test("recovery, checkpoints, merges, refreshes and slow searches are told in their order")
  func kinds() async throws {
    let log = Log()
    let handler = IndexEventHandler(slowSearchLimit: .zero) { log.add($0) }
    let disk = MemoryStorage()
    do {
      let killed = try TestEngine.open(disk)
      try killed.write(TestEngine.puts(0..<10, 1))
    }
    let writer = try TestEngine.open(disk) { $0.events = handler }
    let recovery = try await log.first(.recovery)
    #expect(recovery.byteCount > 100 && recovery.error == nil && recovery.path == "memory")
    #expect(recovery.message == "read 1 batch of the log")
    try writer.checkpoint()
    #expect(try await log.first(.checkpoint).byteCount > 100)
    let reader = try IndexCore.openForReading(
      disk, schema: TestEngine.schema, options: TestEngine.options { $0.events = handler })
    try writer.write(TestEngine.puts(10..<20, 1))
    #expect(try reader.refresh())
    #expect(try !reader.refresh())
    _ = try await log.first(.refresh)
    try writer.compact()
    _ = try await log.first(.merge)
    let state = reader.state
    _ = try reader.search(
      SearchRequest("w1"), in: state, TestEngine.schema, isCancelled: nil
    ) { _, _ in }
    let search = try await log.first(.slowSearch)
    #expect(search.message.hasPrefix("searched ") && search.description.hasPrefix("slowSearch: "))
    #expect(
      log.kinds == [.recovery, .checkpoint, .refresh, .checkpoint, .merge, .slowSearch])
  }

  @Test("of a thousand and more that wait for the receiver, slow searches are left out")
  func many() async throws {
    let log = Log()
    let mayGoOn = SearchCancellation()
    let handler = IndexEventHandler(slowSearchLimit: .zero) { event in
      while !mayGoOn.isRequested { usleep(1_000) }
      log.add(event)
    }
    let core = try TestEngine.open(MemoryStorage()) { $0.events = handler }
    try core.write(TestEngine.puts(0..<10, 1))
    let state = core.state
    for _ in 0..<3_000 {
      _ = try core.search(
        SearchRequest("w1"), in: state, TestEngine.schema, isCancelled: nil
      ) { _, _ in }
    }
    try core.checkpoint()
    mayGoOn.request()
    _ = try await log.first(.checkpoint)
    #expect((900...1_100).contains(log.kinds.count), "\(log.kinds.count)")
  }

  @Test("what ends because the index is closed has not failed")
  func closed() async throws {
    let log = Log()
    let handler = IndexEventHandler(slowSearchLimit: nil) { log.add($0) }
    let disk = MemoryStorage()
    let writer = try TestEngine.open(disk)
    try writer.write(TestEngine.puts(0..<10, 1))
    let reader = try IndexCore.openForReading(
      disk, schema: TestEngine.schema, options: TestEngine.options { $0.events = handler })
    try reader.close()
    reader.refreshByItself()
    #expect(reader.failure == nil)
    #expect(thrownCode { try reader.refresh() } == .closed)
    // What was sent before comes before it.
    let last = try TestEngine.open(MemoryStorage()) { $0.events = handler }
    try last.write(TestEngine.puts(0..<10, 1))
    try last.checkpoint()
    _ = try await log.first(.checkpoint)
    #expect(log.kinds == [.recovery, .checkpoint])
  }

  @Test("a failure is told with its error")
  func failures() async throws {
    let log = Log()
    let disk = MemoryStorage()
    let storage = ObservedStorage(disk)
    let writer = try TestEngine.open(storage) { options in
      options.events = IndexEventHandler { log.add($0) }
    }
    try writer.write(TestEngine.puts(0..<10, 1))
    try writer.checkpoint()
    try writer.write(TestEngine.puts(10..<20, 1))
    try writer.checkpoint()
    storage.setAvailable(10)
    #expect(thrownCode { try writer.compact() } == .diskFull)
    #expect(try await log.first(.merge).error?.code == .diskFull)
  }

  @Test("the closure may use the index, and equal options are those of one receiver")
  func options() async throws {
    let index = Lock<SearchIndex<VictimDocument>?>(nil)
    let done = Lock(false)
    let handler = IndexEventHandler { event in
      guard event.kind == .checkpoint, let index = index.withLock({ $0 }) else { return }
      try? index.writeSync { try $0.setBookmark("seen", [1]) }
      done.withLock { $0 = true }
    }
    let options = IndexOptions(events: handler)
    #expect(options == options && options != IndexOptions())
    #expect(Set([options, options]).count == 1)
    let opened = SearchIndex<VictimDocument>.inMemory(options: options)
    index.withLock { $0 = opened }
    try await opened.write { try $0.put(VictimDocument(key: "a", version: 1)) }
    try await opened.checkpoint()
    await Waiting.until { done.withLock { $0 } }
    #expect(opened.bookmark("seen") == [1])
    index.withLock { $0 = nil }
  }
}
