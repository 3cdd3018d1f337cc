import Testing

@testable import Martlet

@Suite("Stemming languages")
struct StemmingLanguageTests {
  @Test("codes are found with regions and in any case")
  func codes() {
    #expect(StemmingLanguage(code: "en") == .english)
    #expect(StemmingLanguage(code: "EN-gb") == .english)
    #expect(StemmingLanguage(code: "en_US") == .english)
    #expect(StemmingLanguage(code: "nb") == .norwegian)
    #expect(StemmingLanguage(code: "nn-NO") == .norwegian)
    #expect(StemmingLanguage(code: "pt-BR") == .portuguese)
    #expect(StemmingLanguage(code: "porter") == .porter)
  }

  @Test("languages without a stemmer have none")
  func unknown() {
    for code in ["", "-", "xx", "english", "e"] { #expect(StemmingLanguage(code: code) == nil) }
  }
}
