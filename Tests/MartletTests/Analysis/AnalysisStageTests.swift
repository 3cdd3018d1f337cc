import Testing

@testable import Martlet

@Suite("Analysis step by step")
struct AnalysisStageTests {
  private func rows(_ stage: AnalysisStage?) -> [String] {
    (stage?.rows ?? []).map { "\($0.token.text)@\($0.token.position) \($0.kind)" }
  }

  @Test("each step shows what it made of each word, the last what the index gets")
  func steps() {
    let analyzer = Analyzer.language("en").wordParts(.camelCase)
    let text = "The userIds of Zoë"
    let stages = analyzer.explain(text)
    #expect(rows(stages.first) == ["The@0 word", "userIds@1 word", "of@2 word", "Zoë@3 word"])
    #expect(rows(stages[1])[1...3] == ["userIds@1 word", "user@1 word", "Ids@2 word"])
    #expect(
      rows(stages.last) == [
        "the@0 stopWord", "userids@1 word", "userid@1 stem", "user@1 word", "user@1 stem",
        "ids@2 word", "id@2 stem", "of@3 stopWord", "zoe@4 word", "zoe@4 stem",
      ])
    #expect(stages.last?.rows.last?.token.range == 15..<19)
    #expect(
      stages.map(\.name) == [
        "standard 17.0 with signs", "parts of words (camelCase)", "folding (caseOnly)",
        "stems (en)", "folding (full)", "stop words", "result",
      ])
  }

  @Test("the last step has the tokens, whatever they are for")
  func tokens() {
    let analyzers: [Analyzer] = [
      .standard, .code, .language("fr"), .luceneEnglish, .whitespace, .keyword,
      Analyzer.language("de").stopWords(.english, droppedFrom: .index),
      Analyzer.code.limits(TokenLimits(shortestWord: 3)),
    ]
    for analyzer in analyzers {
      for use in [TokenUse.indexing, .query, .phrase, .prefix] {
        let text = "L'avion e-mail C++ userIds 東京都 대학교 ½ the\u{AD}end"
        let rows = analyzer.explain(text, for: use).last?.rows ?? []
        let words = rows.filter { $0.kind != .stem }.map(\.token)
        let tokens = analyzer.tokens(in: text, for: use)
        #expect(words.allSatisfy(tokens.contains) && tokens.count <= rows.count)
      }
    }
  }
}
