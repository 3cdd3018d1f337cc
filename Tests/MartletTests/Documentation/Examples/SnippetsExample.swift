import Foundation
import Martlet

/// The examples of Snippets.md, word for word.
enum SnippetsExample {
  struct Article: SearchDocument {
    var id: Int
    var title: String
    var text: String?
    var file: String

    var searchKey: Int { id }

    static let searchSchema = Schema<Article>(fields: [
      .text("title", \.title, weight: 3),
      .text("text", \.text, source: .html, analyzer: .language("en")),
    ])
  }

  static func highlights(_ index: SearchIndex<Article>) async throws {
    for hit in try await index.search("swift never land").hits {
      let title = try hit.highlights(in: "title")
      let text = try hit.highlights(in: "text")
      print(title.marked("[", "]"), text.ranges.count)
    }
  }

  static func attributes(_ title: HighlightedText, _ bold: AttributeContainer) -> AttributedString {
    func cell(_ title: HighlightedText, _ bold: AttributeContainer) -> AttributedString {
      title.attributed(bold)
    }
    return cell(title, bold)
  }

  static func snippets(_ index: SearchIndex<Article>) async throws {
    for hit in try await index.search("swift never land").hits {
      let snippet = try hit.snippet("text", length: 200)
      print(hit.id, snippet.html())
    }
  }

  static func passages(
    _ hit: Hit<Article>
  ) throws -> (snippet: HighlightedText, passages: [HighlightedText]) {
    let snippet = try hit.snippet("text", length: .words(40), passages: 3)
    let passages = try hit.passages("text", length: 300, count: 3)
    return (snippet, passages)
  }

  static func files(_ index: SearchIndex<Article>) async throws {
    for hit in try await index.search("swift never land").hits {
      let page = try String(contentsOfFile: hit.document().file, encoding: .utf8)
      print(try hit.snippet("text", of: page).html())
    }
  }
}
