import Testing

@testable import Martlet

@Suite("Matched words")
struct MatchedWordsTests {
  private func matched(_ text: String) -> [MatchedWords] {
    let options = UserQueryOptions(combine: .allThenAny)
    let query = Query.user(text, options: options)
    let schema = IndexSchema(["title": .text, "tag": .keyword])
    return query.interpreted(with: schema).relaxations.all.map {
      .most(atLeast: $0.wordCount, of: $0.allWordCount)
    }
  }

  @Test("each step says how many of the words are left")
  func steps() {
    #expect(matched("one").isEmpty)
    #expect(matched("one two") == [.most(atLeast: 1, of: 2)])
    #expect(matched("one two three") == [.most(atLeast: 2, of: 3), .most(atLeast: 1, of: 3)])
    #expect(
      matched("a b c d ") == [
        .most(atLeast: 3, of: 4), .most(atLeast: 2, of: 4), .most(atLeast: 1, of: 4),
      ])
  }

  @Test("signs alone do not count", arguments: ["–", "/", ":", "×", "=", "«"])
  func signs(sign: String) {
    #expect(matched("one \(sign) two ") == [.most(atLeast: 1, of: 2)])
    #expect(matched("one \(sign) ").isEmpty && matched("\(sign) one").isEmpty)
    #expect(matched("title:one \(sign) two ") == [.most(atLeast: 0, of: 1)])
  }

  @Test("what may not be missing does not count")
  func fixed() {
    #expect(matched("one two -three") == [.most(atLeast: 1, of: 2)])
    #expect(matched("one -two ").isEmpty && matched("title:one +two ").isEmpty)
    for text in ["title:one two ", "+one two ", "one \"two three\" "] {
      #expect(matched(text) == [.most(atLeast: 0, of: 1)], "\(text)")
    }
    #expect(
      matched("a b -d title:e ") == [.most(atLeast: 1, of: 2), .most(atLeast: 0, of: 2)])
    #expect(
      matched("\"x y\" one two ") == [.most(atLeast: 1, of: 2), .most(atLeast: 0, of: 2)])
    #expect(
      matched("(x OR y) a b ") == [.most(atLeast: 1, of: 2), .most(atLeast: 0, of: 2)])
  }
}
