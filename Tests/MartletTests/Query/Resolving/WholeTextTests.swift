import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Whole texts")
struct WholeTextTests {
  private static let analyzers: [(String, Analyzer)] = [
    ("standard", .standard), ("exact", .standard(folding: .exact)), ("whitespace", .whitespace),
    ("keyword", .keyword), ("english", .language("en")), ("french", .language("fr")),
    ("german", .language("de").umlautDigraphs()), ("code", .code), ("automatic", .automatic),
    ("lucene", .luceneEnglish), ("hyphens", Analyzer.standard.wordParts([.signs, .hyphens])),
    ("stop words", Analyzer.standard.stopWords(StopWords(["the", "of"]), droppedFrom: .index)),
    ("limits", Analyzer.standard.limits(TokenLimits(longestWord: 6, tokensPerDocument: 3))),
    ("by language", .languages(["en", "de"], chosenBy: "kind")),
    ("html", Analyzer.language("en").source(.html)),
    ("markdown", Analyzer.code.source(.markdown)),
  ]
  private static let pieces = [
    "soup", "Soups", "SOUP", "the", "of", "é", "e\u{301}", "C++", "C#", ".NET", "e-mail", "wi-fi",
    "l'avion", "userId", "HTTPRequest", "user_id", "Müller", "Mueller", "東京都", "京", "대학교", "½",
    "don't", "a-b-c", "<b>soup</b>", "<!-- x -->", "&amp;", "*soup*", "# soup", "`code`", "—", "…",
    "x\u{0}y", "👍", "tolerances", "Straße", "ﷺ", "10,5", "www.example.com",
  ]

  private static func text(using random: inout SeededRandom) -> String {
    (0..<random.int(in: 1..<5)).map { _ in pieces[random.int(in: 0..<pieces.count)] }
      .joined(separator: random.oneIn(5) ? "" : " ")
  }

  @Test("find a document by its text, whatever the analyzer", arguments: 0..<16)
  func ownText(number: Int) throws {
    let (name, analyzer) = Self.analyzers[number]
    let seed = TestSeed.value &+ UInt64(number)
    var random = SeededRandom(seed: seed)
    let texts = (0..<300).map { _ in Self.text(using: &random) }
    let kinds = texts.map { _ in ["en", "de", "fi"][random.int(in: 0..<3)] }
    let index = try SmallIndex(analyzer, texts, kinds: kinds)
    for (number, text) in texts.enumerated() {
      let found = try index.find(.is("text", text))
      let hasWords = IndexedText(text, analyzer).length > 0
      #expect(found.contains(number) == hasWords, "\(name), seed \(seed): \(text)")
      for other in found where texts[other] != text {
        // Another document has as many tokens, and all the words, at the same positions.
        let (one, two) = (IndexedText(text, analyzer), IndexedText(texts[other], analyzer))
        let isEqual = one.length == two.length && Set(one.terms).isSubset(of: two.terms)
        let isPlainReading = !analyzer.source.isPlain
        #expect(isEqual || isPlainReading, "\(name), seed \(seed): \(text), \(texts[other])")
      }
    }
  }

  private static let titles = [
    "Tomato soup", "Cold tomato soup", "Tomato soup, cold", "tomato SOUP!", "Soup", "soup soup",
    "Soup tomato", "tomato", "Tomatoes soup", "",
  ]

