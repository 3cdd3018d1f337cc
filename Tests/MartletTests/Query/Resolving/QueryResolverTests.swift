import Testing

@testable import Martlet

@Suite("Words and stop words of a query")
struct QueryResolverTests {
  private static let texts = [
    "a cat ran", "The Who ran the show", "the cats run", "to be or not to be", "who is the cat",
    "be quick, not late: to run",
  ]

  private func english() throws -> SmallIndex {
    try SmallIndex(.language("en"), Self.texts)
  }

  @Test("plain words find all forms, the form asked for first")
  func forms() throws {
    let index = try english()
    #expect(try index.find("running ") == [2, 5])
    #expect(try index.find("cats ").first == 2)
    #expect(Set(try index.find("cats ")) == [0, 2, 4])
    #expect(Set(try index.find("cat ").prefix(2)) == [0, 4])
  }

  @Test("quotes and unfinished words find what is written")
  func exact() throws {
    let index = try english()
    #expect(try index.find("\"cats\"") == [2])
    #expect(try index.find(.prefix("cats")) == [2])
    #expect(try index.find("\"the cats\"") == [2])
    #expect(try index.find("\"the runs\"").isEmpty)
  }

  @Test(
    "a query does without stop words when it has other words",
    arguments: [
      "the cat", "cat the ", "the the cat ", "cat (and the) ", "cat AND the ", "cat the^3 ",
      "text:(the cat)", "(the) cat ",
    ])
  func dropped(text: String) throws {
    let index = try english()
    #expect(Set(try index.find(text)) == [0, 2, 4])
    #expect(Set(try index.find(text, combine: .any)) == [0, 2, 4])
  }

  @Test("stop words count when they are all that is asked")
  func alone() throws {
    let index = try english()
    #expect(try index.find("to be ") == [3, 5])
    #expect(Set(try index.find("the ")) == [1, 2, 4])
    #expect(try index.find("be the", combine: .any).count == 5)
    #expect(try index.find("the -cat ") == [1])
    #expect(try index.find("the kind:even ").sorted() == [2, 4])
    #expect(try index.find(.everything && .word("the")).sorted() == [1, 2, 4])
  }

  @Test("stop words count in quotes and behind a minus")
  func quoted() throws {
    let index = try english()
    #expect(try index.find("\"to be or not to be\"") == [3])
    #expect(try index.find("cat \"the\" ").sorted() == [2, 4])
    #expect(try index.find("cat -the ") == [0])
    #expect(try index.find("ran \"the who\"") == [1])
  }

  @Test("an unfinished stop word counts, and does not make other stop words go")
  func unfinished() throws {
    let index = try english()
    #expect(try index.find("cat the").sorted() == [2, 4])
    #expect(try index.find("to be") == [3, 5])
    #expect(try index.find("not b").sorted() == [3, 5])
  }

  @Test("stop words that have gone count as found when some of the words are enough")
  func someWords() throws {
    let index = try english()
    let words = ["the", "to", "a", "show", "late"].map { Query.word($0) }
    #expect(try index.find(.any(atLeast: 3, words)).sorted() == [1, 5])
    let more = ["the", "show", "late", "quick"].map { Query.word($0) }
    #expect(try index.find(.any(atLeast: 3, more)) == [5])
    #expect(try index.find(.any(atLeast: 2, more)).sorted() == [1, 5])
  }

  @Test("a word that would only add to the score goes when it is a stop word")
  func preferring() throws {
    let index = try english()
    let plain = try index.hits(.word("cat"))
    let preferring = try index.hits(Query.word("cat").preferring(.word("the")))
    #expect(plain.map(\.score) == preferring.map(\.score))
    #expect(try index.find(Query.word("the").preferring(.word("cat"))).count == 3)
    // Signs ask for nothing, so the rest is all that is asked for.
    let cats = plain.map(\.number)
    #expect(!cats.isEmpty)
    #expect(try index.hits(Query.word("/").preferring(.word("cat"))).map(\.number) == cats)
    #expect(try index.hits(.user("+/ OR cat")).map(\.number) == cats)
    #expect(try index.find(Query.word("/").preferring(!.word("cat"))) == [])
  }

  @Test("a word with a hyphen finds its forms next to each other")
  func hyphens() throws {
    let index = try SmallIndex(
      .language("en"), ["multi-agents", "agents multi", "a multi agent", "multi"])
    #expect(try index.find("multi-agent ").sorted() == [0, 2])
    #expect(try index.find("multi-agents ") == [0, 2])
    #expect(try index.find("\"multi-agent\" ") == [2])
  }

  @Test("without stop words, every word counts")
  func standard() throws {
    let index = try SmallIndex(.standard, Self.texts)
    #expect(try index.find("the cat ") == [4])
    #expect(try index.find("cats ") == [2])
  }
}
