import MartletTestSupport
import Testing

@testable import Martlet

/// Filters that are asked for again and again, while documents are written and deleted.
@Suite("Repeated filters")
struct RepeatedFilterTests {
  private struct Item: SearchDocument {
    var searchKey: Int { id }
    let id: Int
    let text, tag: String
    let size: Int
    static let searchSchema = Schema<Item>(fields: [
      .text("text", \.text), .keyword("tag", \.tag), .number("size", { Double($0.size) }),
    ])
  }

  private static func item(_ id: Int, _ random: inout SeededRandom) -> Item {
    Item(
      id: id, text: random.oneIn(2) ? "storm" : "calm",
      tag: ["a", "b", "c"][random.int(in: 0..<3)], size: random.int(in: 0..<10))
  }

  private static let filters: [(Query, @Sendable (Item) -> Bool)] = [
    (.any([.is("tag", "a"), .is("size", 3)]), { $0.tag == "a" || $0.size == 3 }),
    (.all([.is("tag", "b"), .not(.is("size", 3))]), { $0.tag == "b" && $0.size != 3 }),
    (.range("size", 2..<5), { (2..<5).contains($0.size) }),
    (.any([.keys([1, 2, 3]), .is("size", 7)]), { (1...3).contains($0.id) || $0.size == 7 }),
    (.not(.is("tag", "c")), { $0.tag != "c" }),
    (.is("tag", "d"), { $0.tag == "d" }),
  ]

  @Test(
    "find the documents that are there, whatever was written", arguments: 0..<(8 * TestSeed.factor))
  func writes(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let index = SearchIndex<Item>.inMemory()
    var items: [Int: Item] = [:]
    for step in 0..<30 {
      try index.writeSync { batch in
        for _ in 0..<random.int(in: 1..<20) {
          let item = Self.item(random.int(in: 0..<100), &random)
          items[item.id] = item
          try batch.put(item)
        }
        if random.oneIn(3), let id = items.keys.sorted().first {
          items[id] = nil
          batch.delete(id)
        }
      }
      if step == 20 { try index.compactSync() }
      for (number, (filter, holds)) in Self.filters.enumerated() {
        for query in [Query.everything, .word("storm")] {
          let results = try index.searchSync(
            SearchRequest(query) { request in
              request.filter = filter
              request.limit = 1_000
              request.counting = .exact
            })
          let expected = items.values.filter {
            holds($0) && (query == .everything || $0.text == "storm")
          }
          let comment = Comment(rawValue: "seed \(seed), step \(step), filter \(number)")
          #expect(results.hits.map(\.id).sorted() == expected.map(\.id).sorted(), comment)
          #expect(results.total == .exactly(expected.count), comment)
        }
      }
    }
  }

  @Test("are kept by the segments that a write leaves as they were")
  func kept() throws {
    let index = SearchIndex<Item>.inMemory()
    var random = SeededRandom(seed: 1)
    try index.writeSync { batch in
      for id in 0..<50 { try batch.put(Self.item(id, &random)) }
    }
    let request = SearchRequest(.everything) { $0.filter = Self.filters[0].0 }
    _ = try index.searchSync(request)
    let before = try #require(index.core.state.segments.segments.first)
    let query = try QueryResolver(index.snapshot().schema).resolve(Self.filters[0].0)
    let key = ListCache.Key(field: FieldID(0), words: .query(query.bytes), parameters: BM25())
    let entry = try #require(before.reader.filters.find(key))
    try index.writeSync { $0.delete(7) }
    _ = try index.searchSync(request)
    let after = try #require(index.core.state.segments.segments.first)
    #expect(after.live.deletedCount == 1)
    #expect(after.reader.filters.find(key)?.lists[0] === entry.lists[0])
  }
}
