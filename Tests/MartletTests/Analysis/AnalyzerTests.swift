import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Analyzer")
struct AnalyzerTests {
  private func words(_ text: String, _ analyzer: Analyzer = .standard) -> [String] {
    analyzer.tokens(in: text).map(\.text)
  }

  @Test(
    "the standard analyzer finds English words",
    arguments: [
      ("The quick brown fox", ["the", "quick", "brown", "fox"]),
      ("don't", ["don't"]), ("3.14", ["3.14"]), ("1,000.50", ["1,000.50"]),
      ("user_id", ["user_id"]), ("C++", ["c", "c++"]), ("multi-agent", ["multi", "agent"]),
      ("end. Next", ["end", "next"]), ("'quoted'", ["quoted"]), ("___", []), ("", []),
      ("a.1", ["a", "1"]), ("1.a", ["1", "a"]), ("a1b2", ["a1b2"]), ("a,b", ["a", "b"]),
    ])
  func english(text: String, expected: [String]) {
    #expect(words(text) == expected)
  }

  @Test("white space alone separates the words of the whitespace analyzer")
  func whitespace() {
    #expect(words(" C++ \t\u{A0}Foo-Bar\u{3000}x\n", .whitespace) == ["C++", "Foo-Bar", "x"])
  }

  @Test("the keyword analyzer keeps the whole value")
  func keyword() {
    #expect(words("New York, NY", .keyword) == ["New York, NY"])
    #expect(words("", .keyword).isEmpty)
  }

  @Test("ranges count UTF-8 bytes and positions count words")
  func rangesAndPositions() {
    let tokens = Analyzer.standard.tokens(in: "Zoë’s  cat")
    #expect(tokens.last == Token(text: "cat", range: 10..<13, position: tokens.count - 1))
  }

  @Test("a stop word leaves its position empty, and stays when it may be the start of a word")
  func stopWords() {
    let analyzer = Analyzer.standard.stopWords(.english, droppedFrom: .index)
    let tokens = analyzer.tokens(in: "THE cat and the hat")
    #expect(tokens.map(\.text) == ["cat", "hat"])
    #expect(tokens.map(\.position) == [1, 4])
    #expect(analyzer.tokens(in: "the", for: .prefix).map(\.text) == ["the"])
  }

  @Test("a word that is too long gives no term and keeps its position")
  func tooLong() {
    let long = String(repeating: "x", count: Limits.termByteCount + 1)
    let tokens = Analyzer.standard.tokens(in: "a \(long) b")
    #expect(tokens.map(\.position) == [0, 2])
    #expect(long.withBytes { Analyzer.standard.isSkipped($0, for: .indexing) })
  }

  @Test("a word that is too long before the filters gives no term, however short that is")
  func tooLongUnfiltered() {
    let marks = String(repeating: "\u{301}", count: 4_096)
    let text = "a b\(marks) c"
    #expect(Analyzer.standard.tokens(in: text).map(\.text) == ["a", "c"])
    #expect(Analyzer.standard.tokens(in: text).map(\.position) == [0, 2])
    #expect(Analyzer.standard.tokens(in: "b\(marks.dropLast())").map(\.text) == ["b"])
    let result = Analyzer.standard.explain(text).last
    #expect(result?.rows.map(\.token.text) == ["a", "c"])
    #expect(result?.rows.map(\.token.position) == [0, 2])
    #expect("b\(marks)".withBytes { Analyzer.standard.isSkipped($0, for: .indexing) })
  }

  /// Returns true if a quick look leaves a word unchanged.
  private func leaves(_ word: String, _ analyzer: Analyzer) -> Bool {
    word.withBytes(analyzer.shortcut.leaves)
  }

  @Test("what is known of words without the filters is what these do")
  func shortcuts() {
    #expect(Analyzer.standard.shortcut.ignoresASCIICase)
    #expect(leaves("end", .standard) && !leaves("End", .standard) && !leaves("é", .standard))
    #expect(leaves("дом東", .standard) && !leaves("Дом", .standard) && !leaves("½", .standard))
    let exact = Analyzer.standard(folding: .exact)
    #expect(!exact.shortcut.ignoresASCIICase && leaves("End", exact))
    #expect(!Analyzer.keyword.shortcut.ignoresASCIICase && leaves("E\u{301}nd ½", .keyword))
    #expect(!leaves(String(repeating: "n", count: Limits.termByteCount + 1), .keyword))
    #expect(Analyzer.language("en").shortcut.ignoresASCIICase && !leaves("end", .language("en")))
    let turkish = Analyzer.standard(folding: .full.turkish)
    let own = Analyzer.custom(name: "own", StandardTokenizer(), [HyphenFilter()])
    for analyzer in [turkish, own] {
      #expect(!analyzer.shortcut.ignoresASCIICase && !leaves("end", analyzer))
    }
    #expect(!leaves("end", .standard.stopWords(.english, droppedFrom: .index)))
    #expect(words("ISTANBUL the-End", exact) == ["ISTANBUL", "the", "End"])
  }

