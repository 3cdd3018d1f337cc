import Foundation
import Martlet
import MartletTestSupport
import Testing

/// Filters, sorting, pages, groups and facets against the same over an array of documents.
@Suite("Requests over values")
struct RequestModelTests {
  @Test("give what the same steps over an array give", arguments: 0..<(30 * TestSeed.factor))
  func randomRequests(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var model = RequestModel(seed: seed)
    let index = SearchIndex<Exhibit>.inMemory()
    try model.fill(index)
    for _ in 0..<40 {
      let test = model.request()
      let results = try index.searchSync(test.request)
      let expected = try model.answer(test, index)
      #expect(results.hits.map(\.id) == expected.hits, "seed \(seed): \(test)")
      let scores = results.hits.map(\.score)
      #expect(scores == expected.hits.map { expected.scores[$0] ?? 0 }, "seed \(seed): \(test)")
      #expect(results.total == .exactly(expected.count), "seed \(seed): \(test)")
      #expect(results.groupCount == expected.groupCount, "seed \(seed): \(test)")
      #expect(results.isComplete)
      let groups = results.groups.map {
        RequestModel.Group(value: $0.value, count: $0.count, hits: $0.hits.map(\.id))
      }
      #expect(groups == expected.groups, "seed \(seed): \(test)")
      #expect(results.facets == expected.facets, "seed \(seed): \(test)")
    }
  }

  @Test(
    "pages of sorted hits follow one another without a gap", arguments: 0..<(20 * TestSeed.factor))
  func pages(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var model = RequestModel(seed: seed)
    let index = SearchIndex<Exhibit>.inMemory()
    try model.fill(index)
    var test = model.request()
    test.request.facets = []
    test.request.offset = 0
    test.request.limit = 100_000
    let all = try index.searchSync(test.request)
    test.request.limit = model.random.int(in: 1..<40)
    test.request.offset = model.random.int(in: 0..<4)
    var found: [Int] = []
    for _ in 0..<1_000 {
      let page = try index.searchSync(test.request)
      found += page.hits.map(\.id)
      guard let next = page.next else { break }
      test.request.after = SearchCursor(next.description)
      #expect(test.request.after == next)
    }
    let expected = all.hits.map(\.id).dropFirst(test.request.offset)
    #expect(found == Array(expected), "seed \(seed): \(test)")
    #expect(all.next == nil, "seed \(seed): \(test)")
  }

  @Test("a cursor that somebody has made up is an error, or that of some page")
  func madeUpCursors() throws {
    var model = RequestModel(seed: TestSeed.value)
    let index = SearchIndex<Exhibit>.inMemory()
    try model.fill(index)
    // Of a sorted search without values, with the hash of plain relevance.
    let forged = try #require(SearchCursor("AgAAAAAAAAAAAQAA"))
    for order in [[], [SortKey.relevance], [.ascending("year")]] {
      for collapse in [nil, Collapse(by: "tag")] {
        let request = SearchRequest(.everything) {
          $0.after = forged
          $0.sort = order
          $0.collapse = collapse
        }
        let error = #expect(throws: SearchError.self) { try index.searchSync(request) }
        #expect(error?.code == .invalidRequest)
      }
    }
  }

  @Test("ranges of dates count what the same ranges find")
  func dateRanges() throws {
    let index = SearchIndex<Exhibit>.inMemory()
    let days = [
      "1970-01-01T00:33:40Z", "2020-01-01", "2020-02-29T12:00:00Z", "2020-12-31", "2021-01-01",
    ]
    try index.writeSync { batch in
      for (id, day) in days.enumerated() {
        try batch.put(
          Exhibit(id: id, title: "", tags: [], years: [], sold: Date.value(queryText: day)))
      }
    }
    let ranges = ["2020"..<"2021", "2020-01"..<"2020-03", "2020-02-29"..<"2021-01-01"]
    let request = SearchRequest(.everything) { $0.facets = [.ranges("sold", ranges)] }
    let values = try index.searchSync(request).facets[0].values
    #expect(values.map(\.count) == [3, 2, 2])
    for (range, value) in zip(ranges, values) {
      let found = try index.searchSync(SearchRequest(.range("sold", range)))
      #expect(found.total == .exactly(value.count), "\(range)")
    }
  }

