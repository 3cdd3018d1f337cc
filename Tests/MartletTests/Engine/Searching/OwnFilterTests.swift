import Martlet
import MartletTestSupport
import Testing

/// Facets that leave out the parts of the filter about their own field.
@Suite("Facets without their own filter")
struct OwnFilterTests {
  private struct Item: SearchDocument {
    var id: Int
    var tag: String
    var lent: String
    var size: Int

    var searchKey: Int { id }

    static let searchSchema = Schema<Item>(fields: [
      .text("title") { "item \($0.id)" }, .keyword("tag", \.tag), .keyword("lent", \.lent),
      .number("size", \.size),
    ])
  }

  /// A part of a filter, and whether it is about the tag alone.
  private struct Part {
    var query: Query
    var isAboutTag: Bool
    var holds: @Sendable (Item) -> Bool
  }

  private static let parts: [Part] = [
    Part(query: .is("tag", "zoo"), isAboutTag: true) { $0.tag == "zoo" },
    Part(query: .anyOf("tag", ["zoo", "a"]), isAboutTag: true) { $0.tag != "b" },
    Part(query: .anyOf("tag", [String]()), isAboutTag: true) { _ in false },
    Part(query: .anyOf("lent", [String]()), isAboutTag: false) { _ in false },
    Part(query: !.is("tag", "zoo"), isAboutTag: true) { $0.tag != "zoo" },
    Part(query: .user("tag:zoo "), isAboutTag: true) { $0.tag == "zoo" },
    Part(query: .is("lent", "true"), isAboutTag: false) { $0.lent == "true" },
    Part(query: .user("lent:true "), isAboutTag: false) { $0.lent == "true" },
    Part(query: .range("size", 3...), isAboutTag: false) { $0.size >= 3 },
    Part(query: .is("tag", "a") || .is("size", 4), isAboutTag: false) {
      $0.tag == "a" || $0.size == 4
    },
  ]

  /// Requires some parts in one of the ways that there are.
  private static func filter(_ parts: ArraySlice<Part>, _ random: inout SeededRandom) -> Query {
    var query: Query
    if parts.count > 2, random.oneIn(2) {
      let middle = parts.startIndex + random.int(in: 1..<parts.count)
      query = .all([filter(parts[..<middle], &random), filter(parts[middle...], &random)])
    } else {
      query = .all(parts.map(\.query))
    }
    if random.oneIn(3) { query = query.boosted(by: 2) }
    if random.oneIn(3) { query = query.preferring(.is("tag", "b")) }
    return query
  }

  @Test("count the documents that the rest of the filter finds", arguments: 0..<30)
  func random(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let items = (0..<40).map { id in
      Item(
        id: id, tag: ["zoo", "a", "b"][random.int(in: 0..<3)],
        lent: random.oneIn(2) ? "true" : "false", size: random.int(in: 0..<6))
    }
    let index = SearchIndex<Item>.inMemory()
    try index.writeSync { try $0.put(contentsOf: items) }
    for _ in 0..<20 {
      let parts = (0..<random.int(in: 1..<4)).map { _ in
        Self.parts[random.int(in: 0..<Self.parts.count)]
      }
      let filter = Self.filter(parts[...], &random)
      let results = try index.searchSync(
        SearchRequest(.everything) {
          $0.filter = filter
          $0.counting = .exact
          $0.facets = [FacetRequest.values("tag").ignoringOwnFilter]
        })
      let found = items.filter { item in parts.allSatisfy { $0.holds(item) } }
      #expect(results.total == .exactly(found.count), "seed \(seed): \(filter)")
      let counted = items.filter { item in
        parts.allSatisfy { $0.isAboutTag || $0.holds(item) }
      }
      let counts = Dictionary(
        uniqueKeysWithValues: results.facets[0].values.map { ($0.text, $0.count) })
      #expect(
        counts == Dictionary(grouping: counted, by: \.tag).mapValues(\.count),
        "seed \(seed): \(filter)")
    }
  }

  @Test("several parts of one typed text are parts of the filter")
  func typed() throws {
    let index = SearchIndex<Item>.inMemory()
    try index.writeSync { batch in
      for id in 0..<12 {
        let item = Item(
          id: id, tag: ["zoo", "a", "b"][id % 3], lent: id % 2 == 0 ? "true" : "false", size: id)
        try batch.put(item)
      }
    }
    for text in ["tag:zoo lent:true", "lent:true AND tag:zoo", "tag:zoo (lent:true tag:a)"] {
      let request = SearchRequest(.everything) {
        $0.filter = .user(text)
        $0.facets = [FacetRequest.values("tag", order: .value).ignoringOwnFilter]
      }
      let values = try index.searchSync(request).facets[0].values
      #expect(values.map(\.text) == ["a", "b", "zoo"], "\(text)")
      #expect(values.map(\.count) == [2, 2, 2], "\(text)")
    }
  }

  @Test("a choice of no values finds nothing, needs the field, and prints as nothing")
  func empty() throws {
    let index = SearchIndex<Item>.inMemory()
    try index.writeSync { try $0.put(Item(id: 1, tag: "a", lent: "true", size: 1)) }
    let none = Query.anyOf("tag", [String]())
    #expect(try index.searchSync(SearchRequest(none)).hits.isEmpty)
    #expect(try index.searchSync(SearchRequest(!none)).hits.count == 1)
    #expect(none.description == "-*")
    #expect(throws: SearchError.self) {
      try index.searchSync(SearchRequest(.anyOf("tg", [String]())))
    }
  }
}
