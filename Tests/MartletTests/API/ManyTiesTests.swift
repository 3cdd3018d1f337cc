import MartletTestSupport
import Testing

@testable import Martlet

/// Sorted searches in which very many documents have the same value.
@Suite("Many documents with the same value")
struct ManyTiesTests {
  private struct Page: SearchDocument {
    var searchKey: String
    var year: Int
    var author: String

    static let searchSchema = Schema<Page>(fields: [
      .number("year", \.year), .keyword("author", \.author),
    ])
  }

  private static func index(_ segments: [[Page]]) throws -> SearchIndex<Page> {
    let index = SearchIndex<Page>.inMemory()
    for pages in segments { try index.writeSync { try $0.put(contentsOf: pages) } }
    return index
  }

  @Test("are sorted by their keys, whatever the size of a page")
  func keys() throws {
    var random = SeededRandom(seed: TestSeed.value)
    let segments = (0..<2).map { segment in
      (0..<3_000).map { _ in
        Page(
          searchKey: "\(random.next())-\(segment)", year: random.oneIn(50) ? 2_001 : 2_000,
          author: "a\(random.int(in: 0..<3))")
      }
    }
    let index = try Self.index(segments)
    let pages = segments.flatMap(\.self)
    let byYear = pages.sorted { ($1.year, $0.searchKey) < ($0.year, $1.searchKey) }
    let byAuthor = pages.sorted {
      ($0.author, $1.year, $0.searchKey) < ($1.author, $0.year, $1.searchKey)
    }
    for limit in [100, 129, 200, 700, 2_500] {
      var request = SearchRequest(.everything) {
        $0.limit = limit
        $0.sort = [.descending("year")]
      }
      let first = try index.searchSync(request)
      let seed = "seed \(TestSeed.value)"
      #expect(first.hits.map(\.id) == byYear.prefix(limit).map(\.searchKey), "\(seed)")
      request.after = first.next
      let second = try index.searchSync(request)
      #expect(second.hits.map(\.id) == byYear.dropFirst(limit).prefix(limit).map(\.searchKey))
      request.after = nil
      request.sort = [.ascending("author"), .descending("year")]
      #expect(
        try index.searchSync(request).hits.map(\.id)
          == byAuthor.prefix(limit).map(\.searchKey))
    }
  }

  @Test("in groups that a cursor has passed, are asked whether to go on")
  func passedGroups() throws {
    let count = 3_000
    let index = try Self.index(
      [1_999, 2_000].map { year in
        (0..<count).map { Page(searchKey: "\(year)-\($0)", year: year, author: "a\($0)") }
      })
    var request = SearchRequest(.everything) {
      $0.limit = count - 1
      $0.collapse = Collapse(by: "author")
      $0.sort = [.descending("year")]
    }
    let first = try index.searchSync(request)
    request.after = first.next
    request.limit = 20
    func search(_ isCancelled: @escaping @Sendable () -> Bool) throws(SearchError) -> Int {
      try index.core.search(
        request, in: index.core.state, index.core.schema, isCancelled: isCancelled
      ) { answer, _ in answer.top.count }
    }
    let questions = QuestionCount()
    #expect(try search { questions.add() < 0 } == 1)
    #expect(questions.count > 400, "asked \(questions.count) times")
    let cancelled = QuestionCount()
    let last = questions.count / 2
    let code = thrownCode { try search { cancelled.add() >= last } }
    #expect(code == .cancelled)
  }
}
