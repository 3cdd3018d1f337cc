import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

/// Ranks as programs give them.
@Suite("Ranks in requests")
struct RankTests {
  private static func index(_ count: Int) throws -> SearchIndex<Exhibit> {
    let index = SearchIndex<Exhibit>.inMemory()
    try index.writeSync { batch in
      for key in 0..<count {
        try batch.put(
          Exhibit(
            id: key, title: String(repeating: "storm ", count: 1 + key % 7), artist: "A",
            tags: [], years: key % 3 == 0 ? [] : [key, -key], price: nil,
            sold: Date(timeIntervalSince1970: Double(key) * 86_400)))
      }
    }
    return index
  }

  @Test("the score of a hit is that of the formula, and explained to the bit")
  func scores() throws {
    let index = try Self.index(60)
    let now = Date(timeIntervalSince1970: 50 * 86_400)
    let ranks: [Rank] = [
      .relevance * (1 + .log1p("year", missing: 2)), .field("year", missing: -4) + 3.5,
      .relevance * .recency("sold", halfLife: .days(10), now: now),
      .custom(id: "x", fields: ["year"], maximumFactor: 2) { $0.relevance * ($0["year"] ?? 1) },
      .custom(id: "y", fields: ["sold", "year"]) { ($0["sold"] ?? 0) + $0.relevance },
    ]
    for rank in ranks {
      let request = SearchRequest("storm") {
        $0.rank = rank
        $0.limit = 100
      }
      let hits = try index.searchSync(request).hits
      #expect(hits.count == 60)
      for hit in hits {
        let explanation = try index.explainSync(hit.id, request)
        #expect(explanation?.value == hit.score, "\(rank): \(explanation?.description ?? "")")
      }
    }
    let halves = try index.searchSync(
      SearchRequest(.everything) { $0.rank = .recency("sold", halfLife: .hours(24), now: now) })
    #expect(halves.hits.map(\.score).prefix(12) == [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0.5, 0.25])
    #expect(halves.hits.map(\.id).prefix(12) == [50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 49, 48])
  }

  @Test("boosts and weights multiply, however large their product is")
  func largeBoosts() throws {
    let index = SearchIndex<Memo>.inMemory()
    try index.writeSync { try $0.put(Memo(id: "1", title: "word")) }
    func score(_ query: Query) throws -> Double {
      try #require(index.searchSync(SearchRequest(query)).hits.first?.score)
    }
    let word = Query.word("word", in: "title")
    let once = try score(word)
    let boosted = try score(word.boosted(by: 1_000_000).boosted(by: 1_000))
    #expect((boosted / once / 1e9 - 1).magnitude < 1e-6)
    #expect(try score((0..<40).reduce(word) { query, _ in query.boosted(by: 1_000_000) }).isFinite)
  }

  @Test("the logarithm of 1 and a tiny number is that number")
  func tinyLogarithm() throws {
    let index = SearchIndex<Exhibit>.inMemory()
    let day = Date(timeIntervalSince1970: 0)
    try index.writeSync {
      try $0.put(
        Exhibit(
          id: 1, title: "storm", artist: "A", tags: [], years: [], price: 0x1p-60, sold: day))
    }
    let request = SearchRequest("storm") { $0.rank = .log1p("price") * .constant(0x1p60) }
    #expect(try index.searchSync(request).hits.map(\.score) == [1])
  }

  @Test("the best few are those of all, in the same order", arguments: 0..<6)
  func pruning(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var model = RequestModel(seed: seed)
    let index = SearchIndex<Exhibit>.inMemory()
    var exhibits: [Int: Exhibit] = [:]
    for part in 0..<3 {
      try index.writeSync { batch in
        for key in stride(from: part, to: 3_000, by: 3) {
          var exhibit = model.exhibit(key)
          // Lengths and frequencies differ, so that blocks have different bounds.
          if key < 1_500 { exhibit.title += String(repeating: " sea", count: key / 300) }
          if model.random.oneIn(50) { exhibit.price = [.infinity, -.infinity, 1e300][key % 3] }
          exhibits[key] = exhibit
          try batch.put(exhibit)
        }
      }
      for key in stride(from: part, to: 3_000, by: 41) {
        exhibits[key] = nil
        try index.writeSync { $0.delete(key) }
      }
    }
    let snapshot = index.snapshot()
    for query in [Query.word("sea"), .word("storm") && .word("sea"), .word("boat") || .word("sea")]
    {
      let plain = try snapshot.searchSync(SearchRequest(query) { $0.limit = 10_000 })
      let relevances = Dictionary(uniqueKeysWithValues: plain.hits.map { ($0.id, $0.score) })
      for _ in 0..<12 {
        let rank = model.rank(depth: 2)
        var request = SearchRequest(query) { $0.rank = rank.rank }
        request.limit = 10_000
        let all = try snapshot.searchSync(request).hits
        for hit in all {
          let exhibit = try #require(exhibits[hit.id])
          let relevance = try #require(relevances[hit.id])
          let expected = RequestModel.score(rank.score(exhibit, relevance))
          #expect(hit.score == expected, "seed \(seed): \(rank.rank)")
        }
        #expect(all.count == plain.hits.count)
        request.limit = model.random.int(in: 1..<12)
        request.counting = .none
        let best = try snapshot.searchSync(request).hits
        #expect(best == Array(all.prefix(request.limit)), "seed \(seed): \(rank.rank)")
      }
    }
  }

