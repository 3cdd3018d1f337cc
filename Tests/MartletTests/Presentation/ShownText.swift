import Martlet

/// What is shown of one document for a query.
struct ShownText {
  /// A document with texts of every kind.
  struct Page: SearchDocument {
    var id = 1
    var title = ""
    var text = ""
    var notes: [String] = []
    var tag: String?
    var year: Int?

    var searchKey: Int { id }

    /// The fields, with an analyzer and a source for ``text``.
    static func schema(
      _ analyzer: Analyzer = .standard, source: TextSource = .plain
    ) -> Schema<Page> {
      Schema(fields: [
        .text("title", \.title, analyzer: analyzer),
        .text("text", \.text, source: source, analyzer: analyzer),
        .texts("note", \.notes, analyzer: analyzer),
        .keyword("tag", \.tag),
        .number("year", \.year),
      ])
    }

    static var searchSchema: Schema<Page> { schema() }
  }

  /// Returns the hits for a query among pages.
  static func hits(
    _ query: Query, _ pages: [Page], _ analyzer: Analyzer = .standard,
    source: TextSource = .plain
  ) throws -> [Hit<Page>] {
    let index = SearchIndex<Page>.inMemory(schema: Page.schema(analyzer, source: source))
    try index.writeSync { try $0.put(contentsOf: pages) }
    return try index.searchSync(SearchRequest(query)).hits
  }

  /// Returns a text with what a typed query matches in brackets; nil if it does not find the text.
  static func marked(
    _ typed: String, in text: String, _ analyzer: Analyzer = .standard,
    source: TextSource = .plain
  ) throws -> String? {
    let hits = try hits(.user(typed), [Page(text: text)], analyzer, source: source)
    return try hits.first?.highlights(in: "text").marked("[", "]")
  }
}
