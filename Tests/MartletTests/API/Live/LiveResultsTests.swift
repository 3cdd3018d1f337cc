import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

/// Live results through the door that applications use.
@Suite("Live results")
struct LiveResultsTests {
  private typealias Index = SearchIndex<VictimDocument>

  private func index(_ count: Int = 3) async throws -> Index {
    let index = Index.inMemory()
    try await index.write { batch in
      for number in 0..<count { try batch.put(VictimDocument(key: "\(number)", version: number)) }
    }
    return index
  }

  @Test("texts give their results, the last of them at the end")
  func texts() async throws {
    let index = try await index()
    let (texts, keyboard) = AsyncStream.makeStream(of: String.self)
    let live = index.live(texts)
    keyboard.yield("all")
    var iterator = live.makeAsyncIterator()
    #expect(try await iterator.next()?.hits.count == 3)
    keyboard.yield("w2")
    keyboard.yield("w1 all")
    keyboard.finish()
    var last: [String] = []
    while let results = try await iterator.next() { last = results.hits.map(\.id) }
    #expect(last == ["1"])
  }

  @Test("the longest durations are waits without an end")
  func longestDurations() async throws {
    let index = try await index()
    let longest = Duration.seconds(Int64.max)
    let (texts, keyboard) = AsyncStream.makeStream(of: String.self)
    var typed = index.live(texts, debounce: longest).makeAsyncIterator()
    keyboard.yield("a")
    try await Task.sleep(for: .milliseconds(20))
    keyboard.yield("all")
    #expect(try await typed.next()?.hits.count == 3)
    var results = index.results(for: SearchRequest("all"), combining: longest).makeAsyncIterator()
    #expect(try await results.next()?.hits.count == 3)
    let limited = try await index.search(SearchRequest("all") { $0.timeLimit = longest })
    #expect(limited.isComplete)
    let forever = SearchRequest("all") { $0.timeLimit = Duration(attoseconds: .max) }
    #expect(try await index.search(forever).isComplete)
    let waiting = Task { [results] in
      var results = results
      return try await results.next()?.hits.count
    }
    try await index.write { try $0.put(VictimDocument(key: "3", version: 3)) }
    try await Task.sleep(for: .milliseconds(20))
    waiting.cancel()
    #expect(try await waiting.value == nil)
  }