  @Test("the last page of sorted groups has none after it, however full it is")
  func lastGroups() throws {
    var model = RequestModel(seed: TestSeed.value)
    let index = SearchIndex<Exhibit>.inMemory()
    try model.fill(index)
    var request = SearchRequest(.everything) {
      $0.sort = [.ascending("artist")]
      $0.collapse = Collapse(by: "year")
    }
    let count = try index.searchSync(request).groupCount
    for limit in [count, count - 1, 1] {
      request.limit = limit
      request.after = nil
      var sizes: [Int] = []
      repeat {
        let page = try index.searchSync(request)
        sizes.append(page.hits.count)
        request.after = page.next
      } while request.after != nil && sizes.count <= count
      #expect(sizes.reduce(0, +) == count && sizes.allSatisfy { $0 > 0 }, "\(limit): \(sizes)")
    }
  }

  @Test("pages of groups follow one another in any order", arguments: [[], [SortKey.relevance]])
  func groupPages(order: [SortKey]) throws {
    var model = RequestModel(seed: TestSeed.value)
    let index = SearchIndex<Exhibit>.inMemory()
    try model.fill(index)
    var request = SearchRequest(.word("sea")) {
      $0.sort = order
      $0.collapse = Collapse(by: "tag")
    }
    let count = try index.searchSync(request).groupCount
    request.limit = 3
    var found: [Int] = []
    repeat {
      let page = try index.searchSync(request)
      found += page.hits.map(\.id)
      request.after = page.next
    } while request.after != nil
    #expect(found.count == count)
    #expect(Set(found).count == count)
    // Relevance is the order of a request without one.
    request.sort = [.relevance]
    let cursor = try index.searchSync(request).next
    request.sort = []
    request.after = cursor
    _ = try index.searchSync(request)
  }

  @Test("when the time is over, the answer is at once what is known, and says so")
  func timeLimit() throws {
    var model = RequestModel(seed: TestSeed.value)
    let index = SearchIndex<Exhibit>.inMemory()
    try model.fill(index)
    let request = SearchRequest(.everything) {
      $0.timeLimit = .zero
      $0.sort = [.ascending("artist")]
      $0.facets = [.values("tag")]
      $0.collapse = Collapse(by: "year")
    }
    let results = try index.searchSync(request)
    #expect(results.omissions == [.timeLimit])
    #expect(results.facets.count == 1)
  }

  @Test(
    "pages of sorted hits stay right while documents come and go",
    arguments: 0..<(20 * TestSeed.factor))
  func changingPages(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var model = RequestModel(seed: seed)
    let index = SearchIndex<Exhibit>.inMemory()
    try model.fill(index)
    var request = SearchRequest(.everything) {
      $0.sort = model.sort(withRelevance: false)
      $0.limit = model.random.int(in: 1..<40)
    }
    if request.sort.isEmpty { request.sort = [.key] }
    let untouched = Set(model.exhibits.keys.filter { !$0.isMultiple(of: 3) })
    var found: [Int] = []
    for _ in 0..<1_000 {
      let page = try index.searchSync(request)
      found += page.hits.map(\.id)
      guard let next = page.next else { break }
      request.after = next
      try index.writeSync { batch in
        for _ in 0..<5 {
          let key = model.random.int(in: 0..<300) * 3
          if model.random.oneIn(2) {
            batch.delete(key)
          } else {
            try batch.put(model.exhibit(key))
          }
        }
      }
    }
    let kept = found.filter { untouched.contains($0) }
    #expect(Set(kept) == untouched, "seed \(seed)")
    #expect(kept.count == untouched.count, "seed \(seed): a document came twice")
  }

