import MartletTestSupport
import Testing

@testable import Martlet

/// Parts of a request that are only used together.
@Suite("Parts of requests together")
struct CombinedRequestTests {
  private func index(_ titles: [String]) throws -> SearchIndex<Memo> {
    let index = SearchIndex<Memo>.inMemory()
    try index.writeSync { batch in
      for (number, title) in titles.enumerated() {
        try batch.put(Memo(id: "\(number)", title: title))
      }
    }
    return index
  }

  @Test("fewer words of a text are not fewer words of one that is excluded or preferred")
  func relaxedTexts() throws {
    func found(_ query: Query, _ title: String) throws -> MatchedWords? {
      let results = try index([title, "x"]).searchSync(SearchRequest(query))
      return results.hits.map(\.id) == ["0"] ? results.matched : nil
    }
    let two = MatchedWords.most(atLeast: 2, of: 3)
    let sea = Query.user("storm sea lighthouse ")
    #expect(try found(sea && !.user("boat harbour "), "storm sea boat") == two)
    #expect(try found(.user("a b c ") && !.user("x y z "), "a b x") == two)
    #expect(try found(sea.preferring(.user("boat harbour ")), "storm sea boat") == two)
    // Alternatives have as many words as the one with the fewest.
    let either = Query.any([sea, .user("boat harbour mast flag ")])
    #expect(try found(either, "storm sea boat") == .most(atLeast: 2, of: 7))
    #expect(try found(.any([sea, .is("tags", "none")]), "storm sea boat") == two)
    #expect(
      try found(sea && .user("boat harbour "), "storm sea boat") == .most(atLeast: 3, of: 5))
  }

  @Test("rules have no time left when the search has used it up")
  func rulesOutOfTime() throws {
    let folder = try TemporaryFolder()
    let index = try SearchIndex<Memo>(
      path: folder.path, options: IndexOptions(merging: .manual))
    for number in 0..<40 {
      try index.writeSync { try $0.put(Memo(id: "\(number)", title: "storm sea")) }
      try index.checkpointSync()
    }
    let request = SearchRequest("storm sea ") { request in
      request.rules = [.words]
      request.timeLimit = .zero
    }
    #expect(try index.searchSync(request).omissions == [.timeLimit])
  }

  @Test("rules that have not time enough leave the order of scores")
  func rulesOverTime() throws {
    let filling = Array(repeating: "x", count: 30).joined(separator: " ")
    let titles = ["storm \(filling)", "storm sea \(filling)", "sea"]
    let index = try index(titles + Array(repeating: "y", count: 6))
    var request = SearchRequest(.any([.word("storm"), .word("sea")]))
    let byScore = try index.searchSync(request).hits.map(\.id)
    request.rules = [.words]
    let byRules = try index.searchSync(request).hits.map(\.id)
    #expect(byScore == ["2", "1", "0"] && byRules == ["1", "2", "0"])
    try withMoreTime(request, index) { answer in
      let found = answer.top.map { "\($0.document)" }
      #expect(found.count < 3 || found == byScore || found == byRules, "\(found)")
    }
  }

  @Test("rules count all documents, also if none is wanted")
  func rulesWithoutHits() throws {
    let index = try index(Array(repeating: "storm", count: 1_500))
    let request = SearchRequest("storm ") { request in
      request.rules = [.words]
      request.limit = 0
    }
    #expect(try index.searchSync(request).total == .exactly(1_500))
  }

  /// Answers a request as often as it takes until it has time enough, each time with time for one
  /// more check than before.
  private func withMoreTime(
    _ request: SearchRequest, _ index: SearchIndex<Memo>, _ check: (SearchAnswer) throws -> Void
  ) throws {
    var isOutOfTime = true
    var checks = 0
    while isOutOfTime {
      let (allowed, count) = (checks, QuestionCount())
      let stop = SearchStop(isOver: { count.add() > allowed }, interval: 16)
      var runner = SearchRunner(
        request, over: index.core.state.segments, schema: index.core.schema, ranking: BM25(),
        stop: stop)
      try check(try runner.run())
      isOutOfTime = stop.isOutOfTime
      checks += 1
    }
    #expect(checks > 5, "the time was never over within the search")
  }

  @Test("a group has at least the document that it was found for, whatever the time")
  func groups() throws {
    let index = SearchIndex<Memo>.inMemory()
    for start in [0, 300] {
      try index.writeSync { batch in
        for number in start..<start + 300 {
          try batch.put(Memo(id: "\(number)", tags: ["t\(number % 50)"], stars: Double(number)))
        }
      }
    }
    let request = SearchRequest(.everything) { request in
      request.sort = [.descending("stars")]
      request.collapse = Collapse(by: "tags", limit: 3)
    }
    try withMoreTime(request, index) { answer in
      let heads = answer.groups?.groups.map(\.entries.first) ?? []
      #expect(heads == answer.top.map { $0 })
    }
  }

  @Test("the first documents of several segments are shown when the time for all of them is over")
  func sortedSegments() throws {
    let folder = try TemporaryFolder()
    let index = try SearchIndex<Memo>(
      path: folder.path, options: IndexOptions(merging: .manual))
    for segment in 0..<3 {
      try index.writeSync { batch in
        for number in 0..<100 {
          let id = number * 3 + segment
          try batch.put(Memo(id: "\(id)", tags: ["Ä\(id)"], stars: Double(id)))
        }
      }
      try index.checkpointSync()
    }
    #expect(index.core.state.members.count == 3)
    for group in [nil, Collapse(by: "tags")] {
      let request = SearchRequest(.everything) { request in
        request.sort = [.descending("stars")]
        request.limit = 300
        request.collapse = group
      }
      let right = try index.searchSync(request).hits.map(\.id)
      #expect(right == (0..<300).reversed().map { "\($0)" })
      var answers: [[DocumentID]] = []
      try withMoreTime(request, index) { answers.append($0.top.map(\.document)) }
      let all = answers.last ?? []
      #expect(all.count == 300)
      let first = answers.filter { $0 == Array(all.prefix($0.count)) }
      #expect(Set(first.map(\.count)).count > 50)
    }
  }

  @Test("documents with the right words are not taken for others when time is over")
  func misspelt() throws {
    let index = SearchIndex<Memo>.inMemory()
    try index.writeSync { batch in
      for number in 0..<300 {
        let word = number.isMultiple(of: 3) ? "strom" : "storm"
        try batch.put(Memo(id: "\(number)", title: word, stars: Double(number)))
      }
    }
    let request = SearchRequest("storm ") { request in
      request.sort = [.ascending("stars")]
      request.typos = .auto
    }
    try withMoreTime(request, index) { answer in
      #expect(answer.misspelt.allSatisfy { $0.isMultiple(of: 3) })
    }
  }

  @Test("synonyms of several words in several fields do not hide words or each other")
  func synonyms() throws {
    let index = SearchIndex<Memo>.inMemory()
    try index.writeSync { batch in
      try batch.put(Memo(id: "1", title: "nyc", body: "rain"))
      try batch.put(Memo(id: "2", title: "nyc", body: "city"))
      try batch.put(Memo(id: "3", title: "rain", body: "gotham"))
      try batch.put(Memo(id: "4", body: "new metropolis"))
      try batch.put(Memo(id: "5", title: "york", body: "new city"))
    }
    func found() throws -> [String] {
      try index.searchSync("new york city ").hits.map(\.id).sorted()
    }
    try index.setSynonyms(Synonyms(rules: "new york => nyc"), in: "title")
    try index.setSynonyms(Synonyms(rules: "new york city => gotham"), in: "body")
    #expect(try found() == ["2", "3", "5"])
    try index.setSynonyms(Synonyms(rules: "york city => metropolis"), in: "body")
    #expect(try found() == ["2", "4", "5"])
  }

  /// A document whose words *the* are not in the index.
  private struct Page: SearchDocument {
    var id: Int
    var text: String

    var searchKey: Int { id }

    static let searchSchema = Schema<Page>(fields: [
      .text(
        "text", \.text,
        analyzer: .standard.stopWords(StopWords(["the"]), droppedFrom: .index))
    ])
  }

  @Test("a text of words that no field has is like no text, in quotes or not")
  func droppedWords() throws {
    let index = SearchIndex<Page>.inMemory()
    try index.writeSync { try $0.put(Page(id: 1, text: "the sea")) }
    let options = UserQueryOptions(emptyFindsEverything: true)
    for text in ["the ", "\"the\"", "\"the the\"", "$"] {
      let results = try index.searchSync(SearchRequest(.user(text, options: options)))
      #expect(results.hits.map(\.id) == [1], "\(text)")
      #expect(results.diagnostics.map(\.kind) == [.noWords], "\(text)")
    }
    #expect(try index.searchSync("\"the sea\"").hits.count == 1)
  }
}
