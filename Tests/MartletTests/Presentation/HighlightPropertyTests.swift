import MartletTestSupport
import Testing

@testable import Martlet

/// Compares marks with those that are found in the plainest way: by all terms of the whole text.
@Suite("Highlights of random texts")
struct HighlightPropertyTests {
  private typealias Page = ShownText.Page

  private static let analyzers: [Analyzer] =
    FirstLettersTests.analyzers + [
      .standard.synonyms(.init()), .standard.limits(TokenLimits(tokensPerDocument: 5)),
      .language("en").limits(TokenLimits(shortestWord: 3, longestWord: 6)),
      .language("en").stopWords(.english, droppedFrom: .index),
      .code.stopWords(.english, droppedFrom: .index), .code.limits(TokenLimits(shortestWord: 2)),
    ]

  private static let sources: [(TextSource, [String])] = [
    (.plain, []), (.html, RandomText.html), (.markdown, RandomText.markdown),
  ]

  @Test("are exactly what all terms of the text give", arguments: SeededRandom.seeds(count: 80))
  func exact(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let analyzer = Self.analyzers[random.int(in: 0..<Self.analyzers.count)]
    guard analyzer.limits.tokensPerDocument == .max else { return }
    let (source, marks) = Self.sources[random.int(in: 0..<Self.sources.count)]
    let schema = Page.schema(analyzer, source: source).indexSchema
    let field = try #require(schema.field(named: "text"))
    let segments = SegmentSet([], fieldCount: schema.fields.count)
    for _ in 0..<5 {
      let typed = RandomText.query(&random)
      let query = Query.user(typed).interpreted(with: schema).query
      let resolved = try QueryResolver(schema).resolve(query)
      let clauses = MarkedClauses(resolved, field: field.id)
      let marker = FieldMarker(resolved, field: field.id, field.analyzer, segments)
      for _ in 0..<4 {
        let text = RandomText.text(random.int(in: 0..<40), marks, &random)
        let found = try marker.marks(in: [text])
        #expect(found.text == source.text(of: text), "seed \(seed)")
        let terms = HighlightModel.terms(found.text, field.analyzer)
        #expect(
          found.ranges == HighlightModel.plainRanges(clauses, terms),
          "seed \(seed), \(analyzer.name), query \(typed), text \(found.text)")
      }
    }
  }

  @Test(
    "are in every hit, and match when analysed again", arguments: SeededRandom.seeds(count: 20))
  func hits(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let analyzer = Self.analyzers[random.int(in: 0..<Self.analyzers.count)]
    let (source, marks) = Self.sources[random.int(in: 0..<Self.sources.count)]
    let schema = Page.schema(analyzer, source: source)
    let index = SearchIndex<Page>.inMemory(schema: schema)
    try index.writeSync { batch in
      for id in 0..<12 {
        try batch.put(
          Page(
            id: id, title: RandomText.text(3, [], &random),
            text: RandomText.text(random.int(in: 0..<60), marks, &random),
            notes: (0..<2).map { _ in RandomText.text(4, [], &random) }))
      }
    }
    for _ in 0..<10 {
      let typed = RandomText.query(&random)
      let results = try index.searchSync(SearchRequest(.user(typed)))
      if try HighlightModel.mayAskForNoWord(typed, schema.indexSchema) { continue }
      for hit in results.hits {
        let shown = try ["title", "text", "note"].map { try hit.highlights(in: FieldRef($0)) }
        #expect(
          shown.contains { !$0.isPlain },
          "seed \(seed), \(analyzer.name), query \(typed), page \(hit.id)")
        for text in shown { try HighlightModel.checkSafe(text, "seed \(seed)") }
        let length = SnippetLength.characters(random.int(in: 1..<200))
        let snippet = try hit.snippet("text", length: length, passages: random.int(in: 1..<4))
        try HighlightModel.checkSafe(snippet, "seed \(seed)")
        if !shown[1].isPlain, length.count > 80 {
          #expect(!snippet.isPlain, "seed \(seed), \(typed)")
        }
      }
    }
  }
}
