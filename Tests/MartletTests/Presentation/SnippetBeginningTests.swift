import Testing

@testable import Martlet

/// The beginnings of texts that have no word of the query.
@Suite("Snippets of texts without a word of the query")
struct SnippetBeginningTests {
  /// What forms one character with a blank before it.
  private static let extenders = [
    "\u{301}", "\u{FE0F}", "\u{200D}", "🏽", "\u{E33}", "\u{93E}", "\u{5B0}", "\u{64B}",
  ]
  private static let blanks = [" ", "   ", "\t", "\n", "\n ", "\r\n ", ""]
  private static let sources: [TextSource] = [.plain, .html, .markdown]

  private static func check(_ snippet: HighlightedText, _ text: String) throws {
    try HighlightModel.checkSafe(snippet, "\(text.debugDescription)")
    #expect(snippet.html().contains("abc"), "\(text.debugDescription)")
  }

  @Test("a character may begin with a blank before the text", arguments: extenders)
  func blankBefore(extender: String) throws {
    for blank in Self.blanks {
      for rest in ["abc", "abc. Def ghi.", "abc " + String(repeating: "def. ghi ", count: 90)] {
        let text = blank + extender + rest
        let page = ShownText.Page(title: "found", text: text, notes: [blank, text, text])
        for source in Self.sources {
          let hit = try #require(try ShownText.hits(.user("found"), [page], source: source).first)
          for count in [5, 6, 8, 20, 100] {
            try Self.check(try hit.snippet("text", length: .characters(count)), text)
            try Self.check(try hit.snippet("note", length: .words(count), passages: 2), text)
            try Self.check(try hit.snippet("note", length: .characters(count), passages: 2), text)
          }
          for count in 1...4 {
            _ = try hit.snippet("text", length: .words(count))
            _ = try hit.snippet("text", length: .characters(count), passages: 2)
          }
        }
      }
    }
  }
}
