import Foundation
import MartletTestSupport
import Synchronization
import Testing

@testable import Martlet

/// Readers beside a writer. Meant for the thread sanitizer too: `swift test --sanitize=thread`.
@Suite("Concurrent searches")
struct ConcurrentSearchTests {
  /// One of a set of documents that a write replaces as a whole.
  private struct Page: SearchDocument {
    var searchKey: Int { number }
    var number: Int
    var round: Int
    static let searchSchema = Schema<Page>(fields: [
      .text("text") { "page edition\($0.round)" }
    ])
  }

  @Test("a cancelled task stops counting, as it stops searching")
  func cancelledCount() async throws {
    let index = try SearchIndex<Record>.inMemory(
      schema: RecordSchema(fields: [.text("text")]))
    let words = (0..<20_000).map { "w\($0 % 5)" }.joined(separator: " ")
    try await index.write { try $0.put(Record(key: "1", fields: ["text": .string(words)])) }
    let snapshot = index.snapshot()
    let query = Query.near((0..<5).map { .word("w\($0)") }, within: 20)
    #expect(try await snapshot.count(query) == 1)
    let count = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await snapshot.count(query)
    }
    count.cancel()
    await #expect(throws: CancellationError.self) { try await count.value }
  }

  /// The signal that stops the readers.
  private final class Finish: Sendable {
    private let flag = Atomic(false)
    var isReached: Bool { flag.load(ordering: .acquiring) }
    func reach() { flag.store(true, ordering: .releasing) }
  }

  private static let pageCount = 7
  private static let roundCount = max(100, ReliabilitySize.scaled(500))
  private static let readerCount = 3

  private static func put(round: Int, into index: SearchIndex<Page>) async throws {
    try await index.write { batch in
      for number in 0..<pageCount { try batch.put(Page(number: number, round: round)) }
      try batch.setBookmark("round", [UInt8(round)])
    }
  }

  /// Checks that a reader sees one whole write: all pages, of one round, as the bookmark says.
  private static func check(_ snapshot: Snapshot<Page>) throws -> Int {
    let round = Int(try #require(snapshot.bookmark("round")?.first))
    let all = try snapshot.searchSync("page")
    #expect(all.total == .exactly(pageCount))
    #expect(
      try all.hits.map { try $0.document().round } == Array(repeating: round, count: pageCount))
    #expect(try snapshot.searchSync("edition\(round) ").hits.count == pageCount)
    #expect(
      try snapshot.searchSync("\"page edition\(round)\"").hits.map(\.id).sorted()
        == Array(0..<pageCount))
    return round
  }

  private static func readUntilDone(
    _ index: SearchIndex<Page>, _ finish: Finish
  ) async throws -> Int {
    var (last, count) = (0, 0)
    var kept: [(Snapshot<Page>, Int)] = []
    repeat {
      let snapshot = index.snapshot()
      let round = try check(snapshot)
      #expect(round >= last, "time goes back")
      if count.isMultiple(of: 10) { kept.append((snapshot, round)) }
      (last, count) = (round, count + 1)
      // There may be fewer threads for tasks than readers, and the writer is a task too.
      await Task.yield()
    } while !finish.isReached
    // What was frozen long ago still has its files, and its state.
    for (snapshot, round) in kept { #expect(try check(snapshot) == round) }
    return count
  }

  @Test(
    "readers see whole writes, through checkpoints, merges and compacting",
    arguments: [false, true])
  func wholeWrites(inFiles: Bool) async throws {
    let folder = try TemporaryFolder()
    let options = IndexOptions(memoryLimit: 4_000)
    let index =
      inFiles
      ? try SearchIndex<Page>(path: folder.path, options: options) : .inMemory(options: options)
    try await Self.put(round: 0, into: index)
    let finish = Finish()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<Self.readerCount {
        group.addTask { try await Self.readUntilDone(index, finish) }
      }
      for round in 1...Self.roundCount {
        try await Self.put(round: round, into: index)
        if round.isMultiple(of: 20) { try await index.checkpoint() }
        if round.isMultiple(of: 50) {
          try await index.compact(reordering: round.isMultiple(of: 100))
        }
      }
      finish.reach()
      for try await count in group { #expect(count > 0) }
    }
    try await index.close()
    #expect(try Self.check(index.snapshot()) == Self.roundCount, "searches go on after closing")
  }

  @Test("tasks that search again and again leave threads to others")
  func manySearches() async throws {
    let index = SearchIndex<Page>.inMemory()
    try await Self.put(round: 0, into: index)
    // Ends by itself, so that a search which keeps its thread is a failure.
    let end = ContinuousClock.now + .seconds(60)
    let searches = (0..<2 * ProcessInfo.processInfo.activeProcessorCount).map { _ in
      Task {
        while !Task.isCancelled, ContinuousClock.now < end {
          _ = try await index.search("page")
        }
        return Task.isCancelled
      }
    }
    try await Task.sleep(for: .milliseconds(20))
    for search in searches { search.cancel() }
    for search in searches {
      // A search may notice it by itself.
      if case .success(let wasCancelled) = await search.result { #expect(wasCancelled) }
    }
  }

  @Test("writers from many tasks take turns, and none is lost")
  func manyWriters() async throws {
    let index = SearchIndex<Page>.inMemory()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<60 {
        group.addTask {
          try await index.write { try $0.put(Page(number: number, round: number)) }
          #expect(try await index.search("edition\(number) ").hits.map(\.id) == [number])
        }
      }
      try await group.waitForAll()
    }
    #expect(index.statistics.documentCount == 60)
  }
}
