import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

/// Highlights of texts that people have written, in every markup and script of the shared corpora.
@Suite("Highlights of real texts")
struct CorpusHighlightTests {
  private typealias Page = ShownText.Page

  /// A file of documents.
  struct Corpus: Sendable, CustomTestStringConvertible {
    var name: String
    var source = TextSource.plain
    var language: String?
    /// The number of documents that are read, unless a factor asks for more.
    var count: Int
    var testDescription: String { name }
  }

  private static let corpora = [
    Corpus(name: "mdn-en-4k.jsonl.xz", source: .markdown, language: "en", count: 9),
    Corpus(name: "stackexchange-html.jsonl", source: .html, language: "en", count: 20),
    Corpus(name: "lingua-sentences.jsonl.xz", count: 166),
    Corpus(name: "chinese-poetry-20k.jsonl.xz", count: 40),
    Corpus(name: "udhr.jsonl.xz", count: 27),
  ]

  private struct Document: Decodable {
    var body: String
    var lang: String?
  }

  /// Returns documents from the whole of a corpus; none, after a loud line, if it is not there.
  private static func documents(_ corpus: Corpus) throws -> [Document] {
    let path = "corpora/\(corpus.name)"
    guard let data = path.hasSuffix(".xz") ? SharedCorpora.unpacked(path) : SharedCorpora.file(path)
    else { return [] }
    let lines = data.split(separator: UInt8(ascii: "\n"))
    let step = max(1, lines.count / (corpus.count * TestSeed.factor))
    return try stride(from: 0, to: lines.count, by: step).map { number in
      try JSONDecoder().decode(Document.self, from: Data(lines[number]))
    }
  }

  private static func analyzer(_ language: String?) -> Analyzer {
    guard let language, Analyzer.stemmedLanguages.contains(language) else { return .standard }
    return .language(language)
  }

  /// Returns a query of words of a text, as a person may type them.
  private static func query(_ text: String, _ random: inout SeededRandom) -> String {
    let words = text.split { $0.isWhitespace }
    guard !words.isEmpty else { return "nothing" }
    func run(_ count: Int) -> String {
      let start = random.int(in: 0..<words.count)
      // In scripts without spaces, a word may be a whole paragraph.
      return words[start...].prefix(count).map { $0.prefix(12) }.joined(separator: " ")
    }
    switch random.int(in: 0..<6) {
    case 0: return "\"\(run(2))\""
    case 1: return "\(run(1)) \(run(1))"
    case 2: return "\(run(1).prefix(3))*"
    case 3: return "\(run(1)) OR \(run(1))"
    default: return run(1)
    }
  }

  @Test("are exactly what all terms of the text give, in every hit", arguments: corpora)
  func corpus(corpus: Corpus) throws {
    var random = SeededRandom(seed: TestSeed.value)
    let languages = Dictionary(grouping: try Self.documents(corpus)) {
      corpus.language ?? $0.lang
    }
    var (documentCount, hitCount, rangeCount) = (0, 0, 0)
    for (language, documents) in languages.sorted(by: { $0.key ?? "" < $1.key ?? "" }) {
      let schema = Page.schema(Self.analyzer(language), source: corpus.source)
      let index = SearchIndex<Page>.inMemory(schema: schema)
      try index.writeSync { batch in
        for (id, document) in documents.enumerated() {
          try batch.put(Page(id: id, text: document.body))
        }
      }
      documentCount += documents.count
      for document in documents {
        let typed = Self.query(corpus.source.text(of: document.body), &random)
        let hits = try index.searchSync(typed, limit: 3).hits
        let ranges = try check(hits, typed, schema.indexSchema, corpus)
        (hitCount, rangeCount) = (hitCount + hits.count, rangeCount + ranges)
      }
    }
    print(
      "highlights, \(corpus.name): \(documentCount) documents, \(hitCount) hits, \(rangeCount) "
        + "ranges, MARTLET_SEED=\(TestSeed.value)")
    #expect(documentCount == 0 || hitCount > documentCount / 2)
  }

  /// Compares the marks of hits with the plainest ones. Returns their number.
  private func check(
    _ hits: [Hit<Page>], _ typed: String, _ schema: IndexSchema, _ corpus: Corpus
  ) throws -> Int {
    let field = try #require(schema.field(named: "text"))
    let interpreted = Query.user(typed).interpreted(with: schema)
    let mayBePlain = try HighlightModel.mayAskForNoWord(typed, schema)
    var count = 0
    for hit in hits {
      let place = "\(corpus.name), \(field.analyzer.name), query \(typed), page \(hit.id)"
      let shown = try hit.highlights(in: "text")
      #expect(mayBePlain || !shown.isPlain, "\(place)")
      try HighlightModel.checkSafe(shown, place)
      let snippet = try hit.snippet("text", length: .characters(random(hit.id)))
      try HighlightModel.checkSafe(snippet, place)
      count += shown.ranges.count
      let resolved = try QueryResolver(schema).resolve(interpreted.query)
      let text = try hit.document().text
      let empty = SegmentSet([], fieldCount: schema.fields.count)
      let marks = try FieldMarker(resolved, field: field.id, field.analyzer, empty)
        .marks(in: [text])
      let expected = HighlightModel.plainRanges(
        MarkedClauses(resolved, field: field.id), HighlightModel.terms(marks.text, field.analyzer))
      #expect(marks.ranges == expected, "\(place)")
    }
    return count
  }

  /// A length of a snippet.
  private func random(_ number: Int) -> Int { 20 + number * 37 % 200 }
}
