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
    ]

  private static let sources: [(TextSource, [String])] = [
    (.plain, []), (.html, RandomText.html), (.markdown, RandomText.markdown),
  ]

  /// A term of a text, as the steps of the analyzer explain it.
  private struct Term {
    var text: String
    var isStem: Bool
    var range: Range<Int>
    var position: Int

    func matches(_ form: MarkedClauses.Form) -> Bool {
      switch form {
      case .term(let bytes):
        return bytes == (isStem ? [AnalyzedTerm.stemMarker] : []) + Array(text.utf8)
      case .prefix(let bytes): return !isStem && Array(text.utf8).starts(with: bytes)
      case .pattern(let pattern): return !isStem && PlainMatcher.matches(pattern, text)
      }
    }
  }

  /// Returns the terms of a plain text. With a limit on their number, only the first words count.
  private static func terms(_ text: String, _ analyzer: Analyzer) -> [Term] {
    let rows = analyzer.source(.plain).explain(text).last?.rows ?? []
    return rows.map {
      Term(
        text: $0.token.text, isStem: $0.kind == .stem, range: $0.token.range,
        position: $0.token.position)
    }
  }

  private static func plainRanges(_ clauses: MarkedClauses, _ terms: [Term]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for clause in clauses.clauses {
      let found = clause.words.map { index in
        terms.filter { $0.matches(clauses.words[index].form) }
      }
      guard clause.isPhrase else {
        ranges += found[0].map(\.range)
        continue
      }
      for first in found[0] {
        let rest = zip(found, clause.offsets).map { terms, offset in
          terms.first { $0.position == first.position + offset - clause.offsets[0] }
        }
        if rest.allSatisfy({ $0 != nil }) { ranges += rest.compactMap { $0?.range } }
      }
    }
    return ranges.joined
  }

  @Test("are exactly what all terms of the text give", arguments: SeededRandom.seeds(count: 400))
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
        let terms = Self.terms(found.text, field.analyzer)
        #expect(
          found.ranges == Self.plainRanges(clauses, terms),
          "seed \(seed), \(analyzer.name), query \(typed), text \(found.text)")
      }
    }
  }

  @Test(
    "are in every hit, and match when analysed again", arguments: SeededRandom.seeds(count: 300))
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
      if try Self.mayAskForNoWord(typed, schema.indexSchema) { continue }
      for hit in results.hits {
        let shown = try ["title", "text", "note"].map { try hit.highlights(in: FieldRef($0)) }
        #expect(
          shown.contains { !$0.isPlain },
          "seed \(seed), \(analyzer.name), query \(typed), page \(hit.id)")
        for text in shown { try Self.checkSafe(text, seed) }
        let length = SnippetLength.characters(random.int(in: 1..<200))
        let snippet = try hit.snippet("text", length: length, passages: random.int(in: 1..<4))
        try Self.checkSafe(snippet, seed)
        if !shown[1].isPlain, length.count > 80 {
          #expect(!snippet.isPlain, "seed \(seed), \(typed)")
        }
      }
    }
  }

  /// Returns true if all words that a document needs may be left out by the analyzer, so that only
  /// the words that it must not have remain.
  private static func mayAskForNoWord(_ typed: String, _ schema: IndexSchema) throws -> Bool {
    let query = Query.user(typed).interpreted(with: schema)
    return try ([query.query] + query.relaxations.map(\.query)).contains {
      try QueryResolver(schema).resolve($0).nodes.contains(.everything)
    }
  }

  /// Makes sure that HTML of the text holds nothing of it unescaped, and gives the text back, and
  /// that the ranges are between characters.
  private static func checkSafe(_ text: HighlightedText, _ seed: UInt64) throws {
    var html = Array(text.html().utf8)
    for tag in ["<mark>", "</mark>"] { html = replacing(tag, by: "", in: html) }
    #expect(!html.contains { "<>\"'".utf8.contains($0) }, "seed \(seed): \(text.html())")
    let references = ["&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'"]
    for (reference, character) in references {
      html = replacing(reference, by: character, in: html)
    }
    #expect(replacing("&amp;", by: "&", in: html) == Array(text.text.utf8), "seed \(seed)")
    var last = text.text.startIndex
    for range in text.ranges {
      #expect(last <= range.lowerBound && range.lowerBound < range.upperBound, "seed \(seed)")
      #expect(range.lowerBound.samePosition(in: text.text) != nil, "seed \(seed)")
      #expect(range.upperBound.samePosition(in: text.text) != nil, "seed \(seed)")
      last = range.upperBound
    }
  }

  /// Replaces bytes, because a character may begin with a sign and go on with a mark of the text.
  private static func replacing(_ old: String, by new: String, in bytes: [UInt8]) -> [UInt8] {
    let old = Array(old.utf8)
    var result: [UInt8] = []
    var rest = bytes[...]
    while let first = rest.first {
      if rest.starts(with: old) {
        result += new.utf8
        rest = rest.dropFirst(old.count)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }
}
