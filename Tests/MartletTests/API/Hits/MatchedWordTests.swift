import Martlet
import Testing

/// A short text in two fields, one of them with stop words.
private struct Saying: SearchDocument {
  var id: Int
  var title: String
  var text: String
  var tag = ""
  var year = 0.0

  var searchKey: Int { id }

  static let searchSchema = Schema<Saying>(fields: [
    .text("title", \.title), .text("text", \.text, analyzer: .language("en")),
    .keyword("tag", \.tag), .number("year", \.year),
  ])
}

@Suite("Words of queries and of hits")
struct MatchedWordTests {
  private static func index() throws -> SearchIndex<Saying> {
    let index = SearchIndex<Saying>.inMemory()
    let sayings = [
      Saying(id: 1, title: "Storm", text: "After rain comes sunshine.", tag: "weather", year: 1600),
      Saying(
        id: 2, title: "Rolling stones", text: "They gather no moss in the storms.", year: 1700),
      Saying(id: 3, title: "Rain", text: "It rains cats and dogs.", tag: "weather", year: 1650),
    ]
    for saying in sayings { try index.writeSync { try $0.put(saying) } }
    return index
  }

  @Test("a stop word with a field is told where the other words are missing")
  func stopWord() throws {
    let request = SearchRequest("text:the xyzzy zyxxy ")
    #expect(try Self.matched(request, 2) == ["text:the text"])
    #expect(try Self.matched(SearchRequest("text:the storms "), 2) == ["storms text"])
  }

  private static func matched(
    _ request: SearchRequest, _ key: Int
  ) throws -> [String] {
    let hits = try index().searchSync(request).hits
    let hit = try #require(hits.first { $0.id == key }, "\(request)")
    return try hit.matchedWords().map { word in
      "\(word.text) \(word.fields.map(\.name).joined(separator: ","))\(word.isMisspelt ? " ~" : "")"
    }
  }

