import Martlet
import MartletTestSupport
import Testing

@Suite("Snippets")
struct SnippetTests {
  private typealias Page = ShownText.Page

  private static let story = """
    The common swift is a bird of summer. It sleeps in the air. Nobody has seen one on the ground for \
    long. In heraldry, the martlet is a swift that never lands. It has no feet! Some say that it is a \
    swallow. The bird is on many shields, in England above all. There are others.
    """

  private func snippet(
    _ query: String, _ text: String, _ length: SnippetLength, passages: Int = 1,
    others: [String] = []
  ) throws -> String? {
    let pages = ([text] + others).enumerated().map { Page(id: $0 + 1, text: $1) }
    let hit = try ShownText.hits(.user(query), pages).first { $0.id == 1 }
    return try hit?.snippet("text", length: length, passages: passages).marked("[", "]")
  }

  @Test("begin with a word where the marked one is the first behind a space")
  func firstWord() throws {
    let text = "the old keeper of the lighthouse storm again and again"
    #expect(try snippet("storm ", text, 20) == "…[storm] again and…")
    let long = String(repeating: "lighthouse keeper ", count: 20)
    for length in 10..<60 {
      let found = try #require(
        try snippet("storm ", long + "storm " + long, SnippetLength(integerLiteral: length)))
      let first = found.drop { $0 == "…" || $0 == "[" }.prefix { $0.isLetter }
      #expect(["lighthouse", "keeper", "storm"].contains(first), "\(length): \(found)")
    }
  }

  @Test(
    "show whole sentences where they fit, and are otherwise cut between words",
    arguments: [
      ("martlet ", 60, "In heraldry, the [martlet] is a swift that never lands."),
      ("martlet ", 75, "In heraldry, the [martlet] is a swift that never lands. It has no feet!"),
      ("martlet ", 30, "In heraldry, the [martlet] is a…"),
      ("lands ", 24, "…never [lands]. It has no…"),
      ("swallow ", 20, "…a [swallow]. The bird…"),
      ("others ", 33, "There are [others]."),
      ("others ", 70, "The bird is on many shields, in England above all. There are [others]."),
    ])
  func cuts(query: String, length: Int, expected: String) throws {
    let found = try snippet(query, Self.story, SnippetLength(integerLiteral: length))
    #expect(found == expected)
  }

  @Test("are no more than a thousand passages, however many are asked for")
  func manyPassages() throws {
    let part = "swift " + String(repeating: "x ", count: 4)
    let text = String(repeating: part, count: 1_500)
    let hit = try #require(try ShownText.hits(.user("swift "), [Page(id: 1, text: text)]).first)
    let found = try hit.passages("text", length: .words(3_000), count: .max)
    #expect((900...1_000).contains(found.count), "\(found.count)")
  }

  /// Emits each word a second time, as a token without a place in the text.
  private struct Placeless: Tokenizer {
    let name = "placeless"

    func tokenize(_ text: String, for use: TokenUse, _ emit: (Token) -> Void) {
      for (position, word) in text.split(separator: " ").enumerated() {
        let start = text.utf8.distance(from: text.startIndex, to: word.startIndex)
        emit(Token(text: "at\(word)", range: start..<start, position: position))
      }
    }
  }

  @Test("have no passage of a word without a place")
  func placelessWords() throws {
    let analyzer = Analyzer.custom(name: "placeless", Placeless())
    let schema = Page.schema(analyzer)
    let index = SearchIndex<Page>.inMemory(schema: schema)
    try index.writeSync { try $0.put(Page(id: 1, text: "one two three")) }
    let query = SearchRequest(.prefix("t", in: "text"))
    let hit = try #require(try index.searchSync(query).hits.first)
    #expect(try hit.passages("text").count == 1)
    #expect(try hit.highlights(in: "text").isPlain)
  }

  @Test("count the words behind those that the index has, too")
  func limitedText() throws {
    let analyzer = Analyzer.standard.limits(TokenLimits(tokensPerDocument: 30))
    let text = (0..<500).map { $0 == 20 ? "martlet" : "w\($0)" }.joined(separator: " ")
    let hits = try ShownText.hits(.user("martlet "), [Page(id: 1, text: text)], analyzer)
    let snippet = try hits[0].snippet("text", length: .words(40)).text
    #expect(snippet.contains("martlet") && snippet.split(separator: " ").count <= 40)
  }

  @Test("begin with the text if nothing is marked, whatever blanks are before it")
  func beginning() throws {
    let blanks = String(repeating: " \n", count: 200)
    for before in ["", " ", blanks] {
      let hits = try ShownText.hits(.everything, [Page(id: 1, text: before + Self.story)])
      let snippet = try hits.first?.snippet("text", length: .characters(40))
      #expect(
        snippet?.marked("[", "]") == "The common swift is a bird of summer.", "\(before.count)")
    }
    let blank = try ShownText.hits(.everything, [Page(id: 1, text: blanks)])
    #expect(try blank.first?.snippet("text", length: .characters(40)).text == "")
  }

  @Test("begin with the first value that is not blank if nothing is marked")
  func firstValue() throws {
    let schema = RecordSchema(fields: [.text("text")])
    let index = try SearchIndex<Record>.inMemory(schema: schema)
    try index.writeSync { batch in
      try batch.put(Record(key: "1", fields: ["text": ["   ", "Real text.", "More."]]))
    }
    let hit = try #require(try index.searchSync(SearchRequest(.everything)).hits.first)
    #expect(try hit.snippet("text").text == "Real text.")
  }

  @Test(
    "begin and end with whole sentences, which no title and no initial ends",
    arguments: [
      ("We asked Dr. Smith about the swallow at length.", 55),
      ("We asked Mrs. J. Smith what a swallow does.", 50),
      ("It was Smith that saw the swallow on TV.", 48),
      ("St. Smith came by, and Mr. Hyde left.", 45),
    ])
  func titles(sentence: String, length: Int) throws {
    let text = "Nobody came before. \(sentence) It was late in the evening."
    let marked = sentence.replacing("Smith", with: "[Smith]")
    #expect(try snippet("smith ", text, SnippetLength(integerLiteral: length)) == marked)
  }

  @Test("show all of a short text, on one line")
  func short() throws {
    let found = [try snippet("b ", "a\n\n b\t c", 100), try snippet("b ", "a b", 1)]
    #expect(found == ["a [b] c", "…[b]"])
  }

  @Test("show the rarest words, and distinct ones before repetitions")
  func best() throws {
    let (before, after) = (String(repeating: "x ", count: 60), String(repeating: "y ", count: 60))
    let text =
      String(repeating: "swift swift swift. ", count: 3) + before
      + "A swift and a martlet. " + after
    let distinct = try #require(try snippet("swift martlet", text, 40))
    #expect(distinct.contains("A [swift] and a [martlet]."))
    let rare = "swift swift " + before + "martlet " + after + "swift swift"
    let others = Array(repeating: "swift", count: 20)
    let found = try #require(try snippet("swift OR martlet", rare, 21, others: others))
    #expect(found.contains("[martlet]"))
  }

  @Test("show several passages in the order of the text")
  func several() throws {
    let story = "The common swift is a bird of [summer]."
    let shields = "The bird is on many [shields], in England above all."
    let found = try snippet("summer shields", Self.story, 100, passages: 2)
    #expect(found == "\(story) … \(shields)")
    // Fewer passages are longer.
    let one = try snippet("martlet ", Self.story, 120, passages: 4)
    #expect(
      one == "In heraldry, the [martlet] is a swift that never lands. It has no feet! "
        + "Some say that it is a swallow.")
    let hit = try #require(
      try ShownText.hits(.user("summer shields"), [Page(text: Self.story)]).first)
    let passages = try hit.passages("text", length: 100, count: 2).map { $0.marked("[", "]") }
    #expect(passages == [story, shields])
  }

  @Test("are as long as asked, in characters or words")
  func lengths() throws {
    let found = [
      try snippet("martlet ", Self.story, .words(10)),
      try snippet("martlet ", Self.story, .words(5)),
    ]
    #expect(
      found == [
        "In heraldry, the [martlet] is a swift that never lands.", "In heraldry, the [martlet] is…",
      ])
    #expect(SnippetLength.words(-3) == .words(1))
    let emoji = String(repeating: "👨‍👩‍👧", count: 30) + " bird " + String(repeating: "👨‍👩‍👧", count: 30)
    let cut = try #require(try snippet("bird ", emoji, 20))
    #expect(cut.contains("[bird]") && cut.count <= 24)
    // In Thai each letter is a word, but a vowel belongs to the letter before.
    let thai = String(repeating: "ทำ", count: 100) + "กา"
    for count in 4..<14 {
      let part = try #require(try snippet("กา ", thai, .words(count)))
      #expect(part.unicodeScalars.first { $0 != "…" } == "ท", "\(part)")
    }
  }

  @Test("of one word have the character that the word begins", arguments: [1, 2, 3])
  func firstCharacter(count: Int) throws {
    for (query, text) in [("น", "นำ ไทย"), ("ນ", "ນຳ ໄທ"), ("น", "ก นำำำ ไทย")] {
      let hit = try #require(try ShownText.hits(.user(query), [Page(text: text)]).first)
      let found = try hit.snippet("text", length: .words(count))
      #expect(!found.isPlain && found.text.contains { $0 != "…" }, "\(found)")
      #expect(try hit.passages("text", length: .words(count), count: 1).count == 1)
    }
  }

  // Measured anew for each of its words, the character would take a minute.
  @Test("of one character of many words show it whole")
  func longCharacter() throws {
    let text = "aa ก" + String(repeating: "ำ", count: 20_000) + " aa"
    let hit = try #require(try ShownText.hits(.user("ำ"), [Page(text: text)]).first)
    for length in [SnippetLength.words(1_000), .characters(1_000)] {
      let found = try hit.snippet("text", length: length, passages: 1_000)
      #expect(!found.isPlain && found.text.contains(text.dropFirst(3).dropLast(3)))
    }
  }

  @Test("cut texts without spaces between characters")
  func unspaced() throws {
    let text =
      String(repeating: "東京都は日本の首都です", count: 8) + "京都" + String(repeating: "大阪府", count: 30)
    let hit = try #require(try ShownText.hits(.user("京都大"), [Page(text: text)]).first)
    let snippet = try hit.snippet("text", length: 20)
    #expect(snippet.marked("[", "]").contains("[京都大]"))
    #expect((15...22).contains(snippet.text.count))
    #expect(snippet.text.hasPrefix("…") && snippet.text.hasSuffix("…"))
  }

  @Test("begin at the start of a text in which nothing matches")
  func plain() throws {
    let hit = try #require(
      try ShownText.hits(.user("x "), [Page(title: "x", text: Self.story)]).first)
    let snippet = try hit.snippet("text", length: 45)
    #expect(snippet.text == "The common swift is a bird of summer.")
    #expect(snippet.isPlain)
    #expect(try hit.snippet("note").text == "")
    #expect(try hit.snippet("text", of: " \n ").text == "")
  }

  @Test("stay within one value of a field")
  func values() throws {
    let page = Page(notes: ["swift one", "bird two", "swift three"])
    let hit = try #require(try ShownText.hits(.user("swift bird"), [page]).first)
    #expect(try hit.snippet("note", length: 100).text == "swift one")
    #expect(
      try hit.snippet("note", length: 100, passages: 3).text == "swift one … bird two … swift three"
    )
  }

  @Test("are measured in characters where the text has some of several bytes elsewhere")
  func mixedScripts() throws {
    let english = "Some English text here. ", russian = "Это русский текст. "
    func snippet(_ query: String, _ text: String) throws -> String {
      let hit = try #require(try ShownText.hits(.user(query), [Page(text: text)]).first)
      let passage = try #require(try hit.passages("text", length: 160, count: 1).first)
      #expect(passage.text.count <= 162)
      return passage.text
    }
    let lorem = String(repeating: "lorem ", count: 25)
    let cut = try snippet(
      "red elephant", "q red \(lorem)elephant. " + String(repeating: "é ", count: 60))
    #expect(cut.hasSuffix("lorem…") || cut.hasSuffix("elephant.") || cut.hasSuffix("elephant"))
    let green = String(repeating: "lorem ", count: 30)
    let both = try snippet(
      "green fox",
      "green \(green)fox. " + String(repeating: russian, count: 40) + "A green fox here.")
    #expect(both.contains("A green fox here."), "\(both)")
    let far = try snippet(
      "красный лиса",
      "Красный. " + String(repeating: english, count: 60) + "Красный "
        + String(repeating: "привет ", count: 12) + "лиса.")
    #expect(far.contains("Красный") && far.contains("лиса."), "\(far)")
  }

  @Test("are never longer than asked", arguments: 1...60)
  func limits(length: Int) throws {
    for query in ["swift bird", "\"that never lands\"", "t*", "heraldry shields"] {
      let hit = try #require(try ShownText.hits(.user(query), [Page(text: Self.story)]).first)
      for passages in 1...3 {
        let found = try hit.passages(
          "text", length: SnippetLength(integerLiteral: length), count: passages)
        let shown = found.reduce(0) { $0 + $1.text.filter { $0 != "…" }.count }
        #expect(shown <= length, "\(query): \(found)")
        #expect(found.count <= passages)
        #expect(found.contains { !$0.isPlain }, "\(query), \(length)")
      }
      let words = try hit.snippet("text", length: .words(length))
      #expect(words.text.split(separator: " ").count <= length)
    }
  }

  @Test("are made of any text, for any length", arguments: SeededRandom.seeds(count: 50))
  func anyText(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let pieces =
      RandomText.words + ["\u{301}", "。", "\u{301}。\u{301}", "\r", "\n", " ", ". ", "\u{0}"]
    func text() -> String {
      (0..<random.int(in: 0..<50)).map { _ in pieces[random.int(in: 0..<pieces.count)] }
        .joined(separator: random.oneIn(2) ? " " : "")
    }
    let page = Page(title: "x", text: text(), notes: (0..<4).map { _ in text() })
    for query in [RandomText.query(&random), "*a*", "東京都 の"] {
      let hits = try ShownText.hits(.user(query).preferring(.user("x")) || .user("x"), [page])
      for hit in hits {
        for length in [1, 2, 7, 30, 200] {
          for field: FieldRef in ["text", "note"] {
            for unit in [SnippetLength.words(length), SnippetLength(integerLiteral: length)] {
              let found = try hit.passages(field, length: unit, count: random.int(in: 1..<5))
              if unit == SnippetLength(integerLiteral: length) {
                let shown = found.reduce(0) { $0 + $1.text.filter { $0 != "…" }.count }
                #expect(shown <= length + found.count, "seed \(seed), \(found)")
              }
              let all = try hit.snippet(field, length: unit, passages: 3)
              for range in all.ranges { #expect(!all.text[range].isEmpty, "seed \(seed)") }
            }
          }
        }
      }
    }
  }
}
