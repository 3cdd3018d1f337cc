import Testing

@testable import Martlet

@Suite("Lucene's English analyzer")
struct LuceneEnglishTests {
  private func words(_ text: String, for use: TokenUse = .indexing) -> [String] {
    Analyzer.luceneEnglish.tokens(in: text, for: use).map(\.text)
  }

  @Test(
    "words, possessives, stop words and stems are Lucene's",
    arguments: [
      ("The cats' Tom's TOM’S", ["cat", "tom", "tom"]),
      ("level:error a.b", ["level:error", "a.b"]),
      ("KBS뉴스 東京 カタカナ ひら", ["kbs뉴스", "東", "京", "カタカナ", "ひ", "ら"]),
      ("ภาษาไทย x", ["ภาษาไทย", "x"]), ("½ ___ _a_", ["_a_"]), ("as is by ox", ["ox"]),
      ("possibly analogies logies", ["possibl", "analog", "logi"]), ("wills will", ["will"]),
    ])
  func chain(text: String, expected: [String]) {
    #expect(words(text) == expected)
  }

  @Test("stop words keep their positions, and a long word is cut")
  func positions() {
    #expect(Analyzer.luceneEnglish.tokens(in: "cat of the dog").map(\.position) == [0, 3])
    let long = String(repeating: "x", count: 300)
    #expect(words(long).map(\.count) == [255, 45])
  }

  @Test("the beginning of a word is only in lower case")
  func prefix() {
    #expect(words("The Runnin", for: .prefix) == ["the", "runnin"])
  }
}
