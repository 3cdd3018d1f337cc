import Foundation
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
    let list = try #require(StopWords(language: language))
    let indexing = Analyzer.standard.stopWords(list, droppedFrom: .index)
    let querying = Analyzer.standard.stopWords(list)
    for word in words {
      #expect(indexing.tokens(in: word).isEmpty, "\(word)")
      let terms = querying.tokens(in: word, for: .query).map { Array($0.text.utf8) }
      #expect(terms.count == 1 && terms.allSatisfy(querying.isStopWord), "\(word)")
    }
  }

  /// The words of each file in the folder of lists, by its name.
  private static func files() throws -> [String: [String]] {
    let folder = "stopwords/lists"
    let path = PackageFolder.url.appendingPathComponent(folder).path
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    return try Dictionary(
      uniqueKeysWithValues: names.map { name in
        let lines = try PackageFolder.text("\(folder)/\(name)").split(separator: "\n")
        return (name, lines.filter { !$0.hasPrefix("#") }.map(String.init))
      })
  }

  @Test("the lists in the program are those of the files, each within reach")
  func generated() throws {
    let languages = StopWords.languages.compactMap(StopWords.init(language:))
    let lists = Set((languages + [.english, .mysql]).map(\.words))
    let files = try Self.files()
    #expect(files.count == lists.count)
    let different = files.filter { !lists.contains($0.value) }
    #expect(different.keys.sorted() == [], "run python3 stopwords/GenerateWordLists.py")
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
    #expect(StopWords(language: "en_US") == StopWords(language: "en"))
  }

  @Test("the English lists have the published sizes")
  func sizes() throws {
    #expect(try #require(StopWords(language: "en")).words.count == 174)
    #expect(StopWords.english.words.count == 33)
    #expect(StopWords.mysql.words.count == 543)
  }

  @Test("words are folded as the analyzer folds, so spelling variants are dropped too")
  func folded() {
    let own = Analyzer.standard.stopWords(StopWords(["Über", "Straße"]), droppedFrom: .index)
    #expect(own.tokens(in: "uber STRASSE und").map(\.text) == ["und"])
    let exact = Analyzer.whitespace.stopWords(StopWords(["the"]), droppedFrom: .index)
    #expect(exact.tokens(in: "the The").map(\.text) == ["The"])
  }

  @Test("a stop word goes together with its stem, and another word with that stem stays")
  func stems() {
    let analyzer = Analyzer.languages(["en"]).stopWords(
      StopWords(["reading"]), droppedFrom: .index)
    #expect(analyzer.tokens(in: "Reading reads").map(\.text) == ["reads", "read"])
  }

  @Test("words that only queries do without are in the index, and in quotes")
  func queries() {
    let analyzer = Analyzer.standard.stopWords(.english)
    for use in [TokenUse.indexing, .query, .phrase, .prefix] {
      #expect(analyzer.tokens(in: "the cat", for: use).map(\.text) == ["the", "cat"])
    }
    #expect(analyzer.isStopWord(Array("the".utf8)))
    #expect(!analyzer.isStopWord(Array("cat".utf8)))
    #expect(!analyzer.withoutQueryStopWords.isStopWord(Array("the".utf8)))
  }
}
