import Martlet
import MartletTestSupport
import Testing

/// A card with two texts.
private struct AnimalCard: SearchDocument {
  var id: Int
  var title: String
  var body = ""
  var tag = ""

  var searchKey: Int { id }

  static let searchSchema = Schema<AnimalCard>(fields: [
    .text("title", \.title, weight: 3), .text("body", \.body), .keyword("tag", \.tag),
  ])
}

@Suite("Misspelt words")
struct TyposTests {
  private static func index(_ notes: [AnimalCard]) throws -> SearchIndex<AnimalCard> {
    let index = SearchIndex<AnimalCard>.inMemory()
    for note in notes { try index.writeSync { try $0.put(note) } }
    return index
  }

  private static let notes = [
    AnimalCard(id: 1, title: "elephant trunk", body: "about the elephant", tag: "elephant"),
    AnimalCard(id: 2, title: "elefant trunk", body: "elefant elefant elefant trunk"),
    AnimalCard(id: 3, title: "Elephants and lions", body: "in the savannah"),
    AnimalCard(id: 4, title: "Telephant", body: "an instrument"),
    AnimalCard(id: 5, title: "trucks", body: "NASA's Saturn5 lion 12345"),
    AnimalCard(id: 6, title: "Strawberry", body: "STRAWBERRIES strawbery straberry"),
    AnimalCard(id: 7, title: "crème brûlée", body: "東京都庁"),
  ]

  private static let found: [(String, [Int])] = [
    // Right words come first, however often a document has the others.
    ("elephant ", [1, 3]), ("elefant ", [2]), ("elephant trunk ", [1]), ("elephnat trunk ", [1]),
    ("elefant trunk ", [2]), ("elephant", [1, 3]), ("elephan", [1, 3]), ("elepahn", [1, 3]),
    // Words below five letters, of digits or with digits, in quotes, excluded or tied.
    ("lino ", []), ("12346 ", []), ("saturn6 ", []), ("\"elefnat\"", []),
    ("-elephnat lions ", [3, 5]),
    ("elephnat NEAR trunk", []), ("elephnat NEAR/2 trunk ", []), ("^elephnat", []),
    ("elephn*t ", []), ("elepha*t ", [1]),
    // The first letter counts as two.
    ("telephant ", [4, 1]), ("slephant ", []), ("ttrawberry ", [6]), ("ttrawbery ", [6]),
    ("ttrawbury ", []), ("tsrawberry ", [6]),
    ("strawbarry ", [6]), ("strwbarry ", [6]), ("tag:elephnat ", []), ("title:elephnat ", [1]),
    ("body:elephnat ", [1]), ("bruléé ", [7]), ("brullee ", [7]), ("東京都宁", []),
    // Fewer words, if nothing has all of them.
    ("elephnat xylophones ", [1]), ("elephnat OR brulle ", [1, 7]), ("(elephnat trunk)", [1]),
  ]

  @Test("are found after the right ones", arguments: found)
  func finds(text: String, expected: [Int]) throws {
    let index = try Self.index(Self.notes)
    let request = SearchRequest(text) {
      $0.typos = .auto
      $0.counting = .exact
    }
    let results = try index.searchSync(request)
    #expect(results.hits.map(\.id) == expected, "\(text)")
    #expect(results.total == .exactly(expected.count), "\(text)")
  }