  @Test("a cursor of another order is refused")
  func otherCursor() throws {
    var model = RequestModel(seed: TestSeed.value)
    let index = SearchIndex<Exhibit>.inMemory()
    try model.fill(index)
    var request = SearchRequest(.everything) { $0.sort = [.ascending("artist")] }
    request.after = try index.searchSync(request).next
    #expect(request.after != nil)
    request.sort = [.descending("artist")]
    #expect { try index.searchSync(request) } throws: {
      ($0 as? SearchError)?.code == .invalidRequest
    }
    request.sort = []
    #expect { try index.searchSync(request) } throws: {
      ($0 as? SearchError)?.code == .invalidRequest
    }
  }

  @Test("fields with the names of other orders are told from these")
  func namesOfOrders() throws {
    let names: [FieldRef] = ["key", "relevance", "relevance reversed", "year", "-year", "a|false"]
    let index = try SearchIndex<Record>.inMemory(
      schema: RecordSchema(fields: names.map { .keyword($0.name) }))
    let values = Dictionary(uniqueKeysWithValues: names.map { ($0.name, Record.Value("x")) })
    try index.writeSync { batch in
      for key in 0..<4 { try batch.put(Record(key: "\(key)", fields: values)) }
    }
    let keys = [SortKey.relevance.reversed, .key, .key.reversed]
    let fields = names.flatMap { [SortKey.ascending($0), .descending($0)] }
    let orders = (keys + fields).map { [$0] } + [[.ascending("a|false"), .ascending("year")]]
    for (number, order) in orders.enumerated() {
      var request = SearchRequest(.everything) { ($0.sort, $0.limit) = (order, 2) }
      request.after = try index.searchSync(request).next
      #expect(request.after != nil)
      for (other, sort) in orders.enumerated() {
        request.sort = sort
        let code = thrownCode { try index.searchSync(request) }
        #expect(code == (other == number ? nil : .invalidRequest), "\(order), then \(sort)")
      }
    }
  }

  @Test("any text is a cursor or none, and never ends the program")
  func anyCursor() throws {
    var random = SeededRandom(seed: TestSeed.value)
    var model = RequestModel(seed: TestSeed.value)
    let index = SearchIndex<Exhibit>.inMemory()
    try model.fill(index)
    var request = SearchRequest(.everything) {
      $0.sort = [.relevance, .ascending("artist"), .descending("year"), .key]
    }
    let cursor = try #require(try index.searchSync(request).next)
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    for _ in 0..<2_000 {
      var text = Array(cursor.description)
      for _ in 0..<random.int(in: 1..<4) {
        text[random.int(in: 0..<text.count)] = letters[random.int(in: 0..<64)]
      }
      if random.oneIn(4) { text.removeLast(random.int(in: 0..<text.count)) }
      guard let changed = SearchCursor(String(text)) else { continue }
      request.after = changed
      _ = try? index.searchSync(request)
    }
  }

  @Test("by text fields, unknown fields and wrong kinds are errors that name the field")
  func errors() throws {
    let index = SearchIndex<Exhibit>.inMemory()
    func code(_ configure: (inout SearchRequest) -> Void) -> SearchError.Code? {
      do throws(SearchError) {
        _ = try index.searchSync(SearchRequest(.everything, configure))
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code { $0.sort = [.ascending("title")] } == .invalidRequest)
    #expect(code { $0.sort = [.ascending("nothing")] } == .unknownField)
    #expect(code { $0.collapse = Collapse(by: "title") } == .invalidRequest)
    #expect(code { $0.collapse = Collapse(by: "nothing") } == .unknownField)
    #expect(code { $0.facets = [.values("title")] } == .invalidRequest)
    #expect(code { $0.facets = [.ranges("artist", [1..<2])] } == .invalidRequest)
    #expect(code { $0.facets = [.dates("year", by: .year)] } == .invalidRequest)
    let dates = Date(timeIntervalSince1970: 0)..<Date(timeIntervalSince1970: 3)
    #expect(code { $0.facets = [.ranges("year", [dates])] } == .unsuitableValue)
    #expect(code { $0.facets = [.ranges("year", ["a"..<"b"])] } == .unsuitableValue)
    #expect(code { $0.filter = .is("nothing", "x") } == .unknownField)
    #expect(code { $0.sort = [.ascending("artist"), .key] } == nil)
  }
}
