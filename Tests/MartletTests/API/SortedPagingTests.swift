import Martlet
import MartletTestSupport
import Testing

/// Pages of sorted hits, whose query finds other documents before the next page is asked for.
@Suite("Pages of a text of which no document had all words")
struct SortedPagingTests {
  private struct Note: SearchDocument {
    var searchKey: Int
    var text: String
    static let searchSchema = Schema<Note>(fields: [
      .text("text", \.text), .number("key", \.searchKey),
    ])
  }

  private static func put(_ index: SearchIndex<Note>, _ texts: [Int: String]) throws {
    try index.writeSync { batch in
      for (key, text) in texts { try batch.put(Note(searchKey: key, text: text)) }
    }
  }

  @Test("go on, whatever was added meanwhile", arguments: [Typos.none, .auto])
  func relaxed(typos: Typos) throws {
    let index = SearchIndex<Note>.inMemory()
    try Self.put(
      index,
      Dictionary(uniqueKeysWithValues: (10..<30).map { ($0, $0 % 2 == 0 ? "storm" : "night") }))
    var request = SearchRequest("storm night") {
      $0.sort = [.ascending("key")]
      $0.limit = 5
      $0.typos = typos
    }
    var keys: [Int] = []
    repeat {
      let page = try index.searchSync(request)
      #expect(page.matched == .most(atLeast: 1, of: 2))
      keys += page.hits.map(\.id)
      request.after = page.next.flatMap { SearchCursor($0.description) }
      try Self.put(index, [keys.count - 10: "storm night"])
    } while request.after != nil
    #expect(keys == Array(10..<30))
  }

  @Test("have all words if the first page had, also when no such document is left")
  func whole() throws {
    let index = SearchIndex<Note>.inMemory()
    try Self.put(index, [1: "storm night", 2: "storm night", 3: "storm", 4: "night"])
    var request = SearchRequest("storm night") {
      $0.sort = [.ascending("key")]
      $0.limit = 1
    }
    let first = try index.searchSync(request)
    #expect(first.hits.map(\.id) == [1])
    try index.writeSync { $0.delete(contentsOf: [1, 2]) }
    request.after = first.next
    let second = try index.searchSync(request)
    #expect(second.hits.isEmpty && second.next == nil && second.matched == .all)
  }
}
