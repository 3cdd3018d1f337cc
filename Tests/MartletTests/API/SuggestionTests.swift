import Martlet
import MartletTestSupport
import Testing

/// Suggestions of other spellings.
private struct Verse: SearchDocument {
  var id: Int
  var title: String
  var text: String

  var searchKey: Int { id }

  static let searchSchema = Schema<Verse>(fields: [.text("title", \.title)])
}

@Suite("Suggestions")
struct SuggestionTests {
  private struct Song: SearchDocument {
    var id: Int
    var title: String
    var text = ""

    var searchKey: Int { id }

    static let searchSchema = Schema<Song>(fields: [
      .text("title", \.title, analyzer: .language("en")), .text("text", \.text),
    ])
  }

  private static func index(_ titles: [String]) throws -> SearchIndex<Song> {
    let index = SearchIndex<Song>.inMemory()
    for (id, title) in titles.enumerated() {
      try index.writeSync { try $0.put(Song(id: id, title: title)) }
    }
    return index
  }

  private static let titles = [
    "The Lighthouse Keeper", "A lighthouse", "Émilie and the sea", "Lightning strikes", "Storms",
  ]

  @Test("leave stop words and operators alone, and make none")
  func leftAlone() throws {
    let worlds = (0..<200).map { "world storm \($0)" } + ["storm", "the night befor christmas"]
    let schema = Schema<Song>(fields: [.text("title", \.title, analyzer: .language("en"))])
    let index = SearchIndex<Song>.inMemory(schema: schema)
    try index.writeSync { batch in
      for (id, title) in worlds.enumerated() { try batch.put(Song(id: id, title: title)) }
      try batch.put(Song(id: 1_000, title: "A CHRISTMAS NEAR"))
    }
    #expect(try index.suggestionSync(for: "would storm ") == nil)
    #expect(try index.suggestionSync(for: "worlt storm ") == "world storm ")
    #expect(try index.suggestionSync(for: "night BEFORE christmas ") == nil)
  }

  @Test(
    "put words right that no document has",
    arguments: [
      ("lighthuose", "lighthouse"), ("Lighthuose keper", "Lighthouse keeper"),
      ("the lighthousse, keeper!", "the lighthouse, keeper!"), ("emilei", "émilie"),
      ("ligthinng", "lightning"), ("strom storns", "strom storms"),
    ])
  func corrections(typed: String, expected: String) throws {
    let index = try Self.index(Self.titles)
    let found = try index.suggestionSync(for: typed)
    #expect(found?.lowercased() == expected.lowercased())
  }

  @Test(
    "leave alone what is right, short, unfinished, far off, or no word",
    arguments: [
      "", "lighthouse", "storm", "lighthou", "sae", "zzzzzzzzzz", "note:lighthuose", "-keepper ",
      "keep3r", "*keepper", "lighthouses keeper", "keepper~ ", "title:=lighthuose ", "keeppe*",
      "storm -\"keeper lighthuose\" x", "-(storm lighthuose) x", "NOT lighthuose x",
      "!(storm lighthuose) x", "-title:(storm lighthuose) x", "-title: lighthuose x",
      "title:=\"x lighthuose\" x",
    ])
  func nothing(typed: String) throws {
    let index = try Self.index(Self.titles)
    #expect(try index.suggestionSync(for: typed) == nil)
  }

  @Test(
    "put words right in quotes and brackets, behind fields and signs",
    arguments: [
      ("\"keepper\"", "\"keeper\""), ("\"lighthuose keepper\"~2", "\"lighthouse keeper\"~2"),
      ("title:lighthuose ", "title:lighthouse "), ("TITLE:lighthuose ", "TITLE:lighthouse "),
      ("+lighthuose^2 keeper", "+lighthouse^2 keeper"),
      ("“lighthuose keeper”", "“lighthouse keeper”"),
      ("(lighthuose OR storm)~1", "(lighthouse OR storm)~1"),
      ("{lighthuose storm}", "{lighthouse storm}"),
      ("title:(storm lighthuose) ", "title:(storm lighthouse) "),
      ("\\lighthuose x", "\\lighthouse x"),
      ("title: lighthuose x", "title: lighthouse x"),
      ("^lighthuose^=2 keeper", "^lighthouse^=2 keeper"),
      ("\"keeper lighthuose", "\"keeper lighthouse"),
    ])
  func signs(typed: String, expected: String) throws {
    let index = try Self.index(Self.titles)
    #expect(try index.suggestionSync(for: typed)?.lowercased() == expected.lowercased())
  }

