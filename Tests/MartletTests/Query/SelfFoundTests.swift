import Martlet
import MartletTestSupport
import Testing

/// Whatever a text is cut into, the same text finds it, also in quotes and beside other words.
@Suite("A text")
struct SelfFoundTests {
  struct Text: SearchDocument {
    var searchKey: Int { 1 }
    let text: String
    static let searchSchema = Schema<Text>(fields: [.text("text", \.text)])
  }

  /// A user's filter that changes nothing.
  private struct Unchanged: TokenFilter {
    let name = "unchanged"
    func apply(_ token: Token, for use: TokenUse, _ emit: (Token) -> Void) { emit(token) }
  }

  private static let analyzers: [Analyzer] = [
    .standard, .code, .language("en"), .automatic,
    .code.stopWords(.english, droppedFrom: .index),
    .standard.stopWords(.english, droppedFrom: .index),
    .code.limits(TokenLimits(shortestWord: 2)), .language("fr"),
    .language("fr").stopWords(StopWords(language: "fr") ?? .english, droppedFrom: .index),
    .language("de").umlautDigraphs(),
    .custom(name: "custom", StandardTokenizer(), [Unchanged()]).wordParts(.all),
    .standard(folding: .caseOnly),
    .custom(name: "folded", StandardTokenizer(), [FoldingFilter(.full)]),
  ]

  private static let texts = [
    "Jean-Paul Sartre", "state of the union", "the Wi-Fi router here", "JavaScript-based tools",
    "new JavaScript-Based Tools",
    "call signIn now", "isValid now", "forEach item", "qu'il pleut", "j'ai faim", "«C#» here",
    "the «.NET» runtime", "使用.NET开发", "C#으로 개발", "l‘avion décolle", "lʼavion décolle",
    "Gemäuer alt", "user_id loads", "userId here", "the e-mail of Jean-Paul and Anne-Marie",
    "㍻元年", "㍿トヨタ", "10㌔ 走る", "the ㍻ era", "㍻㍻ xs", "½ cup", "5 ㎞² of land", "Straße nach Köln",
    "東京都 京都", "don't stop", "www.example.com is here", "HTTPRequest-ID of utf8Text", "C++ and .NET",
    "Bonjour\u{202F}! Il y a 10\u{202F}000 oiseaux\u{202F}; à 3:45\u{202F}PM",
    "la maison\u{202F}: jaune",
    "x-ray-tube yes", "Ab-Cd-Ef-Gh ij", "צה\"ל הודיע", "המנכ\"ל של ג'ורג' כאן", "ג׳ורג׳ ומנכ״ל",
  ]

  @Test("finds itself, in quotes and without", arguments: texts)
  func findsItself(text: String) throws {
    for (number, analyzer) in Self.analyzers.enumerated() {
      let schema = Schema<Text>(fields: [.text("text", \.text, analyzer: analyzer)])
      let index = SearchIndex<Text>.inMemory(schema: schema)
      try index.writeSync { try $0.put(Text(text: "before \(text) behind")) }
      for query in [
        text, "\"\(text)\"", "\"before \(text)\"", "\"\(text) behind\"", "\"\(text) beh",
      ] {
        let results = try index.searchSync(query)
        #expect(
          results.hits.count == 1 && results.matched == .all, "\(query), analyzer \(number)")
      }
    }
  }

  @Test("has the words on both sides of a narrow space, with their stems")
  func narrowSpace() throws {
    let text = "Une maison\u{202F}! 40\u{202F}000 oiseaux\u{202F}?"
    for analyzer in [Analyzer.standard, .standard(folding: .caseOnly), .language("fr")] {
      let schema = Schema<Text>(fields: [.text("text", \.text, analyzer: analyzer)])
      let index = SearchIndex<Text>.inMemory(schema: schema)
      try index.writeSync { try $0.put(Text(text: text)) }
      for word in ["maison ", "40 ", "000 ", "oiseaux "] {
        #expect(try index.searchSync(word).hits.count == 1, "\(word)")
      }
      let hit = try #require(try index.searchSync("000 ").hits.first)
      #expect(try hit.highlights(in: "text").marked("[", "]").contains("40\u{202F}[000] ois"))
    }
    let french = Schema<Text>(fields: [.text("text", \.text, analyzer: .language("fr"))])
    let index = SearchIndex<Text>.inMemory(schema: french)
    try index.writeSync { try $0.put(Text(text: text)) }
    #expect(try index.searchSync("maisons ").hits.count == 1)
  }

  @Test("finds itself although the last part of a word is left out")
  func shortPart() throws {
    let analyzer = Analyzer.code.limits(TokenLimits(shortestWord: 3))
    let schema = Schema<Text>(fields: [.text("text", \.text, analyzer: analyzer)])
    let index = SearchIndex<Text>.inMemory(schema: schema)
    try index.writeSync { try $0.put(Text(text: "each user_id loads")) }
    for query in [
      "\"user_id loads\"", "\"each user_id loads\"", "user_id loads", "\"each user_id lo",
    ] {
      #expect(try index.searchSync(query).hits.count == 1, "\(query)")
    }
    #expect(try index.searchSync("\"user loads\"").hits.isEmpty)
  }
}
