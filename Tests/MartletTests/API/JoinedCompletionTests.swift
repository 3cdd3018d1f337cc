import Martlet
import MartletTestSupport
import Testing

/// Completions of words that are several terms, or a part of one.
@Suite("Completions of parts of words")
struct JoinedCompletionTests {
  private struct Text: SearchDocument {
    var searchKey: Int
    let text: String
    static let searchSchema = Schema<Text>(fields: [.text("text", \.text)])
  }

  private func index(_ texts: [String], _ analyzer: Analyzer) throws -> SearchIndex<Text> {
    let schema = Schema<Text>(fields: [.text("text", \.text, analyzer: analyzer)])
    let index = SearchIndex<Text>.inMemory(schema: schema)
    try index.writeSync { batch in
      for (number, text) in texts.enumerated() {
        try batch.put(Text(searchKey: number, text: text))
      }
    }
    return index
  }

  private static let chinese = [
    "北京大学很好", "我在北京大学", "北京大阪都去", "北京和大学", "大阪大学", "東京大学",
  ]

  @Test(
    "go on with the letters that follow in a text without spaces",
    arguments: [
      ("北京大", ["北京大", "北京大学", "北京大阪"], [3, 2, 1]),
      ("京大", ["京大", "京大学", "京大阪"], [4, 3, 1]),
      ("我 北京大", ["我 北京大", "我 北京大学"], [1, 1]),
      ("\"我在北京大", ["\"我在北京大", "\"我在北京大学"], [1, 1]),
      ("大阪", ["大阪", "大阪大", "大阪都"], [2, 1, 1]),
      ("北海", [], []),
    ])
  func letters(text: String, expected: [String], counts: [Int]) throws {
    let index = try index(Self.chinese, .standard)
    let found = try index.completionsSync(of: text, in: "text")
    #expect(found.map(\.text) == expected)
    #expect(found.map(\.documentCount) == counts)
    for completion in found {
      let results = try index.searchSync("\"\(completion.word)\"")
      #expect(results.hits.count >= completion.documentCount, "\(completion)")
    }
    #expect(
      try index.completionsSync(of: text, in: "text", limit: 1).map(\.text)
        == Array(expected.prefix(1)))
  }

  @Test("keep the beginning of a word of several terms")
  func hyphens() throws {
    let texts = ["state-of-the-art", "state-of-things", "State-Of-The-Union", "the state of that"]
    let index = try index(texts, .standard)
    let found = try index.completionsSync(of: "a state-of-th", in: "text")
    #expect(found.isEmpty)
    let words = try index.completionsSync(of: "state-of-th", in: "text").map(\.text)
    #expect(words.contains("state-of-the") && words.contains("state-of-things"), "\(words)")
    #expect(words.allSatisfy { $0.lowercased().hasPrefix("state-of-th") }, "\(words)")
    let code = try self.index(["getUserName(1)", "getUserNames", "nap"], .code)
    let names = try code.completionsSync(of: "getUserNa", in: "text").map(\.text)
    #expect(names == ["getUserName", "getUserNames"])
  }

  @Test(
    "of Korean words begin as these do",
    arguments: [
      ("대학교", ["대학교", "대학교육"]), ("대하", ["대학", "대학교", "대학교육"]),
      ("北京대학", ["北京대학", "北京대학교"]),
    ])
  func korean(text: String, expected: [String]) throws {
    let index = try index(["대학교 대학", "대학교육", "北京대학교"], .standard)
    let found = try index.completionsSync(of: text, in: "text").map(\.text)
    #expect(Set(found).isSuperset(of: expected), "\(found)")
    #expect(found.allSatisfy { $0.hasPrefix(text) || text == "대하" }, "\(found)")
  }

  @Test("keep a part that the index leaves out")
  func droppedParts() throws {
    let stopping = Analyzer.standard.stopWords(.english, droppedFrom: .index)
    let list = try index(["a to-day show", "the night"], stopping)
    let days = try list.completionsSync(of: "to-da", in: "text").map(\.text)
    #expect(days == ["to-day"])
    let long = Analyzer.standard.limits(TokenLimits(shortestWord: 2))
    let mails = try index(["an e-mail", "a nap"], long)
    let found = try mails.completionsSync(of: "e-ma", in: "text").map(\.text)
    #expect(found == ["e-mail"])
  }

  @Test("leave out the article before a word")
  func articles() throws {
    let texts = ["L'avion vole", "l’avion", "d'avions", "un avion", "aujourd'hui"]
    let index = try index(texts, .language("fr"))
    #expect(
      try index.completionsSync(of: "avi", in: "text").map(\.text) == ["avion", "avions"])
    #expect(try index.completionsSync(of: "auj", in: "text").map(\.text) == ["aujourd'hui"])
    #expect(try index.completionsSync(of: "l'av", in: "text").map(\.text) == ["L'avion"])
  }

  @Test("are words, even if they are stems of words that stand before")
  func stems() throws {
    let index = try index(["running shoes run", "run", "runs"], .language("en"))
    let found = try index.completionsSync(of: "running ru", in: "text").map(\.text)
    #expect(found == ["running run", "running runs"])
  }
}
