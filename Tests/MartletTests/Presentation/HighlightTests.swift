import Martlet
import Testing

@Suite("Highlights")
struct HighlightTests {
  private typealias Page = ShownText.Page

  @Test(
    "mark what a typed query matches",
    arguments: [
      ("swift", "Swifts: a Swift, the SWIFT.", "[Swifts]: a [Swift], the [SWIFT]."),
      (
        "\"never lands\"", "never; it never lands, lands never",
        "never; it [never] [lands], lands never"
      ),
      ("\"a b\" \"b c\"", "a b c b a b", "[a] [b] [c] b [a] [b]"),
      ("\"a a\"", "a a a b a", "[a] [a] [a] b a"),
      ("\"a b a\"", "a b a b a, a b b a", "[a] [b] [a] [b] [a], a b b a"),
      ("\"a a b a*\"", "a a b ax, a b ax", "[a] [a] [b] [ax], a b ax"),
      ("\"never lan\"*", "never lands", "[never] [lands]"),
      ("mart*", "martlet, smart, Märtyrer", "[martlet], smart, [Märtyrer]"),
      ("*art*", "martlet, smart, arts, rat", "[martlet], [smart], [arts], rat"),
      ("m?rtlet", "martlet mortlet mrtlet", "[martlet] [mortlet] mrtlet"),
      ("matrlet~", "a martlet and a market", "a [martlet] and a market"),
      ("bird -land", "bird", "[bird]"),
      ("cafe", "cafe\u{301}s, café CAFÉ", "[cafe\u{301}s], [café] [CAFÉ]"),
      ("fish", "ﬁsh ﬁshing", "[ﬁsh] [ﬁshing]"),
      ("strasse", "Straße STRASSE", "[Straße] [STRASSE]"),
      ("2", "x² ½", "x[²] [½]"),
      ("c++ ", "C, C++ and C#", "C, [C++] and C#"),
      ("東京", "東京都と京都", "[東京]都と京都"),
      ("京都", "東京都と京都", "東[京都]と[京都]"),
      ("абв", "а\u{488}бв аб\u{A670}в", "[а\u{488}бв] [аб\u{A670}в]"),
      ("한국", "한국어를", "[한국어를]"), ("한국 ", "한국어를", "[한국]어를"),
      ("محمد", "قال مُحَمَّد شيئا", "قال [مُحَمَّد] شيئا"),
      ("👩‍💻 ", "a 👩‍💻 b", "a [👩‍💻] b"),
      ("title:swift text:bird ", "a swift bird", "a swift [bird]"),
      ("sea NEAR/2 old", "the sea, the old sea; an old", "the [sea], the [old] [sea]; an [old]"),
      ("old BEFORE/0 sea ", "sea old, old sea", "sea old, [old] [sea]"),
      ("\"sea old\"~1", "sea the old, old sea", "[sea] the [old], old sea"),
      ("^the", "the sea, the old", "[the] sea, the old"),
      ("{sea man} ", "a man at sea", "a [man] at [sea]"),
      ("\"old *n\"", "old man, old sea, the man", "[old] [man], old sea, the man"),
      ("(sea OR land) NEAR/1 \"an old\"", "sea an old land", "[sea] [an] [old] [land]"),
    ])
  func marks(query: String, text: String, expected: String) throws {
    let hits = try ShownText.hits(.user(query), [Page(title: "Swift", text: text)])
    let found = try hits.first?.highlights(in: "text").marked("[", "]")
    #expect(found == expected)
  }

  @Test("of a long phrase in a text that repeats it end after some thousand words")
  func repeatedPhrase() throws {
    let phrase = Query.phrase(Array(repeating: "na", count: 1_000).joined(separator: " "))
    let text = Array(repeating: "na", count: 8_000).joined(separator: " ")
    let hits = try ShownText.hits(phrase, [Page(title: "Song", text: text)])
    let marked = try hits.first?.highlights(in: "text").ranges.count ?? 0
    #expect((5_000..<6_000).contains(marked), "\(marked) words are marked")
  }

