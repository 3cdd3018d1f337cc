import Foundation
import Testing

@Suite("Documentation: the catalog")
struct DocumentationCatalogTests {
  private static func topics(_ page: MarkdownPage) -> [String] {
    let topics = page.text.components(separatedBy: "\n## Topics\n")
    guard topics.count == 2 else { return [] }
    return topics[1].split(separator: "\n").filter { $0.hasPrefix("- ") }.map(String.init)
  }

  @Test("every public type stands in a topic of the landing page, once")
  func publicTypes() throws {
    let topics = try SymbolLinks.all(in: Self.topics(.named("Martlet")).joined(separator: "\n"))
    let types = SymbolTable.library.publicTypes
    #expect(types.isSuperset(of: ["SearchIndex", "SearchDocument", "Tokenizer", "TokenFilter"]))
    #expect(types.subtracting(topics) == [], "public types that no topic lists")
    #expect(Set(topics).subtracting(types) == [], "topics that are no public types")
    #expect(topics.count == Set(topics).count, "a type stands in two topics")
  }

  @Test("every article stands in a topic of the landing page, and every article named exists")
  func articles() throws {
    let topics = try Self.topics(.named("Martlet")).joined(separator: "\n")
    let articles = MarkdownPage.catalog.filter { !$0.text.hasPrefix("# ``") }.map(\.name)
    #expect(articles.count >= 10)
    for article in articles {
      #expect(topics.contains("<doc:\(article)>"), "\(article) stands in no topic")
    }
    for page in MarkdownPage.catalog {
      for match in page.text.matches(of: /<doc:([^>]+)>/) {
        #expect(articles.contains(String(match.1)), "\(page.name) names an article \(match.1)")
      }
    }
  }

  @Test("every symbol link of an article resolves to a public declaration")
  func links() {
    var count = 0
    for page in MarkdownPage.catalog {
      // The title of a page about a symbol is the scope of its links.
      let title = page.text.prefix { $0 != "\n" }
      let scope = SymbolLinks.all(in: title).map {
        $0.split(separator: "/").dropFirst().map(String.init)
      }
      for link in SymbolLinks.all(in: page.prose) {
        count += 1
        #expect(
          SymbolTable.library.resolves(link, from: scope, onlyPublic: true),
          "\(page.path): ``\(link)`` resolves to nothing public")
      }
    }
    #expect(count > 100)
  }

  @Test("files that README and the articles link to exist")
  func files() throws {
    for page in try MarkdownPage.catalog + [.read("README.md")] {
      let folder = page.path == "README.md" ? "" : "Sources/Martlet/Martlet.docc/Resources/"
      for match in page.text.matches(of: /\]\(([^)#]+)\)/) where !match.1.contains("://") {
        let path = PackageFolder.url.appendingPathComponent(folder + match.1).path
        #expect(FileManager.default.fileExists(atPath: path), "\(page.path) links to \(match.1)")
      }
    }
  }

  @Test("topics are read from a page, a page without any has none")
  func canFail() {
    let page = MarkdownPage(path: "A.md", text: "# A\n\n## Topics\n\n### B\n\n- ``C``\n- <doc:D>\n")
    #expect(Self.topics(page) == ["- ``C``", "- <doc:D>"])
    #expect(Self.topics(MarkdownPage(path: "A.md", text: "- ``C``")) == [])
  }
}
