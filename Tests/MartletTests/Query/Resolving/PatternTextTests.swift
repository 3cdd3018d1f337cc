import Testing

@testable import Martlet

@Suite("Words of a pattern")
struct PatternTextTests {
  private static func words(_ text: String, _ analyzer: Analyzer = .standard) -> [String] {
    PatternText(WildcardPattern(text)).words(analyzer).map { word in
      switch word {
      case .plain(let text): "\"\(text)\""
      case .apart(let pieces, let end):
        pieces.map { Self.text($0.gap) + "\"\($0.text)\"" }.joined() + Self.text(end)
      case .pattern(let pattern): pattern.description
      }
    }
  }

  private static func text(_ gap: PatternText.Gap) -> String {
    String(repeating: "?", count: gap.count) + (gap.isOpen ? "…" : "")
  }

  static let separated: [(String, [String])] = [
    ("*berry", ["*berry"]), ("*BÉRRY", ["*berry"]), ("gr?y", ["gr?y"]), ("e-*l", ["\"e\"", "*l"]),
    ("http://x.org/a?b=c", ["\"http://x.org\"", "a?b", "\"c\""]), ("*", []), ("*-*", ["\"-\""]),
    ("*都庁*", ["\"都庁\""]), ("東*都庁", ["\"東\"…\"都庁\""]), ("*한국어*", ["\"한국어\""]),
    ("한*국", ["\"한\"…\"국\""]), ("*ター?", ["…\"ター\"?"]), ("a*東京b?", ["a*", "\"東京\"", "b?"]),
    ("東?都", ["\"東\"?\"都\""]), ("?*東*??*都?", ["?…\"東\"??…\"都\"?"]),
    ("C*+", ["c*"]), ("\u{10600}*", ["\u{10600}*"]), ("a* b*", ["a*", "b*"]), ("ß*", ["ss*"]),
  ]

  @Test("are those that the analyzer finds", arguments: separated)
  func standard(text: String, expected: [String]) {
    #expect(Self.words(text) == expected)
  }

  @Test("are whole runs where an analyzer separates nothing else")
  func whitespace() {
    #expect(Self.words("*京-都* x", .whitespace) == ["*京-都*", "\"x\""])
    #expect(Self.words("A*b c", .keyword) == ["A*b c"])
  }

  @Test("of a misspelt text are words, and phrases where pairs are searched")
  func fuzzy() {
    let words = PatternText("E-Mial 東京 한국").words(.standard)
    #expect(
      words == [
        .pattern(WildcardPattern("e")), .pattern(WildcardPattern("mial")), .plain("東京 한국"),
      ])
  }
}
