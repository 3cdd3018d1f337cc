import Foundation
import Martlet

/// The examples of AnalyzersAndLanguages.md, word for word.
enum AnalyzersExample {
  struct Page: SearchDocument {
    var path: String
    var title: String
    var body: String
    var language: String

    var searchKey: String { path }

    static let searchSchema = Schema<Page>(fields: [
      .text("title", \.title, analyzer: .languages(["en", "de"], chosenBy: "language"), weight: 2),
      .text(
        "body", \.body, source: .html,
        analyzer: .languages(["en", "de"], chosenBy: "language")),
      .keyword("language", \.language),
    ])
  }

  static func tokens() -> [String] {
    let analyzer = Analyzer.language("en")
    let terms = analyzer.tokens(in: "Running dogs").map(\.text)
    print(terms)  // ["running", "run", "dogs", "dog"]

    for stage in analyzer.explain("Running dogs") {
      print(stage.name, stage.rows.map(\.token.text))
    }
    return terms
  }

  static func stopWords() -> Analyzer {
    let analyzer = Analyzer.standard.stopWords(StopWords(["please", "thanks"]))
    return analyzer
  }

  static func synonyms() -> Analyzer {
    var synonyms = Synonyms()
    synonyms.add(["tv", "television"])
    synonyms.add("dog", finds: ["poodle", "terrier"])
    let analyzer = Analyzer.language("en").synonyms(synonyms)
    return analyzer
  }

  static func change(_ index: SearchIndex<Page>, file: URL) throws {
    let rules = try String(contentsOf: file, encoding: .utf8)
    try index.setSynonyms(Synonyms(rules: rules))
    try index.setQueryStopWords(StopWords(["please", "thanks"]), in: "title")
  }

  static func limits() -> Analyzer {
    let analyzer = Analyzer.code.limits(TokenLimits(longestWord: 64, tokensPerDocument: 10_000))
    return analyzer
  }

  struct PartNumbers: Tokenizer {
    let name = "part numbers 1"

    func tokenize(_ text: String, for use: TokenUse, _ emit: (Token) -> Void) {
      var position = 0
      var start = 0
      for part in text.split(separator: "/", omittingEmptySubsequences: false) {
        let end = start + part.utf8.count
        if !part.isEmpty {
          emit(Token(text: part.lowercased(), range: start..<end, position: position))
          position += 1
        }
        start = end + 1
      }
    }
  }

  static func custom() -> Analyzer {
    let analyzer = Analyzer.custom(name: "part numbers", PartNumbers())
    return analyzer
  }
}
