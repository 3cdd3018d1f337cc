import Martlet
import Testing

/// A recipe with a field of each kind.
private struct Recipe: SearchDocument {
  var id: Int
  var title = ""
  var minutes: Int?
  var tag: String?

  var searchKey: Int { id }

  static let searchSchema = Schema<Recipe>(fields: [
    .text("title", \.title), .number("minutes", \.minutes), .keyword("tag", \.tag),
    .date("eaten", { _ in nil }),
  ])
}

@Suite("Queries that are read for an index")
struct ParsedForIndexTests {
  @Test("are those of the strict syntax, and find the same")
  func same() throws {
    let index = SearchIndex<Recipe>.inMemory()
    try index.writeSync { batch in
      for id in 0..<9 { try batch.put(Recipe(id: id, title: "soup \(id)", minutes: id)) }
    }
    let text = "title:soup minutes:<=3 -minutes:=2"
    let query = try index.query(parsing: text)
    #expect(try query == Query(parsing: text))
    #expect(try index.searchSync(SearchRequest(query)).hits.map(\.id).sorted() == [0, 1, 3])
    #expect(try index.query(parsing: "TITLE:a b", combine: .any).description == "title:a OR b")
  }

  @Test(
    "tell where a value is that its field cannot have",
    arguments: [
      ("minutes:=many", 8..<13, "numbers"), ("a minutes:>x", 10..<12, "numbers"),
      ("a OR -minutes:[1 TO y]", 14..<22, "numbers"), ("minutes:*1 a", 8..<10, "pattern"),
      ("title:>a", 6..<8, "range"), ("é eaten:=soon", 9..<14, "dates"),
      ("minutes:(3 OR ten)", 14..<17, "numbers"), ("minutes:1~", 8..<10, "words like"),
    ])
  func values(text: String, range: Range<Int>, message: String) throws {
    let index = SearchIndex<Recipe>.inMemory()
    let error = #expect(throws: QueryError.self) { try index.query(parsing: text) }
    #expect(error?.range == range)
    #expect(error?.message.contains(message) ?? false, "\(error?.message ?? "")")
    #expect(error?.message.first?.isUppercase ?? false)
    #expect(error?.suggestion != nil)
  }

  @Test("in fields of values, a quoted text that ends in a pattern is a pattern of the whole value")
  func quotedPatterns() throws {
    let index = SearchIndex<Recipe>.inMemory()
    try index.writeSync { batch in
      for (id, tag) in ["a c*d", "a cd", "b c*d", "rock n?roll"].enumerated() {
        try batch.put(Recipe(id: id, tag: tag))
      }
    }
    for (text, found) in [
      ("tag:\"a c*d\"", [0, 1]), ("tag:\"rock n?roll\"", [3]), ("tag:\"a *d\"", [0, 1]),
      ("tag:\"a c*\"", [0, 1]), ("tag:\"b c\\*d\"", [2]),
    ] {
      let query = try index.query(parsing: text)
      #expect(
        try index.searchSync(SearchRequest(query)).hits.map(\.id).sorted() == found, "\(text)")
      let typed = try index.searchSync(text + " ")
      #expect(typed.hits.map(\.id).sorted() == found && typed.diagnostics.isEmpty, "\(text)")
    }
    let error = #expect(throws: QueryError.self) {
      try index.query(parsing: "tag:a NEAR tag:b")
    }
    #expect(error?.range == 0..<16)
  }

  @Test("name the fields of the index")
  func names() throws {
    let index = SearchIndex<Recipe>.inMemory()
    let error = #expect(throws: QueryError.self) { try index.query(parsing: "titel:soup") }
    #expect(error?.suggestion?.contains("title") ?? false)
  }
}
