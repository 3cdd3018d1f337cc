import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Sources of text")
struct TextSourceTests {
  /// A document with a body in one of the languages.
  private struct Page: SearchDocument, Codable {
    var id: String
    var body: String

    var searchKey: String { id }

    static let searchSchema = Schema<Page>(fields: [.text("body", { $0.body }, source: .html)])
  }

  private func found(_ texts: [String], _ source: String, _ query: String) throws -> [String] {
    let schema = RecordSchema(fields: [.text("text", source: source)])
    let index = try SearchIndex<Record>.inMemory(schema: schema)
    try index.writeSync { batch in
      for (number, text) in texts.enumerated() {
        try batch.put(Record(key: String(number), fields: ["text": .string(text)]))
      }
    }
    return try index.searchSync(query).hits.map(\.id).sorted()
  }

  @Test("of HTML, what a person reads is found, and nothing else")
  func html() throws {
    let texts = [
      "<p class=\"secret\">Half a wo<b>rd</b></p><script>secret()</script><!-- secret -->",
      "<ul><li>caf&eacute;</li><li>bar</li></ul><img alt=\"secret\" title=\"secret\">",
    ]
    for (query, keys) in [
      ("word", ["0"]), ("wo", ["0"]), ("rd", []), ("café", ["1"]), ("cafe", ["1"]), ("eacute", []),
      ("cafébar", []), ("\"cafe bar\"", ["1"]), ("secret", []), ("script", []), ("li", []),
      ("class", []),
    ] {
      #expect(try found(texts, "html", query) == keys, "\(query)")
    }
    #expect(try found(texts, "html:alt", "secret") == ["1"])
    #expect(try found(texts, "html:title", "secret") == ["1"])
    #expect(try found(texts, "plain", "secret") == ["0", "1"])
  }

  @Test("of Markdown, what a person reads is found, and nothing else")
  func markdown() throws {
    let texts = [
      "# Half a wo*rd*\n\nSee [the page](http://secret.example/ 'secret').",
      "```\nlet code = 1\n```\n\n![picture](secret.png)\n\n[secret]: http://secret.example",
    ]
    for (query, keys) in [
      ("word", ["0"]), ("\"see the page\"", ["0"]), ("code", ["1"]), ("picture", ["1"]),
      ("secret", []), ("http", []), ("png", []),
    ] {
      #expect(try found(texts, "markdown", query) == keys, "\(query)")
    }
  }

  @Test("a query is plain text, whatever the field has")
  func queries() throws {
    #expect(try found(["<p>1 &lt; 2 amp</p>"], "html", "<amp>") == ["0"])
    #expect(try found(["<p>amp</p>"], "html", "&amp;") == ["0"])
    let analyzer = Analyzer.standard.source(.html)
    #expect(analyzer.tokens(in: "<b>&lt;", for: .query).map(\.text) == ["b", "lt"])
  }

  @Test("a field of a schema knows its source")
  func schema() throws {
    let index = SearchIndex<Page>.inMemory()
    try index.writeSync { batch in try batch.put(Page(id: "1", body: "wo<b>rd</b> <i>x")) }
    #expect(try index.searchSync("word").hits.map(\.id) == ["1"])
    #expect(try index.searchSync("b").hits.isEmpty)
    #expect(try index.document(forKey: "1")?.body == "wo<b>rd</b> <i>x")
  }

  @Test("an index that was made with another source is refused")
  func refusal() throws {
    let folder = try TemporaryFolder()
    func open(_ source: String) throws -> SearchIndex<Record> {
      let schema = RecordSchema(fields: [.text("text", source: source)])
      return try SearchIndex<Record>(path: folder.path(of: "i"), schema: schema)
    }
    let index = try open("html")
    try index.writeSync { batch in
      try batch.put(Record(key: "1", fields: ["text": .string("<b>x</b>")]))
    }
    try index.closeSync()
    #expect(throws: SearchError.self) { try open("plain") }
    #expect(throws: SearchError.self) { try open("html:alt") }
    let same = try open("html")
    #expect(try same.searchSync("x").hits.count == 1)
    try same.closeSync()
    // The schema that the index keeps names the source.
    let kept = try SearchIndex<Record>.readOnly(path: folder.path(of: "i"))
    #expect(try kept.searchSync("b").hits.isEmpty)
  }

  @Test("the fingerprint tells sources apart and leaves plain fields as they are")
  func fingerprints() {
    let sources = [
      TextSource.plain, .html, .html(including: .alternativeTexts), .html(including: .titles),
      .markdown, .custom(name: "a") { $0 }, .custom(name: "b") { $0 },
    ]
    let fingerprints = sources.map { Analyzer.standard.source($0).fingerprint }
    #expect(Set(fingerprints).count == sources.count)
    #expect(fingerprints[0] == Analyzer.standard.fingerprint)
    let stopped = Analyzer.standard.source(.html).stopWords(.english, droppedFrom: .index)
    let other = Analyzer.standard.stopWords(.english, droppedFrom: .index).source(.html)
    #expect(stopped.fingerprint == other.fingerprint)
    #expect(stopped.tokens(in: "<b>the</b> end").map(\.text) == ["end"])
  }

  @Test("sources are known by names, and other names are refused")
  func names() {
    for name in ["plain", "html", "html:alt", "html:title", "html:alt:title", "markdown"] {
      #expect(TextSource.named(name) != nil, "\(name)")
    }
    #expect(TextSource.named("html:title:alt")?.name == TextSource.named("html:alt:title")?.name)
    for name in ["", "HTML", "html:", "html:href", "markdown:x", "plain:", ":html"] {
      #expect(TextSource.named(name) == nil, "\(name)")
      #expect(throws: SearchError.self) {
        try RecordSchema(fields: [.text("a", source: name)]).schema()
      }
    }
    var keyword = RecordSchema.Field.keyword("a")
    keyword.source = "html"
    #expect(throws: SearchError.self) { try RecordSchema(fields: [keyword]).schema() }
  }
}
