import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Positions of words that are read in several ways")
struct ReadingPositionTests {
  @Test("each reading of a word begins where the word does, in the index as in a query")
  func phrases() throws {
    let texts = ["aa fooBar++ zz", "aa readMe-first zz", "aa readMe-first", "foo bar"]
    let index = try SmallIndex(.code, texts)
    for text in texts {
      #expect(try index.find("\"\(text)\"").contains(texts.firstIndex(of: text) ?? -1))
    }
    #expect(try index.find("\"aa fooBar++\"") == [0])
    #expect(try index.find("\"aa foobar++\"") == [0])
    #expect(try index.find("\"foo bar zz\"") == [0])
    #expect(try index.find("\"foo foo\"") == [])
    #expect(try Set(index.find("\"aa readmefirst\"")) == [1, 2])
    #expect(try Set(index.find("\"aa read me first\"")) == [1, 2])
    #expect(try index.find("\"me first zz\"") == [1])
  }

  @Test("a text has the positions in the index that its list of tokens has")
  func positions() throws {
    var random = SeededRandom(seed: TestSeed.value)
    let pieces = ["fooBar", "aB", "C++", "readMe-first", "x", "a-bC-d", "VB#", "it's", "e_f", "日本"]
    for _ in 0..<200 {
      let text = (0..<random.int(in: 1..<6)).map { _ in pieces[random.int(in: 0..<pieces.count)] }
        .joined(separator: [" ", "-", ". "][random.int(in: 0..<3)])
      let index = try SmallIndex(.code, [text])
      let reader = index.segments.segments[0].reader
      let field = try #require(reader.field(FieldID(0)))
      let expected = Set(
        Analyzer.code.tokens(in: text, for: .indexing).map { "\($0.text)@\($0.position)" })
      var found: Set<String> = []
      for token in Analyzer.code.tokens(in: text, for: .indexing) {
        let info = try #require(try field.dictionary.find(Array(token.text.utf8)))
        let positions = try PositionsReader(info, section: #require(field.positions))
        let numbers = unsafe try positions.read(0, count: Int(info.totalFrequency), start: (0, 0))
        for number in 0..<Int(info.totalFrequency) {
          found.insert("\(token.text)@\(unsafe numbers[number])")
        }
      }
      #expect(found == expected, "seed \(TestSeed.value): \(text)")
    }
  }
}