  @Test("leave the right hits as they are, and their scores are below", arguments: 0..<12)
  func random(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var model = TypoModel(seed: seed)
    let index = SearchIndex<AnimalCard>.inMemory()
    let cards = (0..<model.random.int(in: 1..<120)).map { id in
      AnimalCard(id: id, title: model.text(1..<6), body: model.text(0..<12), tag: "\(id)")
    }
    for part in stride(from: 0, to: cards.count, by: 50) {
      try index.writeSync { try $0.put(contentsOf: cards[part...].prefix(50)) }
    }
    for _ in 0..<30 {
      let query = model.query()
      var request = SearchRequest(.user(query.text, options: UserQueryOptions(combine: .all))) {
        $0.limit = 200
        $0.counting = .exact
      }
      let right = try index.searchSync(request)
      request.typos = .auto
      let all = try index.searchSync(request)
      let expected = cards.filter { query.matches($0.title, $0.body) }.map(\.id)
      #expect(Set(all.hits.map(\.id)) == Set(expected), "seed \(seed): \(query.text)")
      #expect(all.total == .exactly(expected.count), "seed \(seed): \(query.text)")
      #expect(
        Array(all.hits.prefix(right.hits.count)).map(\.id) == right.hits.map(\.id),
        "seed \(seed): \(query.text)")
      let scores = all.hits.map(\.score)
      #expect(Array(scores.prefix(right.hits.count)) == right.hits.map(\.score))
      #expect(scores == scores.sorted(by: >), "seed \(seed): \(query.text)")
      if let last = right.hits.last?.score, right.hits.count < scores.count {
        #expect(scores[right.hits.count] < last, "seed \(seed): \(query.text)")
      }
      for hit in all.hits.suffix(5) {
        let explanation = try #require(try index.explainSync(hit.id, request))
        #expect(explanation.value == hit.score, "seed \(seed): \(query.text) \(explanation)")
      }
      try checkPages(of: request, index, all)
      request.after = nil
      request.limit = 200
      try checkOrders(of: request, index, right.hits.count, "seed \(seed): \(query.text)")
    }
  }

  /// Makes sure that the right words come first in every order by relevance, also when none scores.
  private func checkOrders(
    of request: SearchRequest, _ index: SearchIndex<AnimalCard>, _ rightCount: Int,
    _ comment: Comment
  ) throws {
    var request = request
    for weights: [FieldRef: Double] in [[:], ["title": 0, "body": 0]] {
      request.fieldWeights = weights
      (request.sort, request.collapse) = ([], nil)
      let ids = try index.searchSync(request).hits.map(\.id)
      request.collapse = Collapse(by: "tag", limit: 1)
      let grouped = try index.searchSync(request)
      #expect(grouped.hits.map(\.id) == ids && grouped.hits.allSatisfy { $0.score >= 0 }, comment)
      (request.sort, request.collapse) = ([.relevance, .descending("tag")], nil)
      let sorted = try index.searchSync(request).hits
      #expect(Set(sorted.prefix(rightCount).map(\.id)) == Set(ids.prefix(rightCount)), comment)
      #expect(sorted.allSatisfy { $0.score >= 0 }, comment)
    }
  }

  /// Makes sure that pages and counts are those of the whole.
  private func checkPages(
    of request: SearchRequest, _ index: SearchIndex<AnimalCard>,
    _ all: SearchResults<AnimalCard>
  ) throws {
    var (request, ids) = (request, [Int]())
    request.limit = 7
    request.counting = .upTo(5)
    for _ in 0..<40 {
      let page = try index.searchSync(request)
      ids += page.hits.map(\.id)
      let count = all.hits.count
      #expect(page.total == (count < 5 ? .exactly(count) : .atLeast(5)), "\(request)")
      guard let next = page.next else { break }
      request.after = next
    }
    #expect(ids == all.hits.map(\.id), "\(request)")
    request.after = nil
    request.limit = 0
    #expect(try index.searchSync(request).total.number == min(5, all.hits.count))
  }

  @Test("in some fields only, with a filter, an order and groups")
  func requests() throws {
    let index = try Self.index(Self.notes)
    func ids(_ text: String, _ configure: (inout SearchRequest) -> Void) throws -> [Int] {
      try index.searchSync(SearchRequest(text, configure)).hits.map(\.id)
    }
    #expect(try ids("elephnat ") { $0.typos = .auto(in: ["title"]) } == [1])
    #expect(try ids("elephants ") { $0.typos = .auto(in: ["body"]) } == [3, 1])
    #expect(try ids("elephants ") { $0.typos = .auto(in: []) } == [3])
    #expect(
      try ids("elephants ") {
        $0.typos = .auto
        $0.filter = .word("trunk")
      } == [1])
    #expect(
      try ids("elephants ") {
        $0.typos = .auto
        $0.sort = [.key]
      } == [1, 3])
    #expect(
      try ids("elephants ") {
        $0.typos = .auto
        $0.collapse = Collapse(by: "tag")
      } == [3, 1])
    // A rank decides among the right hits, and among the others.
    #expect(
      try ids("elephants ") {
        $0.typos = .auto
        $0.rank = .custom(id: "constant") { _ in 1 }
      } == [3, 1])
  }

  @Test("of a field without words, or of none, are errors")
  func errors() throws {
    let index = try Self.index(Self.notes)
    for (field, code) in [
      ("tag", SearchError.Code.invalidRequest), ("nothing", .unknownField),
    ] as [(FieldRef, SearchError.Code)] {
      #expect {
        try index.searchSync(SearchRequest("a") { $0.typos = .auto(in: [field]) })
      } throws: {
        ($0 as? SearchError)?.code == code
      }
    }
  }

  @Test("are marked in the hits that they have found, and not beside right words")
  func highlights() throws {
    var notes = Self.notes
    notes.append(AnimalCard(id: 8, title: "elephant", body: "an elephart of elephants"))
    let index = try Self.index(notes)
    let results = try index.searchSync(SearchRequest("elephants ") { $0.typos = .auto })
    var texts: [Int: String] = [:]
    for hit in results.hits {
      texts[hit.id] =
        try hit.highlights(in: "title").html() + "|" + hit.highlights(in: "body").html()
    }
    #expect(
      texts == [
        1: "<mark>elephant</mark> trunk|about the <mark>elephant</mark>",
        3: "<mark>Elephants</mark> and lions|in the savannah",
        8: "elephant|an elephart of <mark>elephants</mark>",
      ])
    let unfinished = try index.searchSync(SearchRequest("straberr") { $0.typos = .auto })
    #expect(
      try unfinished.hits.map { try $0.highlights(in: "body").html() }
        == ["STRAWBERRIES strawbery <mark>straberry</mark>"])
  }

  @Test("in a text beside conditions of the program, which stay as they are")
  func mixedQueries() throws {
    let index = try Self.index(Self.notes)
    func ids(_ query: Query) throws -> [Int] {
      try index.searchSync(SearchRequest(query) { $0.typos = .auto }).hits.map(\.id)
    }
    #expect(try ids(.user("elephnat ") && .word("trunk")) == [1])
    #expect(try ids(.user("elephnat ") && .word("trunks")) == [])
    #expect(try ids(.word("lions") && !.user("elephnat ")) == [3])
    #expect(try ids(.word("elephnat")) == [])
  }
}
