import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Synonyms and stop words of an open index")
struct QueryWordsTests {
  private let index = SearchIndex<Memo>.inMemory()

  init() throws {
    try index.writeSync { batch in
      try batch.put(Memo(id: "1", title: "a tv set", body: "of the house"))
      try batch.put(Memo(id: "2", title: "the television", body: "tv"))
      try batch.put(Memo(id: "3", title: "united states of america"))
    }
  }

  private func find(_ text: String) throws -> [String] {
    try index.searchSync(text).hits.map(\.id).sorted()
  }

  @Test("synonyms are used by the next search, and replace those before")
  func synonyms() throws {
    #expect(try find("title:tv ") == ["1"] && find("usa ").isEmpty)
    try index.setSynonyms(Synonyms(rules: "tv, television\nusa, united states of america"))
    #expect(try find("title:tv ") == ["1", "2"] && find("usa ") == ["3"])
    #expect(try index.snapshot().countSync(.word("television", in: "body")) == 1)
    try index.setSynonyms(Synonyms(rules: "telly, tv"))
    #expect(try find("telly ") == ["1", "2"] && find("usa ").isEmpty)
    try index.setSynonyms(Synonyms())
    #expect(try find("telly ").isEmpty && find("tv ") == ["1", "2"])
  }

  @Test("synonyms of several words count as these words where some may be missing")
  func relaxed() throws {
    try index.writeSync { batch in
      try batch.put(Memo(id: "4", title: "big apple hotel"))
      try batch.put(Memo(id: "5", title: "new york hotel"))
      try batch.put(Memo(id: "6", title: "new hotel in york"))
      try batch.put(Memo(id: "7", title: "apple", body: "nyc"))
    }
    try index.setSynonyms(Synonyms(rules: "new york, big apple, nyc"))
    #expect(try find("new york hotel ") == ["4", "5", "6"])
    let results = try index.searchSync("new york hotel zzz ")
    #expect(results.hits.map(\.id).sorted() == ["4", "5", "6"])
    #expect(results.matched == .most(atLeast: 3, of: 4))
    #expect(try find("zzz new york ") == ["4", "5", "6", "7"])
    #expect(try find("(zzz new york hotel)~3") == ["4", "5", "6"])
    // The score of a synonym counts once, as it does without the word that nobody has.
    func score(_ text: String, _ id: String) throws -> Double {
      try #require(index.searchSync(text).hits.first { $0.id == id }?.score)
    }
    #expect(try score("new york hotel zzz ", "4") == score("new york hotel ", "4"))
  }