  @Test("the sole term of a text is the one that all steps give")
  func soleTerms() {
    let plain: [Analyzer] = [.standard, .standard(folding: .exact), .whitespace, .keyword]
    let others: [Analyzer] = [
      .language("en"), .standard.stopWords(.english, droppedFrom: .index),
      .standard.limits(TokenLimits(shortestWord: 3)), .standard(folding: .full.turkish),
      .code,
      .custom(name: "own", CommaTokenizer(), []),
      .custom(name: "own", StandardTokenizer(), [HyphenFilter()]),
    ]
    var random = SeededRandom(seed: TestSeed.value)
    let letters = Array("aZz09é_.-' ")
    for _ in 0..<2_000 {
      let text = String((0..<random.int(in: 0..<5)).map { _ in letters[random.int(in: 0..<11)] })
      for analyzer in plain + others {
        guard let term = analyzer.soleTerm(of: text) else { continue }
        for use in [TokenUse.query, .prefix, .phrase] {
          let entries = AnalyzedText(text, analyzer, for: use).entries
          #expect(entries.map(\.bytes) == [term] && entries[0].form == .word, "\(text)")
        }
      }
    }
    for analyzer in plain {
      #expect(analyzer.soleTerm(of: "droid") == Array("droid".utf8), "\(analyzer.name)")
    }
    #expect(others.filter { $0.soleTerm(of: "droid") != nil }.isEmpty)
    #expect(
      Analyzer.standard.soleTerm(of: "C3po") == nil && Analyzer.standard.soleTerm(of: "") == nil)
  }

  @Test("a part of a word is folded and otherwise left as it is")
  func parts() {
    #expect(Analyzer.standard.stopWords(.english).folded("THÉ-x") == Array("the-x".utf8))
    #expect(Analyzer.keyword.folded("THÉ") == Array("THÉ".utf8))
  }

  @Test("fingerprints differ when anything differs that decides terms")
  func fingerprints() {
    let analyzers: [Analyzer] = [
      .standard, .standard(folding: .caseOnly), .standard(folding: .exact), .whitespace, .keyword,
      .standard.stopWords(.english, droppedFrom: .index),
      .standard.stopWords(.mysql, droppedFrom: .index),
      .language("en"), .language("de"), .language("fr"), .language("ca"), .language("tr"),
      .languages(["en", "de"]), .language("en").stopWords(.english, droppedFrom: .index),
      .custom(name: "own", StandardTokenizer()), .custom(name: "own", CommaTokenizer()),
      .custom(name: "own", CommaTokenizer(), [HyphenFilter()]),
    ]
    #expect(Set(analyzers.map(\.fingerprint)).count == analyzers.count)
    #expect(Analyzer.standard.fingerprint == Analyzer.standard(folding: .full).fingerprint)
    #expect(Analyzer.standard.fingerprint == Analyzer.language("xx").fingerprint)
  }

  @Test("what only changes queries does not change the fingerprint")
  func queryFingerprints() {
    #expect(Analyzer.standard.fingerprint == Analyzer.standard.stopWords(.mysql).fingerprint)
    #expect(Analyzer.languages(["en"]).fingerprint == Analyzer.language("en").fingerprint)
  }

  @Test("a user's tokenizer and filters decide words, ranges and positions")
  func custom() {
    let analyzer = Analyzer.custom(
      name: "own", CommaTokenizer(), [HyphenFilter(), FoldingFilter(.caseOnly)])
    #expect(
      analyzer.tokens(in: "One-Two,three") == [
        Token(text: "one", range: 0..<7, position: 0),
        Token(text: "two", range: 0..<7, position: 1),
        Token(text: "three", range: 8..<13, position: 2),
      ])
  }

  @Test("a user's tokenizer that gives nonsense does no harm")
  func customNonsense() {
    let tokens = Analyzer.custom(name: "n", NonsenseTokenizer()).tokens(in: "abc")
    #expect(tokens.map(\.range) == [0..<3, 3..<3])
    #expect(tokens.map(\.position) == [5, 5])
  }
}

private struct CommaTokenizer: Tokenizer {
  var name: String { "comma" }

  func tokenize(_ text: String, for use: TokenUse, _ emit: (Token) -> Void) {
    var start = 0
    for (index, part) in text.split(separator: ",").enumerated() {
      let end = start + part.utf8.count
      emit(Token(text: String(part), range: start..<end, position: index))
      start = end + 1
    }
  }
}

private struct HyphenFilter: TokenFilter {
  var name: String { "hyphen" }

  func apply(_ token: Token, for use: TokenUse, _ emit: (Token) -> Void) {
    for (index, part) in token.text.split(separator: "-").enumerated() {
      emit(Token(text: String(part), range: token.range, position: token.position + index))
    }
  }
}

private struct NonsenseTokenizer: Tokenizer {
  var name: String { "nonsense" }

  func tokenize(_ text: String, for use: TokenUse, _ emit: (Token) -> Void) {
    emit(Token(text: "x", range: -5..<99, position: 5))
    emit(Token(text: "y", range: 70..<80, position: -7))
  }
}
