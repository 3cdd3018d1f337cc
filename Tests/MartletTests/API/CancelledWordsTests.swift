import Martlet
import MartletTestSupport
import Testing

/// The words of a query, asked for by a task that was cancelled.
@Suite("Words of a query in a cancelled task")
struct CancelledWordsTests {
  /// Results of a search for two words that 20,000 documents have.
  private static func results() throws -> SearchResults<Memo> {
    let index = SearchIndex<Memo>.inMemory()
    try index.writeSync { batch in
      try batch.put(contentsOf: (0..<20_000).map { Memo(id: "\($0)", title: "one two \($0)") })
    }
    return try index.searchSync("one two")
  }

  /// Returns the code of the error that `body` throws in a cancelled task.
  private static func code(
    _ body: @escaping @Sendable () throws -> Void
  ) async -> SearchError.Code? {
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return thrownCode(body)
    }
    task.cancel()
    return await task.value
  }

  @Test("the words that a hit has are not looked for to the end, and are found afterwards")
  func matchedWords() async throws {
    let hit = try #require(try Self.results().hits.first)
    #expect(await Self.code { _ = try hit.matchedWords() } == .cancelled)
    #expect(try hit.matchedWords().map(\.text) == ["one", "two"])
    // What is known takes no time.
    #expect(await Self.code { _ = try hit.matchedWords() } == nil)
  }

  @Test("the words of the query are not counted to the end, and are counted afterwards")
  func words() async throws {
    let results = try Self.results()
    #expect(await Self.code { _ = try results.words() } == .cancelled)
    #expect(try results.words().map(\.documentCount) == [20_000, 20_000])
  }
}