  @Test("mark all forms of a word that stems join, and in quotes only what is written")
  func stems() throws {
    let text = "He runs; running, ran, a runner."
    let english = Analyzer.language("en")
    #expect(
      try ShownText.marked("run ", in: text, english) == "He [runs]; [running], ran, a runner.")
    #expect(
      try ShownText.marked("\"runs\"", in: text, english) == "He [runs]; running, ran, a runner.")
    #expect(
      try ShownText.marked("avion ", in: "Vive l'avion", .language("fr")) == "Vive [l'avion]")
    #expect(
      try ShownText.marked("gelopen ", in: "wij lopen", .language("nl")) == "wij [lopen]")
  }

  @Test("a phrase is marked behind a part that the index leaves out")
  func leftOutParts() throws {
    let dropping = Analyzer.code.stopWords(.english, droppedFrom: .index)
    #expect(
      try ShownText.marked("\"signIn handler\"", in: "the signIn handler", dropping)
        == "the [signIn] [handler]")
    let limited = Analyzer.code.limits(TokenLimits(shortestWord: 2))
    #expect(
      try ShownText.marked("\"vitaminC daily\"", in: "Take vitaminC daily", limited)
        == "Take [vitaminC] [daily]")
  }

  @Test("mark no word that is too long for the index")
  func longWords() throws {
    let long = "c" + String(repeating: "\u{301}", count: 4_096)
    let short = "c" + String(repeating: "\u{301}", count: 4_095)
    let found = try ShownText.marked("c ", in: "c \(short) d \(long) e")
    #expect(found == "[c] [\(short)] d \(long) e")
    #expect(try ShownText.marked("c ", in: "d \(long)") == nil)
  }

  @Test("mark synonyms")
  func synonyms() throws {
    let index = SearchIndex<Page>.inMemory()
    try index.setSynonyms(Synonyms(rules: "tv, television\nunited states, usa"))
    try index.writeSync {
      try $0.put(Page(text: "Television of the United States; united we stand"))
    }
    let hit = try #require(try index.searchSync("tv usa ").hits.first)
    #expect(
      try hit.highlights(in: "text").marked("[", "]")
        == "[Television] of the [United] [States]; united we stand")
  }

  @Test("mark by the query with fewer words, if only that found something")
  func relaxed() throws {
    #expect(
      try ShownText.marked("swift bird zebra", in: "A swift is a bird.") == "A [swift] is a [bird]."
    )
  }

  @Test("mark nothing that is excluded, filtered or about a whole value")
  func others() throws {
    let page = Page(text: "swift bird land", tag: "bird", year: 7)
    for query: Query in [
      .user("swift -zebra -birds"), .user("swift") && .is("tag", "bird"),
      .user("swift") && .is("year", 7) && !.user("zebra"),
    ] {
      let hit = try #require(try ShownText.hits(query, [page]).first)
      #expect(try hit.highlights(in: "text").marked("[", "]") == "[swift] bird land")
    }
    let index = SearchIndex<Page>.inMemory()
    try index.writeSync { try $0.put(page) }
    let request = SearchRequest(.user("swift ")) { $0.filter = .user("bird ") }
    let hit = try #require(try index.searchSync(request).hits.first)
    #expect(try hit.highlights(in: "text").marked("[", "]") == "[swift] bird land")
    #expect(try hit.highlights(in: "title").text == "")
  }

  @Test("show HTML and Markdown as they are read")
  func sources() throws {
    #expect(
      try ShownText.marked(
        "bold", in: "<p>Half <b>bo</b>ld &amp; &lt;b&gt;</p><script>bold()</script>", source: .html)
        == "Half [bold] & <b>")
    #expect(
      try ShownText.marked(
        "lands ", in: "never **lands** [here](http://lands.org)", source: .markdown)
        == "never [lands] here")
  }

  @Test("show all values of a field on lines of their own, and no phrase across two")
  func values() throws {
    let page = Page(notes: ["never", "lands never lands", "x"])
    let hit = try #require(try ShownText.hits(.user("\"never lands\""), [page]).first)
    #expect(try hit.highlights(in: "note").marked("[", "]") == "never\nlands [never] [lands]\nx")
  }

  @Test("mark the value of a keyword field, also if it is one of many that were asked for")
  func keywords() throws {
    let page = Page(text: "a", tag: "New York")
    for query: Query in [
      .prefix("New", in: "tag"), .is("tag", "New York"), .anyOf("tag", ["New York", "Rome"]),
      .anyOf("tag", ["New York"] + (0..<20).map { "City \($0)" }),
    ] {
      let hit = try #require(try ShownText.hits(query, [page]).first)
      #expect(try hit.highlights(in: "tag").marked("[", "]") == "[New York]")
    }
  }

  @Test("take the text of an application, in the kind of the field")
  func supplied() throws {
    let hits = try ShownText.hits(.user("swift"), [Page(text: "swift")], source: .html)
    let hit = try #require(hits.first)
    #expect(
      try hit.highlights(in: "text", of: "<i>Swift</i> bird").marked("[", "]") == "[Swift] bird")
    #expect(
      try hit.highlights(in: "title", of: "<i>Swift</i>").marked("[", "]") == "<i>[Swift]</i>")
    #expect(try hit.highlights(in: "text", of: "").text == "")
  }

  @Test("follow the language that a document names")
  func languages() throws {
    let schema = Schema<Page>(fields: [
      .text("text", \.text, analyzer: .languages(["en", "de"], chosenBy: "tag")),
      .keyword("tag", \.tag),
    ])
    let index = SearchIndex<Page>.inMemory(schema: schema)
    // The German stem of both is the same, the English one is not.
    let text = "Kindern kinder"
    try index.writeSync { batch in
      try batch.put(Page(id: 1, text: text, tag: "en"))
      try batch.put(Page(id: 2, text: text, tag: "de"))
    }
    let hits = try index.searchSync(SearchRequest(.user("kinder ")) { $0.sort = [.key] }).hits
    #expect(
      try hits.map { try $0.highlights(in: "text").marked("[", "]") } == [
        "Kindern [kinder]", "[Kindern] [kinder]",
      ])
  }

  @Test("name what is wrong with a field")
  func wrongFields() throws {
    let hit = try #require(try ShownText.hits(.user("a"), [Page(text: "a")]).first)
    #expect(throws: SearchError.self) { try hit.highlights(in: "txet") }
    do throws(SearchError) {
      _ = try hit.snippet("year")
      Issue.record("a field of numbers has no words")
    } catch {
      #expect(error.code == .invalidRequest)
      #expect(error.message.contains("\"year\" has numbers"))
    }
  }

  @Test("are the same from many threads at once")
  func threads() async throws {
    let pages = (0..<40).map { Page(id: $0, text: "swift \($0) Swifts bird \($0 % 7)") }
    let hits = try ShownText.hits(.user("swift bird"), pages)
    let expected = try hits.map { try $0.highlights(in: "text") }
    await withTaskGroup(of: [HighlightedText]?.self) { group in
      for _ in 0..<8 {
        group.addTask { try? hits.map { try $0.highlights(in: "text") } }
      }
      for await found in group { #expect(found == expected) }
    }
  }
}
