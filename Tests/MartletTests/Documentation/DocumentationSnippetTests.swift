import Foundation
import Martlet
import MartletTestSupport
import Testing

/// Runs the examples about snippets.
@Suite("Documentation: examples about snippets at work")
struct DocumentationSnippetTests {
  @Test("Snippets")
  func examples() async throws {
    let folder = try TemporaryFolder()
    let file = folder.path(of: "page.html")
    let text = "<p>Swifts sleep in flight. They <b>never</b> land, some say.</p>"
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    let index = SearchIndex<SnippetsExample.Article>.inMemory()
    try await index.write { batch in
      try batch.put(SnippetsExample.Article(id: 1, title: "Never!", text: text, file: file))
    }
    try await SnippetsExample.highlights(index)
    try await SnippetsExample.snippets(index)
    try await SnippetsExample.files(index)
    let hit = try #require(try await index.search("swift never land").hits.first)
    let (snippet, passages) = try SnippetsExample.passages(hit)
    #expect(
      snippet.html() == "<mark>Swifts</mark> sleep in flight. They <mark>never</mark> "
        + "<mark>land</mark>, some say.")
    #expect(passages.count == 1)
    var bold = AttributeContainer()
    bold.link = URL(string: "https://example.com")
    let title = SnippetsExample.attributes(try hit.highlights(in: "title"), bold)
    #expect(title.runs.count == 2)
  }
}
