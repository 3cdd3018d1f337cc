import MartletTestSupport
import Testing

@testable import Martlet

/// A text with a title, tags and several notes.
private struct Placed: SearchDocument {
  var id: Int
  var title = ""
  var text = ""
  var notes: [String] = []
  var tag = ""
  var loose = ""
  var year: Double?

  var searchKey: Int { id }

  static let searchSchema = Schema<Placed>(fields: [
    .text("title", \.title, weight: 2),
    .text("text", \.text, analyzer: .language("en")),
    .texts("notes", \.notes),
    .text("words", \.loose, detail: .frequencies),
    .keyword("tag", \.tag),
    .number("year", \.year),
  ])
}

@Suite("Words near each other, in loose order, at the beginning, and as one")
struct PositionQueryTests {
  private static func index(_ notes: [Placed]) throws -> SearchIndex<Placed> {
    let index = SearchIndex<Placed>.inMemory()
    for note in notes { try index.writeSync { try $0.put(note) } }
    return index
  }

  @Test("an unfinished phrase in a field without positions is its words, the last one unfinished")
  func unfinishedWithoutPositions() throws {
    let index = try Self.index([
      Placed(id: 1, loose: "hot soup"), Placed(id: 2, loose: "sour and hot"),
      Placed(id: 3, loose: "cold soup"),
    ])
    #expect(try Self.find(.phrase("hot so", in: "words", lastIsPrefix: true), in: index) == [1, 2])
    #expect(try Self.find(.prefix("hot so", in: "words"), in: index) == [1, 2])
    #expect(try Self.find(.phrase("hot so", in: "words"), in: index) == [])
    #expect(try index.searchSync("words:\"hot so").hits.map(\.id).sorted() == [1, 2])
  }

  private static func find(_ query: Query, in index: SearchIndex<Placed>) throws -> [Int] {
    let results = try index.searchSync(SearchRequest(query) { $0.counting = .exact })
    #expect(results.total == .exactly(results.hits.count), "\(query)")
    return results.hits.map(\.id).sorted()
  }

  private static let notes = [
    Placed(id: 1, title: "The old man and the sea", text: "He was running to the boats."),
    Placed(
      id: 2, title: "The sea, the old sea", text: "A boat that never ran away", tag: "the sea"),
    Placed(id: 3, title: "Old Sea Men", text: "cars and an automobile", notes: ["one two", "six"]),
    Placed(
      id: 4, title: "東京都庁の海", text: "a multi-agent car", notes: ["six one", "two"],
      loose: "brown quick"),
    Placed(id: 5, title: "man man", text: "motorcar car car", year: 12),
  ]