  @Test("a short text is searched for after its wait, unless another arrives before")
  func debounce() async throws {
    let index = try await index()
    let clock = VirtualClock()
    let (texts, keyboard) = AsyncStream.makeStream(of: String.self)
    let live = index.live(texts, debounce: .seconds(1), upTo: 3, clock: clock)
    let answers = Task {
      var answers: [String] = []
      for try await results in live { answers.append(results.interpreted) }
      return answers
    }
    keyboard.yield("a")
    try await sleepers(of: clock, after: 1)
    clock.advance(by: .milliseconds(999))
    keyboard.yield("al")
    try await sleepers(of: clock, after: 2)
    clock.advance(by: .milliseconds(999))
    try await Task.sleep(for: .milliseconds(20))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .milliseconds(1))
    try await Task.sleep(for: .milliseconds(50))
    keyboard.finish()
    #expect(try await answers.value.map { $0.prefix(2) } == ["al"])
  }

  /// Waits until one sleeps, whose sleep is the one of this number.
  private func sleepers(of clock: VirtualClock, after count: Int) async throws {
    await Waiting.until { clock.sleeperCount == 1 && clock.sleepCount >= count }
    #expect(clock.sleeperCount == 1 && clock.sleepCount == count)
  }

  @Test(
    "requests keep what they have, and one that cannot be answered ends the loop with its error")
  func requests() async throws {
    let index = try await index()
    let (requests, source) = AsyncStream.makeStream(of: SearchRequest.self)
    let live = index.live(requests: requests)
    var iterator = live.makeAsyncIterator()
    source.yield(SearchRequest("all") { $0.limit = 1 })
    #expect(try await iterator.next()?.hits.count == 1)
    source.yield(SearchRequest(.word("a", in: "nothing")))
    let error = await #expect(throws: SearchError.self) { _ = try await iterator.next() }
    #expect(error?.code == .unknownField)
    source.yield(SearchRequest("all") { $0.limit = 2 })
    #expect(try await iterator.next()?.hits.count == 2)
  }

  /// Texts that end with an error.
  private struct Broken: AsyncSequence, AsyncIteratorProtocol, Sendable {
    var texts = ["all"]

    mutating func next() async throws -> String? {
      if texts.isEmpty { throw POSIXError(.EIO) }
      return texts.removeFirst()
    }

    func makeAsyncIterator() -> Broken { self }
  }

  @Test("the error of the texts comes after the results of the last one")
  func brokenTexts() async throws {
    var iterator = try await index().live(Broken()).makeAsyncIterator()
    #expect(try await iterator.next()?.hits.count == 3)
    await #expect(throws: POSIXError.self) { _ = try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test("the texts are let go when the loop is left")
  func left() async throws {
    let index = try await index()
    let (texts, keyboard) = AsyncStream.makeStream(of: String.self)
    let isLetGo = Lock(false)
    keyboard.onTermination = { _ in isLetGo.withLock { $0 = true } }
    keyboard.yield("all")
    for try await results in index.live(texts) {
      #expect(results.hits.count == 3)
      break
    }
    await Waiting.until { isLetGo.withLock { $0 } }
    #expect(isLetGo.withLock { $0 })
  }

  @Test("results come again after each change that can matter, never of an older state")
  func changes() async throws {
    let index = try await index()
    let request = SearchRequest("all") { $0.limit = 2_000 }
    let results = index.results(for: request, combining: .milliseconds(1))
    let (isSearched, searched) = AsyncStream.makeStream(of: Void.self)
    let consumer = Task {
      var (count, generation, hits) = (0, UInt64(0), 0)
      for try await found in results {
        searched.finish()
        #expect(found.generation >= generation)
        #expect(found.hits.count >= hits)
        (count, generation, hits) = (count + 1, found.generation, found.hits.count)
      }
      return (count, hits)
    }
    for await _ in isSearched {}
    for number in 3..<500 {
      try await index.write { try $0.put(VictimDocument(key: "\(number)", version: 1)) }
      if number % 100 == 0 { try await index.checkpoint() }
    }
    try await index.close()
    let (count, hits) = try await consumer.value
    #expect(hits == 500)
    #expect(count > 1 && count < 500)
    print("results: \(count) times for 497 writes")
  }

  @Test("checkpoints, merges and bookmarks give no results again, synonyms do")
  func mattering() async throws {
    let index = try await index()
    var iterator = index.results(for: SearchRequest("every"), combining: .zero).makeAsyncIterator()
    #expect(try await iterator.next()?.hits.isEmpty == true)
    let generation = index.snapshot().generation
    try await index.checkpoint()
    try await index.compact()
    try await index.write { try $0.setBookmark("a", [1]) }
    let waiting = Task { [iterator] in
      var iterator = iterator
      return try await iterator.next()
    }
    try await Task.sleep(for: .milliseconds(30))
    try index.setSynonyms(Synonyms(rules: "all, every"))
    let results = try #require(try await waiting.value)
    #expect(results.hits.count == 3 && results.generation > generation)
  }

  @Test("a reader's results follow another writer")
  func reader() async throws {
    let folder = try TemporaryFolder()
    let writer = try Index.withLog(path: folder.path(of: "index"))
    try await writer.write { try $0.put(VictimDocument(key: "a", version: 1)) }
    let reader = try Index.readOnly(
      path: folder.path(of: "index"), options: IndexOptions(automaticRefresh: .milliseconds(5)))
    var results = reader.results(for: SearchRequest("all")).makeAsyncIterator()
    var changes = reader.changes.makeAsyncIterator()
    #expect(try await results.next()?.hits.map(\.id) == ["a"])
    try await writer.write { try $0.put(VictimDocument(key: "b", version: 1)) }
    #expect(try await results.next()?.hits.count == 2)
    #expect(await changes.next()?.putKeys == ["b"])
    try await writer.write { $0.delete("a") }
    #expect(try await results.next()?.hits.map(\.id) == ["b"])
    #expect(await changes.next()?.deletedKeys == ["a"])
    try await writer.close()
    try await reader.close()
    while try await results.next() != nil {}
    #expect(await changes.next() == nil)
  }

  @Test("followed changes are searched again after the last text, until the index is closed")
  func following() async throws {
    let index = try await index()
    let texts = AsyncStream<String> { keyboard in
      keyboard.yield("all")
      keyboard.finish()
    }
    var iterator = index.live(texts, followingChanges: true).makeAsyncIterator()
    #expect(try await iterator.next()?.hits.count == 3)
    try await index.write { $0.delete("1") }
    #expect(try await iterator.next()?.hits.count == 2)
    try await index.close()
    #expect(try await iterator.next() == nil)
  }
}
