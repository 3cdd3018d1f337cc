import Testing

@testable import Martlet

@Suite("Limits of words")
struct TokenLimitsTests {
  @Test("words of another length are left out and keep their positions")
  func lengths() {
    let analyzer = Analyzer.language("en").limits(TokenLimits(shortestWord: 2, longestWord: 5))
    let tokens = analyzer.tokens(in: "a zoé runs everywhere é now")
    #expect(tokens.map(\.text) == ["zoe", "runs", "run", "now"])
    #expect(tokens.map(\.position) == [1, 2, 2, 5])
    #expect(analyzer.tokens(in: "r", for: .prefix).map(\.text) == ["r"])
    #expect(analyzer.tokens(in: "r", for: .query).isEmpty)
  }

  @Test("limits also hold where nothing else is done to words")
  func plain() {
    let analyzer = Analyzer.whitespace.limits(TokenLimits(shortestWord: 2))
    #expect(analyzer.tokens(in: "A bc D").map(\.text) == ["bc"])
    for (limits, isLeft) in [(TokenLimits(shortestWord: 2), false), (TokenLimits(), true)] {
      let shortcut = Analyzer.standard.limits(limits).shortcut
      #expect(shortcut.ignoresASCIICase)
      #expect([0x61].withBytes(shortcut.leaves) == isLeft)
    }
  }

  @Test("limits on lengths decide terms, the number of words concerns later documents only")
  func fingerprints() {
    let short = Analyzer.standard.limits(TokenLimits(shortestWord: 2))
    #expect(short.fingerprint != Analyzer.standard.fingerprint)
    let few = Analyzer.standard.limits(TokenLimits(tokensPerDocument: 9))
    #expect(few.fingerprint == Analyzer.standard.fingerprint)
  }

  @Test("what a document has beyond the limits is not indexed and is counted")
  func documents() throws {
    let limits = TokenLimits(shortestWord: 2, tokensPerDocument: 4)
    let schema = IndexSchema([
      (FieldDefinition(name: "text", kind: .text), Analyzer.standard.limits(limits))
    ])
    let builder = ImageBuilder(schema: schema, segmentID: SegmentID(high: 0, low: 1))
    for (key, text) in [("1", "a bb cc dd ee ff gg"), ("2", "bb cc dd ee")] {
      try builder.add(
        InputDocument(
          key: Array(key.utf8),
          values: [InputDocument.Value(field: FieldID(0), content: .text(text))], stored: []))
    }
    #expect(builder.skippedTokenCount == 3)
    let index = try SmallIndex(
      .standard.limits(limits), ["a bb cc dd ee ff gg", "ff", "bb cc dd ee"])
    #expect(try index.find("ff ") == [1])
    #expect(try index.find("ee ").sorted() == [0, 2])
    #expect(try index.find("\"bb a ee\"").isEmpty)
  }

  @Test("an index counts what it left out")
  func statistics() throws {
    let index = SearchIndex<Line>.inMemory()
    try index.writeSync { batch in
      try batch.put(Line(id: 1, text: "a bb cc flying"))
      try batch.put(Line(id: 2, text: "bb abcdefghijkl cc d ee dd"))
    }
    #expect(index.statistics.skippedTokenCount == 4)
    #expect(index.statistics.tokenCount == 6)
    #expect(try index.searchSync("fly ").hits.map(\.id) == [1])
    #expect(try index.searchSync("dd ").hits.isEmpty)
  }

  private struct Line: SearchDocument {
    var id: Int
    var text: String
    var searchKey: Int { id }

    static let searchSchema = Schema<Line>(fields: [
      .text(
        "text", \.text,
        analyzer: .language("en").limits(
          TokenLimits(shortestWord: 2, longestWord: 10, tokensPerDocument: 3)))
    ])
  }
}