  static let found: [(String, [Int])] = [
    ("old NEAR/0 sea", [2, 3]), ("old NEAR/2 sea", [2, 3]), ("old NEAR/3 sea", [1, 2, 3]),
    ("old NEAR sea", [1, 2, 3]), ("sea BEFORE/1 old", [2]), ("sea BEFORE/0 old", []),
    ("old BEFORE man", [1]), ("man NEAR man", [5]), ("old NEAR/0 old", []),
    ("title:old NEAR/3 sea", [1, 2, 3]),
    ("old NEAR/0 man NEAR/1 sea", []), ("old NEAR/0 man NEAR/2 sea", [1]),
    ("sea NEAR/1 (old NEAR/0 man)", []), ("sea NEAR/2 (man BEFORE/0 and)", [1]),
    ("sea NEAR/1 (man OR old)", [2, 3]), ("\"old man\" NEAR/2 sea", [1]),
    ("ol* NEAR/0 s?a", [2, 3]), ("od~ NEAR/0 sea", [2, 3]), ("(old NEAR/0 sea) -men", [2]),
    // A word stands for its forms, and in quotes for itself.
    ("ran NEAR/2 boat", [2]), ("run BEFORE/2 boat", [1]), ("\"run\" BEFORE/2 boat", []),
    ("car NEAR/2 automobile", [3]), ("multi-agent NEAR/0 car", [4]), ("京都 NEAR/2 の海", [4]),
    // Values of one field are apart.
    ("one NEAR/0 two", [3]), ("one NEAR/50 six", [4]), ("two NEAR/99 six", []),
    // Moved words.
    ("\"old sea\"", [2, 3]), ("\"sea old\"~1", [2]), ("\"sea old\"~2", [2, 3]),
    ("\"old sea\"~3", [1, 2, 3]), ("\"old sea\"~2", [2, 3]), ("\"man old\"~2", [1]),
    ("\"the man\"~1", [1]), ("\"man man\"~5", [5]), ("\"old m\"~1*", [1, 3]),
    ("\"old man\"~99 text:ran", []), ("tag:\"the sea\"~3", [2]),
    // The beginning of a field.
    ("^old", [3]), ("^the", [1, 2]), ("^\"the old\"", [1]), ("title:^th*", [1, 2]), ("^sea", []),
    ("^one", [3]), ("^six", [4]), ("^two", []), ("tag:^\"the sea\"", [2]), ("^{man old}", [3, 5]),
    ("^the BEFORE/1 old", [1]), ("^the BEFORE/2 old", [1, 2]), ("^\"the *d\"", [1]), ("^東京", [4]),
    ("^car", [3]),
    // One of several words, and a phrase that ends in a pattern.
    ("{car automobile}", [3, 4, 5]), ("{boat x} NEAR/3 ran", [2]), ("{y x}", []),
    ("tag:{the x}", []), ("\"old *an\"", [1]), ("\"old *ee*\"", []), ("\"sea *n\"", [3]),
    ("\"old m*n\"", [1]), ("\"old m?n\"", [1]), ("\"old m?an\"", []), ("\"old s?a\"", [2, 3]),
    ("\"old s*\"", [2, 3]), ("text:\"a mult*\"", [4]),
    // What has no positions is asked for as words.
    ("words:quick BEFORE/0 brown", [4]), ("words:^quick", [4]), ("words:\"quick brown\"~1", [4]),
    ("… NEAR man", [1, 5]),
  ]

  @Test("find the words that are meant", arguments: found)
  func words(text: String, ids: [Int]) throws {
    let index = try Self.index(Self.notes)
    let query = try Query(parsing: text)
    #expect(try Self.find(query, in: index) == ids)
    if !text.contains("…") {
      let typed = Query.user(text, options: UserQueryOptions(combine: .all))
      #expect(try Self.find(typed, in: index) == ids, "typed")
    }
  }

  @Test("values mean what the syntax means")
  func values() throws {
    let pairs: [(Query, String)] = [
      (.near([.word("a"), .phrase("b c")], within: 3), "a NEAR/3 \"b c\""),
      (
        .near([.word("a"), .word("b"), .prefix("c")], inOrder: true),
        "a BEFORE/10 b BEFORE/10 c*"
      ),
      (.near([.word("a")]), "a"), (.near([]), "-*"),
      (.phrase("a b", slop: 2, in: "title"), "title:\"a b\"~2"),
      (.phrase("a b", slop: 0), "\"a b\""),
      (.phrase("a", endingWith: "*b"), "\"a\" BEFORE/0 *b"),
      (.phrase("a", endingWith: "b*"), "\"a b\"*"), (.phrase("a", endingWith: "b"), "\"a b\""),
      (.phrase(" ", endingWith: "*b"), "*b"), (.phrase("a", endingWith: "*"), "\"a\""),
      (.anchored(.word("a", in: "title")), "title:^a"),
      (.anchored(.word("a") || .phrase("b c")), "^a OR ^\"b c\""),
      (.synonyms(["a", "b"], in: "title"), "title:{a b}"), (.synonyms(["a"]), "a"),
      (.synonyms([]), "-*"), (.anchored(.synonyms([])), "-*"),
      (.anchored(.word("a") || .synonyms([])), "^a OR -*"),
      (.near([.word("a"), .synonyms([])]), "-*"),
      (.near([.word("a") || .synonyms([]), .word("b")]), "a NEAR/10 b"),
      (.synonyms(["a", "b c", "\"", "OR", " "]), "{a \"b c\" \\\" OR}"),
    ]
    for (query, text) in pairs {
      #expect(query.description == text)
      #expect(try Query(parsing: text) == query)
    }
  }