  @Test(
    "have the words of the value and no others, in this order",
    arguments: [
      ("tomato soup", [0, 3]), ("Tomato  Soup.", [0, 3]), ("soup", [4]), ("soup soup", [5]),
      ("soup tomato", [6]), ("tomato", [7]), ("tomatoes soup", [8]), ("tomato soup cold", [2]),
      ("cold tomato", []), ("tomato soup unknown", []), ("", []), ("…", []), ("soups", []),
    ])
  func words(value: String, expected: [Int]) throws {
    let index = try SmallIndex(.language("en"), Self.titles)
    #expect(try index.find(.is("text", value)) == expected)
    #expect(try index.find("text:=\"\(value)\"") == expected)
    let strict = try Query(parsing: "text:=\"\(value)\"")
    #expect(strict == .is("text", value) && strict.description.hasPrefix("text:="))
    let others = Set(Self.titles.indices).subtracting(expected)
    #expect(Set(try index.find(!Query.is("text", value))) == others)
    #expect(
      try index.find(.is("text", value) && .is("kind", "even")) == expected.filter { $0 % 2 == 0 })
  }

  @Test("are not found by a word within a word with signs", arguments: [Analyzer.standard, .code])
  func signs(analyzer: Analyzer) throws {
    let texts = ["C", "C++", "c#", ".net", "net", "C and C++", "C++ and C++", "C++ and C", "C, C"]
    let index = try SmallIndex(analyzer, texts)
    for (number, text) in texts.enumerated() {
      #expect(try index.find(.is("text", text)) == [number], "\(text)")
    }
    #expect(try index.find(!Query.is("text", "c")).count == texts.count - 1)
  }

  @Test("select and score nothing, unless they are preferred or boosted")
  func scores() throws {
    let index = try SmallIndex(.standard, Self.titles)
    let whole = Query.is("text", "tomato soup")
    let plain = try index.hits(.word("soup"))
    func score(_ query: Query) throws -> Float? {
      try index.hits(query).first { $0.number == 0 }?.score
    }
    let alone = try #require(plain.first { $0.number == 0 }?.score)
    #expect(try index.hits(whole).map(\.score) == [0, 0])
    #expect(try score(.word("soup") && whole) == alone)
    #expect(try score(whole.boosted(by: 3)) == 3 && score(whole.boosted(by: 1)) == 1)
    #expect(try score(.word("soup").preferring(whole.boosted(by: 8))) == alone + 8)
    #expect(try index.find(.word("soup").preferring(whole.boosted(by: 8))).prefix(2) == [0, 3])
  }

  @Test("of a field that is read as markup are given with the markup or as people read them")
  func markup() throws {
    let index = try SmallIndex(Analyzer.standard.source(.html), ["<b>Tomato</b> soup", "a <b x"])
    #expect(try index.find(.is("text", "Tomato soup")) == [0])
    #expect(try index.find(.is("text", "<b>Tomato</b> soup")) == [0])
    #expect(try index.find(.is("text", "b tomato b soup")).isEmpty)
    #expect(try index.find(.is("text", "a <b x")) == [1])
  }

  @Test("are the only text with words of the document; without positions, in any order")
  func kinds() throws {
    let index = SearchIndex<Memo>.inMemory()
    try index.writeSync { batch in
      try batch.put(Memo(id: "1", title: "Onion soup", lines: ["red onion red", "", "…"]))
      try batch.put(Memo(id: "2", title: "Soup", lines: ["red onion", "red"]))
      try batch.put(Memo(id: "3", lines: ["onion red onion"], body: "Onion soup"))
      try batch.put(Memo(id: "4", title: "Onion soup"))
    }
    func find(_ query: Query) throws -> [String] {
      try index.searchSync(SearchRequest(query)).hits.map(\.id).sorted()
    }
    #expect(try find(.is("title", "onion soup")) == ["1", "4"])
    #expect(try find(.is("body", "onion soup")) == ["3"])
    #expect(try find(.is("lines", "red red onion")) == ["1", "2"])
    #expect(try find(.is("lines", "red onion")).isEmpty)
    try index.writeSync { $0.delete("1") }
    #expect(try find(.is("title", "onion soup")) == ["4"])
    #expect(try index.snapshot().countSync(.is("title", "onion soup")) == 1)
    #expect(try index.snapshot().countSync(!Query.is("title", "onion soup")) == 2)
  }

  @Test("of thousands of words are found")
  func long() throws {
    let words = (0..<5_000).map { "w\($0 % 1_700)" }
    let texts = [words, words + ["w0"], words.dropLast() + ["w0"]]
      .map { $0.joined(separator: " ") }
    let index = try SmallIndex(.standard, texts)
    for (number, text) in texts.enumerated() {
      #expect(try index.find(.is("text", text)) == [number])
    }
  }
}
