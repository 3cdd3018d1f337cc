import Martlet
import MartletTestSupport
import Testing

/// Completions after words with the syntax of queries, and after long texts.
@Suite("Completions after other words")
struct CompletedTextTests {
  private struct Page: SearchDocument {
    var id: Int
    var a: String?
    var en: String?
    var k: String?
    var y: Int?

    var searchKey: Int { id }

    static let searchSchema = Schema<Page>(fields: [
      .text("a", \.a), .text("en", \.en, analyzer: .language("en")), .keyword("k", \.k),
      .number("y", \.y),
    ])
  }

  private static func index() throws -> SearchIndex<Page> {
    let index = SearchIndex<Page>.inMemory()
    try index.writeSync { batch in
      try batch.put(
        Page(id: 1, a: "storm bird sea", en: "The end of birds", k: "very quick", y: 5))
      try batch.put(Page(id: 2, a: "calm bison sea", en: "bison", y: 7))
      try batch.put(Page(id: 3, a: "bitter storms", en: "and birds"))
    }
    return index
  }

  private static let afterSyntax: [(String, [String])] = [
    ("storm bi", ["storm bird"]), ("a:storm bi", ["a:storm bird"]),
    ("sto* bi", ["sto* bird", "sto* bitter"]), ("*orm bi", ["*orm bird"]),
    ("strom~ bi", ["strom~ bird"]), ("storm^2 bi", ["storm^2 bird"]),
    ("k:\"very quick\" bi", ["k:\"very quick\" bird"]),
    ("k:very bi", []), ("y:5 bi", ["y:5 bird"]), ("y:6.. bi", ["y:6.. bison"]),
    ("(storm OR calm) bi", ["(storm OR calm) bird", "(storm OR calm) bison"]),
    ("\"bird sea\" bi", []), ("\"storm bird\" se", ["\"storm bird\" sea"]),
    ("calm -storm bi", ["calm -storm bison"]),
    ("en:birds bi", ["en:birds bird", "en:birds bitter"]),
    ("-storm bi", ["-storm bison", "-storm bitter"]),
    ("storm OR bi", ["storm OR bird", "storm OR bison", "storm OR bitter"]),
    ("sea NEAR bi", ["sea NEAR bird", "sea NEAR bison"]),
  ]

  @Test("count the documents that a search finds for what is before", arguments: afterSyntax)
  func syntax(text: String, expected: [String]) throws {
    let found = try Self.index().completionsSync(of: text, in: "a")
    #expect(found.map(\.text) == expected)
  }

  private static let lastWords: [(String, [String])] = [
    ("a:bis", ["a:bison"]), ("storm a:bir", ["storm a:bird"]), ("^bis", []), ("^bit", ["^bitter"]),
    ("^a:bis", []), ("^a:cal", ["^a:calm"]), ("a:\"bis", ["a:\"bison"]), ("+bis", ["+bison"]),
    ("sea -bi", ["sea -bird", "sea -bison"]), ("sea NOT a:bis", ["sea NOT a:bison"]),
    ("\"storm bi", ["\"storm bird"]), ("\"sea bi", []), ("k:bi", []), ("en:bi", []), ("y:5", []),
    ("(storm bi)", []), ("\"storm bi\"", []), ("bi~", []), ("bi^2", []), ("storm {calm bis", []),
    ("{calm bis", ["{calm bison"]),
  ]

  @Test("keep what stands before the last word, which may have a field", arguments: lastWords)
  func lastWord(text: String, expected: [String]) throws {
    let found = try Self.index().completionsSync(of: text, in: "a")
    #expect(found.map(\.text) == expected)
  }

  @Test("in open quotes follow the words before, and count where they do")
  func phrases() throws {
    let index = SearchIndex<Page>.inMemory()
    try index.writeSync { batch in
      for (id, text) in [
        "new york this year", "the year of new york", "a year in new york", "new year, new york",
        "year old new yard",
      ].enumerated() {
        try batch.put(Page(id: id, a: text))
      }
    }
    let found = try index.completionsSync(of: "\"new y", in: "a")
    #expect(found.map(\.text) == ["\"new york", "\"new yard", "\"new year"])
    #expect(found.map(\.documentCount) == [4, 1, 1])
    #expect(try index.completionsSync(of: "\"new y", in: "a", limit: 1).map(\.word) == ["york"])
    #expect(try index.completionsSync(of: "old \"new y", in: "a").map(\.word) == ["yard"])
    #expect(try index.completionsSync(of: "\"y", in: "a").first?.documentCount == 5)
  }

  @Test("leave stop words out, as a search does that has other words")
  func stopWords() throws {
    let index = try Self.index()
    for text in ["the bi", "of the bi", "en:the bi"] {
      let found = try index.completionsSync(of: text, in: "en")
      #expect(found.map(\.word) == ["birds", "bison"], "\(text)")
      #expect(found.map(\.documentCount) == [2, 1], "\(text)")
    }
    #expect(try index.completionsSync(of: "storm the bi", in: "en").map(\.word) == ["birds"])
    #expect(try index.completionsSync(of: "the o", in: "en").map(\.word) == ["of"])
    #expect(try index.completionsSync(of: "of a", in: "en").isEmpty)
  }

  @Test("of a text beyond the limits take the words before from its beginning")
  func longText() throws {
    let index = try Self.index()
    let words = { (text: String) throws in
      try index.completionsSync(of: text, in: "a").map(\.word)
    }
    for filler in [String(repeating: "sea ", count: 30_000), String(repeating: " ", count: 5_000)] {
      #expect(try words("storm \(filler)calm bi") == ["bird"])
      #expect(try words("calm \(filler)storm bi") == ["bison"])
    }
    let sea = String(repeating: "sea ", count: 63)
    #expect(try words("\(sea)bi") == ["bird", "bison"])
    #expect(try words("\(sea)storm bi") == ["bird"])
    #expect(try words("\(sea)sea storm bi") == ["bird", "bison"])
    #expect(try words("b" + String(repeating: "i", count: 5_000)).isEmpty)
  }

  @Test("suggestions leave alone what a search does not read")
  func longSuggestion() throws {
    let index = try Self.index()
    let sea = String(repeating: "sea ", count: 63)
    #expect(try index.suggestionSync(for: "\(sea)stomr ") == "\(sea)storm ")
    #expect(try index.suggestionSync(for: "\(sea)sea stomr ") == nil)
    let spaces = String(repeating: " ", count: 4_090)
    #expect(try index.suggestionSync(for: "\(spaces)stomr ") == "\(spaces)storm ")
    #expect(try index.suggestionSync(for: "\(spaces)  stomr ") == nil)
  }

  @Test("end when their task is cancelled, as do lists of terms, suggestions and the like")
  func cancelled() async throws {
    let index = try Self.index()
    func expectCancellation(_ work: @escaping @Sendable () async throws -> Void) async {
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        try await work()
      }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    await expectCancellation { _ = try await index.completions(of: "bi", in: "a") }
    await expectCancellation { _ = try await index.completions(of: "storm bi", in: "a") }
    await expectCancellation { _ = try await index.terms(in: "a") }
    await expectCancellation { _ = try await index.suggestion(for: "stomr ") }
    await expectCancellation { _ = try await index.explain(1, SearchRequest("storm")) }
    await expectCancellation { _ = try await index.query(similarTo: 1) }
    await expectCancellation { _ = try await index.query(similarToText: "storm") }
  }
}