  @Test("are words of the field that is asked for, and in quotes other forms do not count")
  func fieldsAndForms() throws {
    let schema = Schema<Verse>(fields: [
      .text("title", \.title), .text("text", \.text, analyzer: .language("en")),
      .keyword("tag", \.title),
    ])
    let index = SearchIndex<Verse>.inMemory(schema: schema)
    try index.writeSync { try $0.put(Verse(id: 1, title: "storms", text: "stormy gathered")) }
    #expect(try index.suggestionSync(for: "title:stroms ") == "title:storms ")
    #expect(try index.suggestionSync(for: "text:stromy ") == "text:stormy ")
    #expect(try index.suggestionSync(for: "tag:stroms ") == nil)
    #expect(try index.suggestionSync(for: "title:(x stroms) stromy ") == "title:(x storms) stormy ")
    for text in [
      "tag: stroms ", "tag: \"very stroms\" ", "tag:(x (y) stroms) ", "title:(text:panic stromy) ",
      "text: stroms ",
    ] {
      #expect(try index.suggestionSync(for: text) == nil, "\(text)")
    }
    // The stem of both is the same.
    #expect(try index.suggestionSync(for: "text:gathers ") == nil)
    #expect(try index.suggestionSync(for: "text:\"gathere\" ") == "text:\"gathered\" ")
  }

  @Test("leave alone words that the analyzers leave out of the index")
  func leftOut() throws {
    struct Line: SearchDocument {
      var searchKey: Int
      var text: String

      static let searchSchema = Schema<Line>(fields: [
        .text(
          "text", \.text,
          analyzer: .standard.stopWords(StopWords(["there"]), droppedFrom: .index))
      ])
    }
    let index = SearchIndex<Line>.inMemory()
    try index.writeSync { try $0.put(Line(searchKey: 1, text: "three theme there")) }
    #expect(try index.suggestionSync(for: "there ") == nil)
    #expect(try index.suggestionSync(for: "there thrre ") == "there three ")
  }

  @Test(
    "are words of the index, whatever small letters are there",
    arguments: [
      (Analyzer.whitespace, "Lighthouse keeper", "lighthousse ", "Lighthouse "),
      (.standard(folding: .exact), "Lighthouse keeper", "lighthouse ", "Lighthouse "),
      (.language("tr"), "Isparta", "ıspatra ", "Isparta "),
      (.language("tr"), "İstanbul", "istanblu ", "İstanbul "),
      (.standard, "LIGHTHOUSE", "lighthousse ", "lighthouse "),
    ])
  func letters(analyzer: Analyzer, text: String, typed: String, expected: String) throws {
    let schema = Schema<Song>(fields: [.text("title", \.title, analyzer: analyzer)])
    let index = SearchIndex<Song>.inMemory(schema: schema)
    try index.writeSync { try $0.put(Song(id: 1, title: text)) }
    #expect(try index.suggestionSync(for: typed) == expected)
    #expect(try index.searchSync(expected).total.number == 1)
    let nearest = try index.searchSync(typed).words().first?.nearest
    #expect(nearest == String(expected.dropLast()))
  }

  @Test("replace a rare word by a neighbour that is a hundred times as frequent")
  func rareWords() throws {
    let few = try Self.index(["recieve"] + (0..<100).map { _ in "receive" })
    #expect(try few.suggestionSync(for: "recieve a") == nil)
    let many = try Self.index(["recieve"] + (0..<101).map { _ in "receive" })
    #expect(try many.suggestionSync(for: "recieve a") == "receive a")
    #expect(try many.suggestionSync(for: "receive a") == nil)
  }

  @Test("are found by a search, whatever the index", arguments: 0..<20)
  func random(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    func word() -> String {
      String(
        (0..<random.int(in: 3..<11)).map { _ in Character(["a", "b", "c"][random.int(in: 0..<3)]) })
    }
    let titles = (0..<60).map { _ in "\(word()) \(word())" }
    let index = try Self.index(titles)
    let words = Set(titles.flatMap { $0.split(separator: " ").map(String.init) })
    for _ in 0..<50 {
      let typed = word() + " "
      guard let found = try index.suggestionSync(for: typed) else { continue }
      #expect(words.contains(String(found.dropLast())), "seed \(seed): \(typed)")
      #expect(try index.searchSync(found).total.number ?? 0 > 0, "seed \(seed): \(typed)")
    }
  }
}