  @Test("synonyms of several words are told of a hit as these words")
  func matched() throws {
    try index.writeSync { batch in
      try batch.put(Memo(id: "4", title: "big apple hotel", body: "york"))
      try batch.put(Memo(id: "5", title: "new york", body: "nyc"))
    }
    func matched(_ text: String, _ id: String) throws -> [String] {
      let hit = try #require(index.searchSync(text).hits.first { $0.id == id })
      return try hit.matchedWords().map { word in
        "\(word.text) \(word.fields.map(\.name).joined(separator: ","))"
      }
    }
    try index.setSynonyms(Synonyms(rules: "new york, big apple, nyc"))
    #expect(
      try matched("new york hotel ", "4") == ["new title", "york title,body", "hotel title"])
    #expect(try matched("new york^2 ", "5") == ["new title,body", "york title,body"])
    #expect(try matched("york new OR hotel ", "4") == ["york body", "hotel title"])
    #expect(
      try index.searchSync("new york ").words().map(\.documentCount) == [1, 2])
  }

  @Test("each field may have synonyms of its own")
  func fields() throws {
    try index.setSynonyms(Synonyms(rules: "telly, tv"), in: "title")
    #expect(try find("telly ") == ["1"])
    try index.setSynonyms(Synonyms(rules: "telly, house"), in: "body")
    #expect(try find("body:telly ") == ["1"] && find("title:telly ") == ["1"])
    #expect(try find("title:house ").isEmpty)
  }

  @Test("a snapshot keeps the words with which it was taken, and a write changes none")
  func snapshots() async throws {
    let before = index.snapshot()
    try index.setSynonyms(Synonyms(rules: "telly, tv"))
    try await index.write { try $0.put(Memo(id: "4", title: "tv")) }
    #expect(try await before.search("telly ").hits.isEmpty)
    #expect(try await before.count(.word("telly")) == 0)
    #expect(try await index.search("telly ").hits.map(\.id).sorted() == ["1", "2", "4"])
  }

  @Test("fields that are changed at the same time have both changes")
  func concurrent() async throws {
    let index = index
    for round in 0..<100 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try index.setSynonyms(Synonyms(rules: "a\(round), tv"), in: "title") }
        group.addTask { try index.setSynonyms(Synonyms(rules: "b\(round), house"), in: "body") }
        try await group.waitForAll()
      }
      let counts = try await (
        index.search("title:a\(round) ").hits.count, index.search("body:b\(round) ").hits.count
      )
      #expect(counts == (1, 1), "round \(round)")
    }
  }

  @Test("stop words of queries are replaced, and those of the index stay")
  func stopWords() throws {
    #expect(try find("the television ") == ["2"])
    try index.setQueryStopWords(StopWords(["the", "television"]))
    #expect(try find("set the television ") == ["1"])
    try index.setQueryStopWords(StopWords([String]()), in: "title")
    #expect(try find("title:(set the)").isEmpty)
    #expect(try find("body:(house television)") == ["1"])
  }

  @Test("a field without words is an error")
  func unknown() throws {
    let noWords = StopWords([String]())
    for (name, expected) in [("titel", SearchError.Code.unknownField), ("tags", .invalidRequest)] {
      let name = FieldRef(name)
      #expect(thrownCode { try self.index.setSynonyms(Synonyms(), in: name) } == expected)
      #expect(thrownCode { try self.index.setQueryStopWords(noWords, in: name) } == expected)
    }
    let error = #expect(throws: SearchError.self) {
      try self.index.setSynonyms(Synonyms(), in: "tags")
    }
    #expect(error?.message.contains("expected a text field") == true)
  }

  @Test("records, whose schema has none, have synonyms from then on, also when read only")
  func records() throws {
    let folder = try TemporaryFolder()
    let schema = RecordSchema(fields: [.text("title", analyzer: "language:en")])
    let index = try SearchIndex<Record>(path: folder.path, schema: schema)
    let line = Array(#"{"id": 1, "title": "Televisions"}"#.utf8)
    try index.writeSync { try $0.put(Record(json: line, keyField: "id")) }
    try index.closeSync()
    let reader = try SearchIndex<Record>.readOnly(path: folder.path)
    #expect(try reader.searchSync("tv ").hits.isEmpty)
    try reader.setSynonyms(Synonyms(rules: "tv, television"))
    #expect(try reader.searchSync("tv ").hits.count == 1)
    let again = try SearchIndex<Record>.readOnly(path: folder.path)
    #expect(try again.searchSync("tv ").hits.isEmpty)
  }

  @Test("the nearest word is one of the fields that are searched")
  func nearestInField() throws {
    try index.writeSync { batch in
      try batch.put(Memo(id: "8", title: "oceans", body: "the ocean", tags: ["ocean"]))
    }
    let nearest: [(text: String, word: String?)] = [
      ("oceen ", "ocean"), ("body:oceen ", "ocean"), ("title:oceen ", nil),
      ("title:oceens ", "oceans"),
      ("tags:oceen ", nil), ("title:television ", nil), ("body:televisien ", nil),
    ]
    for (text, word) in nearest {
      let words = try index.searchSync(text).words()
      #expect(words.map(\.nearest) == [word], "\(text)")
    }
  }

  @Test("a field that does not exist is reported with the one that was probably meant")
  func unknownField() throws {
    let diagnostics = try index.searchSync("titel:tv nothing:tv ").diagnostics
    #expect(
      diagnostics.map(\.message) == [
        "There is no field `titel`. Did you mean `title`?", "There is no field `nothing`.",
      ])
  }
}
