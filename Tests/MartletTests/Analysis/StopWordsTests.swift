import Testing

@testable import Martlet

@Suite("Stop words")
struct StopWordsTests {
  @Test("every language has a list of single, distinct words", arguments: StopWords.languages)
  func lists(language: String) throws {
    let words = try #require(StopWords(language: language)).words
    #expect(words.count >= 30)
    #expect(Set(words).count == words.count)
    #expect(words.allSatisfy { !$0.contains(" ") && !$0.hasPrefix("#") && !$0.isEmpty })
    let analyzer = try Analyzer.standard.stopWords(#require(StopWords(language: language)))
    for word in words {
      #expect(analyzer.tokens(in: word).isEmpty, "\(word)")
    }
  }

  @Test("there are more than 40 languages, without scripts that are searched by pairs")
  func languages() {
    #expect(StopWords.languages.count > 40)
    #expect(StopWords.languages == StopWords.languages.sorted())
    #expect(["zh", "ja", "ko", "th", "xx", ""].allSatisfy { StopWords(language: $0) == nil })
  }

  @Test("a region does not matter, and both Norwegian languages have the Norwegian list")
  func codes() {
    #expect(StopWords(language: "pt-BR") == StopWords(language: "pt"))
    #expect(StopWords(language: "DE_at") == StopWords(language: "de"))
    #expect(StopWords(language: "nb") == StopWords(language: "no"))
    #expect(StopWords(language: "en") == .english)
  }

  @Test("the two named lists have the published sizes")
  func sizes() {
    #expect(StopWords.english.words.count == 33)
    #expect(StopWords.mysql.words.count == 543)
  }

  @Test("words are folded as the analyzer folds, so spelling variants are dropped too")
  func folded() {
    let own = Analyzer.standard.stopWords(StopWords(["Über", "Straße"]))
    #expect(own.tokens(in: "uber STRASSE und").map(\.text) == ["und"])
    let exact = Analyzer.whitespace.stopWords(StopWords(["the"]))
    #expect(exact.tokens(in: "the The").map(\.text) == ["The"])
  }
}