  @Test("pages of a ranked search follow one another, and belong to the rank")
  func pages() throws {
    let snapshot = try Self.index(200).snapshot()
    var request = SearchRequest("storm") {
      $0.rank = .relevance * .log1p("year", missing: 1)
      $0.limit = 30
    }
    let all = try snapshot.searchSync(
      SearchRequest("storm") {
        $0.rank = request.rank
        $0.limit = 1_000
      })
    var found: [Int] = []
    repeat {
      let page = try snapshot.searchSync(request)
      found += page.hits.map(\.id)
      request.after = page.next
    } while request.after != nil
    #expect(found == all.hits.map(\.id))
    #expect(found.count == 200)
    request.after = try snapshot.searchSync(request).next
    for other in [nil, Rank.relevance] {
      request.rank = other
      #expect { try snapshot.searchSync(request) } throws: {
        ($0 as? SearchError)?.code == .invalidRequest
      }
    }
  }

  @Test("a page with all documents is the last one, also if they are not counted")
  func lastPage() throws {
    let index = SearchIndex<Memo>.inMemory()
    try index.writeSync { batch in
      for id in 0..<6 { try batch.put(Memo(id: "\(id)", title: "word")) }
    }
    for limit in 1...8 {
      let request = SearchRequest("word") {
        $0.limit = limit
        $0.counting = .none
      }
      #expect((try index.searchSync(request).next == nil) == (limit >= 6), "\(limit)")
    }
  }

  @Test("fields that have no numbers, and orders without the score, are errors")
  func errors() throws {
    let index = try Self.index(3)
    func error(_ rank: Rank, _ sort: [SortKey] = []) -> SearchError? {
      do throws(SearchError) {
        _ = try index.searchSync(
          SearchRequest("storm") {
            $0.rank = rank
            $0.sort = sort
          })
        return nil
      } catch {
        return error
      }
    }
    #expect(error(.field("nothing"))?.code == .unknownField)
    let text = error(.log1p("title"))
    #expect(text?.code == .invalidRequest && text?.message.contains("number or date field") == true)
    #expect(error(.recency("artist", halfLife: .days(1)))?.message.contains("keywords") == true)
    #expect(error(.custom(id: "", fields: ["artist"]) { _ in 0 })?.code == .invalidRequest)
    let long = (0..<2_000).reduce(into: Rank.relevance) { rank, _ in rank = rank + 1 }
    #expect(error(long)?.code == .limitExceeded)
    #expect(error(.relevance, [.ascending("year")])?.code == .invalidRequest)
    #expect(error(.relevance, [.ascending("year"), .relevance]) == nil)
  }

  @Test("are equal by their parts, and print as they are written")
  func values() {
    let rank: Rank = .relevance * (1 + .log1p("views")) * .recency("edited", halfLife: .days(30))
    let same: Rank = .relevance * (1 + .log1p("views")) * .recency("edited", halfLife: .hours(720))
    let other: Rank = .relevance * (2 + .log1p("views")) * .recency("edited", halfLife: .days(30))
    #expect(rank.description == "relevance * (1 + log1p(views)) * recency(edited, 30)")
    #expect(rank == same)
    #expect(rank != other)
    let one = Rank.custom(id: "a") { _ in 1 }
    #expect(one == .custom(id: "a") { _ in 2 })
    #expect(one != .custom(id: "b") { _ in 1 })
    #expect(one.description == "custom(a)")
  }
}