  static let unsuitable: [Query] = [
    .near([.word("a"), !.word("b")]), .near([.is("tag", "x"), .word("a")]),
    .near([.word("a") && .word("b"), .word("c")]), .near([.user("a b"), .word("c")]),
    .near([.word("a").boosted(by: 2), .word("b")]), .anchored(.everything),
    .anchored(.near([.word("a"), .word("b")])), .anchored(.word("a") && .word("b")),
    .anchored(.anchored(.word("a"))), .any([.word("a"), .near([.everything, .word("b")])]),
  ]

  static let apart: [(Query, String)] = [
    (.near([.word("a", in: "title"), .word("b", in: "text")]), "\"title\" and one in \"text\""),
    (
      .near([
        .word("a", in: "title") || .word("b", in: "notes"), .word("c", in: "notes"),
        .word("d", in: "title"),
      ]), "\"notes\" and one in \"title\""
    ),
    (.near([.word("12", in: "year"), .word("man")]), "\"year\", which has numbers"),
    (.near([.word("a", in: "tag"), .word("b", in: "tag")]), "\"tag\", which has keywords"),
    (.near([.word("a"), .word("b", in: "tag") || .word("c")]), "\"tag\", which has keywords"),
    (.word("a") && !.near([.word("a"), .prefix("b", in: "tag")]), "\"tag\", which has keywords"),
    (.phrase("a", endingWith: "*b", in: "tag"), "\"tag\", which has keywords"),
    (.anchored(.near([.word("a", in: "tag"), .word("b")], inOrder: true)), "has keywords"),
  ]