  @Test("tell which parts of the query a hit has, and where")
  func parts() throws {
    func parts(_ text: String, _ key: Int) throws -> [String] {
      try Self.matched(SearchRequest(text), key)
    }
    #expect(try parts("rain", 3) == ["rain title,text"])
    #expect(try parts("rain OR storm OR cats", 1) == ["rain text", "storm title"])
    #expect(try parts("rain OR storm OR cats", 3) == ["rain title,text", "cats text"])
    // Stems count in the field that has them, and a last word is unfinished.
    #expect(try parts("moss storm", 2) == ["moss text", "storm text"])
    #expect(try parts("rolling sto", 2) == ["rolling title", "sto title,text"])
    #expect(try parts("\"gather no moss\" -cats", 2) == ["\"gather no moss\" text"])
    // What is excluded twice is asked for.
    #expect(try parts("moss NOT (NOT storms)", 2) == ["moss text", "storms text"])
    #expect(try parts("NOT (NOT (NOT (NOT moss)))", 2) == ["moss text"])
    #expect(try parts("storms NOT (NOT (NOT cats))", 2) == ["storms text"])
    #expect(
      try parts("tag:=weather rain year:1600..1620", 1) == [
        "tag:=weather tag", "rain text", "year:[1600 TO 1620] year",
      ])
    #expect(try parts("rain BEFORE/3 sunshine", 1) == ["rain BEFORE/3 sunshine text"])
    // With fewer words than asked for.
    #expect(try parts("cats dogs elephants ", 3) == ["cats text", "dogs text"])
    #expect(try parts("title:rain* r*n", 3) == ["title:rain* title", "r*n title"])
  }

  @Test("have the fields in which they are, and no stop word that was left out")
  func fields() throws {
    func parts(_ text: String, _ key: Int) throws -> [String] {
      try Self.matched(SearchRequest(text), key)
    }
    // Each tree is in one field, whatever the fields of its words.
    func fields(_ query: Query, _ key: Int) throws -> [FieldRef] {
      let hits = try Self.index().searchSync(SearchRequest(query)).hits
      return try #require(hits.first { $0.id == key }).matchedWords().flatMap(\.fields)
    }
    let either = Query.any([.word("rolling", in: "title"), .word("sea")])
    #expect(try fields(.near([either, .word("stones", in: "title")]), 2) == ["title"])
    #expect(try fields(.near([.word("gather"), .word("moss")]), 2) == ["text"])
    #expect(try parts("the storms ", 2) == ["storms text"])
    #expect(try parts("the ", 2) == ["the text"])
  }

  @Test("tell which words a hit has only in another spelling")
  func misspelt() throws {
    func parts(_ text: String, _ key: Int) throws -> [String] {
      try Self.matched(SearchRequest(text) { $0.typos = .auto }, key)
    }
    #expect(try parts("sunshne rain ", 1) == ["sunshne text ~", "rain text"])
    #expect(try parts("stroms ", 2) == ["stroms text ~"])
    #expect(try parts("storms ", 1) == ["storms title ~"])
    #expect(try parts("storms ", 2) == ["storms text"])
    // A document with right words was found for these, and shows no others.
    #expect(try parts("rain OR storms ", 1) == ["rain text"])
    // One without them has what is marked in it, in every field.
    #expect(try parts("sunshne storm ", 1) == ["sunshne text ~", "storm title"])
    #expect(
      try parts("rainn dogs rain ", 3) == ["rainn title,text ~", "dogs text", "rain title,text"])
  }

  @Test(
    "are those that are marked in its fields, whatever may be misspelt",
    arguments: [
      "storms OR rain ", "stroms OR moss ", "rain storm ", "rian OR stones moss ",
      "title:rain dogs ",
      "rain~ OR storms ", "\"gather no moss\" OR sunshine ", "rians cats ",
    ])
  func marked(text: String) throws {
    let hits = try Self.index().searchSync(SearchRequest(.user(text)) { $0.typos = .auto }).hits
    #expect(!hits.isEmpty)
    for hit in hits {
      let named = Set(try hit.matchedWords().flatMap(\.fields).map(\.name))
      let marked = try ["title", "text"].filter { try !hit.highlights(in: FieldRef($0)).isPlain }
      #expect(named == Set(marked), "\(text) \(hit.id)")
    }
  }

  @Test("of a query have counts, what was left out, and what is near")
  func words() throws {
    let index = try Self.index()
    func words(_ query: Query) throws -> [String] {
      try index.searchSync(SearchRequest(query)).words().map { word in
        "\(word.text) \(word.documentCount)\(word.isLeftOut ? " left out" : "")"
          + (word.nearest.map { " \($0)" } ?? "")
      }
    }
    #expect(try words(.user("rain ")) == ["rain 2"])
    #expect(
      try words(.user("the rain sunshyne qqqqqq ")) == [
        "the 1 left out", "rain 2", "sunshyne 0 sunshine", "qqqqqq 0",
      ])
    #expect(try words(.user("the ")) == ["the 1"])
    #expect(try words(.user("the tag:=weather ")) == ["the 1"])
    #expect(try words(.user("\"the rain\" -storm moss")) == ["the 1", "rain 2", "moss 1"])
    #expect(try words(.user("\"the sunshyne\" ")) == ["the 1", "sunshyne 0 sunshine"])
    #expect(try words(.user("{rain qqqqqq} ")) == ["rain 2", "qqqqqq 0"])
    #expect(try words(.user("sunshyne NEAR/3 rain ")) == ["sunshyne 0 sunshine", "rain 2"])
    #expect(try words(.user("^sunshyne text:\"rolling stons\"~2 ")).first == "sunshyne 0 sunshine")
    // In sets, other forms of a word count.
    #expect(try words(.user("{storms qqqqqq} ")) == words(.user("storms qqqqqq ")))
    #expect(try words(.user("tag:\"wether\" *un*")) == [])
    #expect(try words(.everything) == [])
    #expect(try words(.user("rain – qqqqqq / ")) == ["rain 2", "qqqqqq 0"])
    // In the spelling of the person who typed, as far as case goes.
    #expect(try words(.user("Roling ")) == ["Roling 0 Rolling"])
  }

  @Test("of the hits of a group are known, too")
  func groups() throws {
    let results = try Self.index().searchSync(
      SearchRequest("rain") { $0.collapse = Collapse(by: "tag", limit: 2) })
    let hits = results.groups.flatMap(\.hits)
    #expect(hits.count == 2)
    for hit in hits { #expect(try hit.matchedWords().map(\.text) == ["rain"]) }
  }
}
