import MartletTestSupport
import Testing

@testable import Martlet

@Suite("First letters")
struct FirstLettersTests {
  static let analyzers: [Analyzer] =
    [
      .standard, .standard(folding: .exact), .standard(folding: .caseOnly), .whitespace, .keyword,
      .code, .luceneEnglish, .automatic, .languages(["en", "de", "fr"]),
      .language("de").umlautDigraphs(),
    ] + Analyzer.stemmedLanguages.map { .language($0) }

  /// Words of every kind, among them all that have to do with their first letters.
  static func words() throws -> [String] {
    // All of them have a stem with other letters at the end.
    var words = RandomText.words + ["dying", "tying", "hoping", "happy", "ability", "relational"]
    words += ["а\u{488}бв", "т\u{A672}\u{489}а", "Citroe\u{308}n"]
    for language in fixtures {
      let lines = try PackageFolder.text(
        "Tests/MartletTests/Fixtures/Stemming/\(language).tsv")
      words += lines.split(separator: "\n").filter { !$0.hasPrefix("#") }
        .compactMap { $0.split(separator: "\t").first.map(String.init) }
    }
    return words + words.map { $0.uppercased() }
  }

  private static func allows(_ letters: FirstLetters, _ word: [UInt8]) -> Bool {
    word.withBytes { letters.allows(FoundWord(0, $0.count), in: $0) }
  }

  private static let fixtures = [
    "danish", "dutch", "english", "finnish", "german", "hungarian", "italian", "norwegian",
    "portuguese", "romanian", "russian", "spanish", "swedish", "turkish",
  ]

  @Test("let pass every word that gives the term", arguments: analyzers.indices)
  func necessary(number: Int) throws {
    let analyzer = Self.analyzers[number]
    let other = FirstLetters([.term(Array("\u{1}".utf8))], analyzer)
    var refused = 0
    // Each word is tried with a quarter of the analyzers.
    for (index, word) in try Self.words().enumerated() where (index + number).isMultiple(of: 4) {
      let bytes = Array(word.utf8)
      let terms = bytes.withBytes { analyzer.terms(of: $0, for: .indexing) }
      for term in terms {
        for form: MarkedClauses.Form in [.term(term.bytes), .prefix(term.bytes)] {
          let letters = FirstLetters([form], analyzer)
          #expect(Self.allows(letters, bytes), "\(word) gives \(term.text)")
        }
      }
      if !Self.allows(other, bytes) {
        refused += 1
        #expect(terms.allSatisfy { $0.positionOffset == 0 }, "\(word) takes one position")
      }
    }
    #expect(refused > 0 || other.allowsAll)
  }

  @Test("are not looked at where nothing is known of them")
  func open() {
    #expect(FirstLetters([.term(Array("a".utf8))], .code).allowsAll)
    #expect(FirstLetters([.term(Array("a".utf8))], .language("nl")).allowsAll)
    #expect(!FirstLetters([.term(Array("a".utf8))], .standard).allowsAll)
    #expect(
      FirstLetters([.term(Array("a".utf8))], .standard.limits(TokenLimits(tokensPerDocument: 9)))
        .allowsAll)
    let patterns = ["a*b": false, "*b": true, "?b": true]
    for (text, isOpen) in patterns {
      let letters = FirstLetters([.pattern(.wildcards(WildcardPattern(text)))], .standard)
      #expect(letters.allowsAll == isOpen, "\(text)")
    }
    #expect(FirstLetters([.pattern(.fuzzy(Array("ab".utf8), edits: 1))], .standard).allowsAll)
  }
}