  @Test("parts that no text field can have near each other are an error", arguments: apart)
  func partsApart(query: Query, message: String) throws {
    let index = try Self.index(Self.notes)
    for find in [{ try Self.find(query, in: index) }, { [try index.snapshot().countSync(query)] }] {
      let error = #expect(throws: SearchError.self) { try find() }
      #expect(error?.code == .unsuitableValue)
      #expect(error?.message.contains(message) ?? false, "\(error?.message ?? "")")
    }
    #expect(
      try Self.find(.near([.word("old"), .word("sea", in: "title")]), in: index) == [1, 2, 3])
  }

  @Test("a typed text asks for both where no text field can have them near each other")
  func typedApart() throws {
    let index = try Self.index(Self.notes)
    for (text, ids) in [
      ("year:12 NEAR man", [5]), ("title:old NEAR text:ran", [2]),
      ("tag:\"the sea\" NEAR tag:\"the sea\"", [2]),
      ("(title:old OR notes:one) NEAR notes:two NEAR title:sea", [3]),
    ] {
      let results = try index.searchSync(SearchRequest(text))
      #expect(results.hits.map(\.id).sorted() == ids, "\(text)")
      #expect(results.diagnostics.map(\.kind) == [.unsupported], "\(text)")
    }
  }

  @Test("a part without a position is an error", arguments: unsuitable)
  func parts(query: Query) throws {
    let index = try Self.index(Self.notes)
    let error = #expect(throws: SearchError.self) { try index.searchSync(SearchRequest(query)) }
    #expect(error?.code == .unsuitableValue)
    #expect(error?.message.contains("expected a word") ?? false)
  }

  @Test("words of a set count as one, and a rare one does not raise the score")
  func set() throws {
    let index = try Self.index([
      Placed(id: 1, title: "car car"), Placed(id: 2, title: "auto car"),
      Placed(id: 3, title: "auto auto"),
      Placed(id: 4, title: "nothing else"), Placed(id: 5, title: "auto alone"),
    ])
    let query = Query.synonyms(["car", "auto"], in: "title")
    let hits = try index.searchSync(SearchRequest(query)).hits
    #expect(hits.prefix(3).map(\.id) == [1, 2, 3] && hits.map(\.id).last == 5)
    #expect(Set(hits.prefix(3).map(\.score)).count == 1)
  }

  @Test("a phrase whose words may be moved scores like the phrase where it is one")
  func scores() throws {
    let index = try Self.index(Self.notes)
    let plain = try index.searchSync(SearchRequest(.phrase("old sea", in: "title"))).hits
    let loose = try index.searchSync(SearchRequest(.phrase("old sea", slop: 1, in: "title"))).hits
    let near = try index.searchSync(
      SearchRequest(.near([.word("old", in: "title"), .word("sea")], within: 0, inOrder: true))
    ).hits
    #expect(plain.map(\.score) == near.map(\.score))
    #expect(loose.first { $0.id == 3 }?.score == plain.first { $0.id == 3 }?.score)
  }

  @Test("letters without spaces between words count one by one, in pairs, too")
  func pairs() throws {
    let texts = [
      "都京大大東", "東京都大阪本", "東京大阪", "swift 東京 bird", "東京 a b bird", "대학교 a 학생",
    ]
    let index = try Self.index(texts.enumerated().map { Placed(id: $0, title: $1) })
    for (text, expected) in [
      ("東京 BEFORE/0 大阪", [2]), ("東京 BEFORE/0 bird", [3]), ("東京 BEFORE/1 bird", [3]),
      ("東京 BEFORE/2 bird", [3, 4]), ("東京都 BEFORE/0 大", [1]), ("大大 BEFORE/2 大", []),
      ("京 NEAR/0 東京", []), ("bird NEAR/0 東京", [3]), ("{東京 swift} BEFORE/0 大阪", [2]),
      ("\"swift 東京\" BEFORE/0 bird", [3]), ("대학교 BEFORE/0 a", [5]), ("대학 BEFORE/0 a", []),
      ("대학 BEFORE/1 a", [5]), ("^東京 BEFORE/0 大阪", [2]),
    ] {
      #expect(
        try Self.find(try Query(parsing: "title:(\(text))"), in: index) == expected, "\(text)")
    }
    let hit = try #require(
      try index.searchSync(SearchRequest(Query(parsing: "title:(東京 BEFORE/0 大阪)"))).hits.first)
    #expect(try hit.highlights(in: "title").html() == "<mark>東京</mark><mark>大阪</mark>")
  }

  @Test("a word with parts covers the positions of its parts")
  func parts() throws {
    let schema = RecordSchema(fields: [.text("body", analyzer: "standard:parts")])
    let index = try SearchIndex<Record>.inMemory(schema: schema)
    let texts = ["parseHTTPRequest", "http parseHTTPRequest", "parseHTTPRequest now"]
    for (id, text) in texts.enumerated() {
      try index.writeSync { try $0.put(Record(key: "\(id)", fields: ["body": .string(text)])) }
    }
    for (text, expected) in [
      ("http NEAR/0 parseHTTPRequest", ["1"]), ("parseHTTPRequest BEFORE/0 now", ["2"]),
      ("parse BEFORE/1 request", ["0", "1", "2"]),
    ] {
      let query = try Query(parsing: "body:(\(text))")
      let hits = try index.searchSync(SearchRequest(query)).hits
      #expect(hits.map(\.id).sorted() == expected, "\(text)")
    }
  }

  @Test("a word of the text counts once in a loose phrase, also for a word that it begins with")
  func wordsWithinWords() throws {
    let texts = ["the swifts", "swift swifts", "swifts swift", "swift swift", "swifts swifts"]
    let index = try Self.index(texts.enumerated().map { Placed(id: $0, title: $1) })
    for (query, expected) in [
      (Query.phrase("swifts swift", slop: 1, lastIsPrefix: true), [2, 4]),
      (.phrase("swifts swift", slop: 2, lastIsPrefix: true), [1, 2, 4]),
      (.phrase("swift sw", slop: 2, lastIsPrefix: true), [1, 2, 3]),
      (.phrase("the sw", slop: 1, lastIsPrefix: true), [0]),
    ] {
      #expect(try Self.find(query, in: index) == expected, "\(query)")
    }
  }

  @Test("near something, every match of a loose phrase counts, not the shortest alone")
  func loosePart() throws {
    let texts = ["a b x b c", "a b x x c", "b a x c a", "x a b a b c"]
    let index = try Self.index(texts.enumerated().map { Placed(id: $0, title: $1) })
    for (text, expected) in [
      ("\"a b\"~3 BEFORE/0 c", [0, 3]), ("\"a b\"~1 BEFORE/0 c", [3]),
      ("\"a b\"~9 NEAR/0 c", [0, 3]), ("\"a b\"~2 BEFORE/2 c", [0, 1, 2, 3]),
      ("(\"a b\"~3 OR x) BEFORE/0 c", [0, 1, 2, 3]), ("\"b b\"~2 BEFORE/0 c", [0, 3]),
    ] {
      #expect(
        try Self.find(try Query(parsing: "title:(\(text))"), in: index) == expected, "\(text)")
    }
  }

  @Test("a stop word counts where its position does")
  func stopWords() throws {
    let index = try Self.index(Self.notes)
    #expect(try Self.find(try Query(parsing: "the NEAR/0 sea"), in: index) == [1, 2])
    #expect(try Self.find(try Query(parsing: "text:that BEFORE/0 never"), in: index) == [2])
  }

  @Test("a long phrase of equal words that may be moved far takes no longer than its words allow")
  func longPhrase() throws {
    let many = Array(repeating: "a", count: 5_000).joined(separator: " ")
    let index = try Self.index([Placed(id: 1, title: many), Placed(id: 2, title: "a a")])
    let words = Array(repeating: "a", count: 60).joined(separator: " ")
    for slop in [1, 99] {
      #expect(try Self.find(.phrase(words, slop: slop, in: "title"), in: index) == [1])
    }
    let mixed = words + " b"
    #expect(try Self.find(.phrase(mixed, slop: 99, in: "title"), in: index) == [])
  }

  @Test("texts made to take long are answered, and ask within a document whether to end")
  func hostile() throws {
    let many = Array(repeating: "a", count: 20_000).joined(separator: " ")
    let texts = [
      ("a NEAR/99 a NEAR/99 a NEAR/99 a", true), ("\"a a a a\"~99", true),
      ("(a NEAR/9 a) NEAR/9 (a NEAR/9 a)", true), ("\"a a a a\"~99 NEAR a", true),
      ("a* NEAR/99 a?", false), ("^a NEAR/99 a", true),
    ]
    for (text, isLong) in texts {
      let index = try Self.index([Placed(id: 1, title: many), Placed(id: 2, title: "a b")])
      var request = SearchRequest(try Query(parsing: "title:(" + text + ")"))
      // The first question is asked when a search begins. A later search may know its lists.
      let questions = QuestionCount()
      let code = thrownCode {
        try index.core.search(
          request, in: index.core.state, index.core.schema, isCancelled: { questions.add() > 1 }
        ) { _, _ in }
      }
      #expect((code == .cancelled) == isLong, "\(text)")
      request.timeLimit = .milliseconds(300)
      let results = try index.searchSync(request)
      #expect(results.hits.map(\.id).allSatisfy { $0 == 1 }, "\(text)")
    }
  }
}
