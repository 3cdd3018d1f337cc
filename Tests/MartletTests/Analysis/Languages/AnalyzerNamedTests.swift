import Testing

@testable import Martlet

@Suite("Analyzers by their names")
struct AnalyzerNamedTests {
  @Test(
    "each name gives the analyzer that it says",
    arguments: [
      ("standard", Analyzer.standard), ("standard:case", .standard(folding: .caseOnly)),
      ("standard:exact", .standard(folding: .exact)), ("whitespace", .whitespace),
      ("keyword", .keyword), ("automatic", .automatic), ("lucene-english", .luceneEnglish),
      ("language:de", .language("de")), ("language:de-AT", .language("de")),
      ("language:en+de", .languages(["en", "de"])), ("language:eo", .language("eo")),
      ("language:en+de@lang", .languages(["en", "de"], chosenBy: "lang")),
      ("language:de:umlauts", .language("de").umlautDigraphs()),
      ("standard:parts", .code), ("language:en:parts", .language("en").wordParts(.all)),
    ])
  func names(name: String, analyzer: Analyzer) throws {
    let named = try #require(Analyzer.named(name))
    #expect(named.fingerprint == analyzer.fingerprint)
    #expect(named.isStopWord(Array("die".utf8)) == analyzer.isStopWord(Array("die".utf8)))
  }

  @Test("stop words come and go with options")
  func stopWords() throws {
    let terms = [Array("die".utf8), Array("the".utf8), Array("hello".utf8)]
    func stopWords(_ name: String) throws -> [Bool] {
      let analyzer = try #require(Analyzer.named(name))
      return terms.map(analyzer.isStopWord)
    }
    #expect(try stopWords("standard") == [false, false, false])
    #expect(try stopWords("standard:case:de-stop:en-stop") == [true, true, false])
    #expect(try stopWords("language:en") == [false, true, false])
    #expect(try stopWords("language:en:no-stop") == [false, false, false])
    #expect(try stopWords("language:en:no-stop:mysql-stop") == [false, true, true])
    #expect(try stopWords("language:en+de") == [false, false, false])
  }

  @Test("every language has a name", arguments: StopWords.languages + ["ja", "ko", "th", "zh"])
  func languages(code: String) {
    #expect((Analyzer.named("standard:\(code)-stop") != nil) == StopWords.languages.contains(code))
    #expect(Analyzer.named("language:\(code)") != nil)
  }

  @Test("records name their language in a field of their own")
  func languageOfRecord() throws {
    let schema = RecordSchema(fields: [
      .text("text", analyzer: "language:en+de@lang"), .keyword("lang"),
    ])
    let index = try SearchIndex<Record>.inMemory(schema: schema)
    try index.writeSync { batch in
      try batch.put(Record(key: "1", fields: ["text": "generations", "lang": "en"]))
      try batch.put(Record(key: "2", fields: ["text": "Generationen", "lang": "de"]))
    }
    #expect(try index.searchSync("generating ").hits.map(\.id) == ["1"])
    #expect(try index.searchSync("Generation ").hits.map(\.id).sorted() == ["1", "2"])
    #expect(try index.searchSync("lang:de").hits.map(\.id) == ["2"])
  }

  @Test(
    "another name gives none",
    arguments: [
      "", "Standard", "standard:", "standard:full", "standard:xx-stop", "language", "language:",
      "language:klingon", "language:en+", "language:en@lang:", "language:en@", "standard:de",
      "language:porter", "stop", ":",
    ])
  func others(name: String) {
    #expect(Analyzer.named(name) == nil)
  }
}
