import Martlet
import Testing

@Suite("Traces")
struct SearchTraceTests {
  private static func index(_ count: Int) throws -> SearchIndex<Exhibit> {
    let index = SearchIndex<Exhibit>.inMemory()
    try index.writeSync { batch in
      for key in 0..<count {
        // The only storms are at the end, in one block.
        let title = key < count - 3 ? "sea number\(key)" : "sea storm"
        try batch.put(
          Exhibit(
            id: key, title: title, artist: nil, tags: [], years: [key], price: nil, sold: nil))
      }
    }
    return index
  }

  @Test("are recorded on request only")
  func onRequest() throws {
    let index = try Self.index(10)
    #expect(try index.searchSync("sea").trace == nil)
    #expect(try index.searchSync(SearchRequest("sea") { $0.isTraced = true }).trace != nil)
  }

  @Test("have the words, their lists and what was read of them")
  func words() throws {
    let index = try Self.index(3_000)
    let request = SearchRequest("sea storm none ") {
      $0.isTraced = true
      $0.counting = .none
    }
    let results = try index.searchSync(request)
    let trace = try #require(results.trace)
    #expect(results.matched == .most(atLeast: 2, of: 3))
    let last = try #require(trace.passes.last)
    #expect(
      last.clauses.map(\.name) == ["\"sea\" in title", "\"storm\" in title", "\"none\" in title"])
    #expect(last.clauses.map(\.documentCount) == [3_000, 3, 0])
    #expect(last.clauses.map(\.blockCount) == [24, 1, 0])
    // The other blocks of the frequent word were skipped.
    #expect(last.clauses[0].readBlockCount <= 2)
    #expect(last.clauses[0].skippedBlockCount >= 22)
    #expect(last.clauses[1].readBlockCount >= 1)
    #expect(trace.passes.count >= 2)
    #expect(trace.postingCount > 0)
    #expect(trace.phases.map(\.name) == ["parse", "resolve", "look up", "search", "read"])
    #expect(trace.duration == trace.phases.reduce(.zero) { $0 + $1.duration })
    #expect(trace.duration > .zero)
  }

  @Test(
    "count every block of a list that is read as a whole, on any number of threads",
    arguments: [1, 4])
  func whole(threads: Int) throws {
    let index = SearchIndex<Exhibit>.inMemory(options: IndexOptions(searchConcurrency: threads))
    try index.writeSync { batch in
      for key in 0..<3_000 {
        try batch.put(
          Exhibit(
            id: key, title: "sea", artist: "Anna", tags: [], years: [key], price: nil, sold: nil))
      }
    }
    let request = SearchRequest(.word("sea") && .prefix("se")) {
      $0.isTraced = true
      $0.counting = .exact
      $0.facets = [.values("artist")]
      $0.filter = .is("artist", "Anna")
    }
    let trace = try #require(try index.searchSync(request).trace)
    let clauses = trace.passes.flatMap(\.clauses)
    let sea = try #require(clauses.first { $0.name == "\"sea\" in title" })
    #expect(sea.blockCount == 24)
    #expect(sea.readBlockCount >= 24)
    #expect(clauses.contains { $0.name == "\"Anna\" in artist" })
    #expect(clauses.contains { $0.name == "\"se*\" in title" })
    #expect(trace.postingCount >= 3_000)
    #expect(trace.phases.contains { $0.name == "facets" })
    let lines = trace.description.split(separator: "\n")
    #expect(lines[0].hasPrefix("search in "))
    #expect(lines.contains("  pass 1"))
    #expect(lines.contains { $0.hasPrefix("    \"sea\" in title: documents 3000, blocks ") })
  }

  @Test("change nothing about the answer")
  func answer() throws {
    let index = try Self.index(500)
    for text in ["sea", "storm", "sea storm", "\"sea storm\"", "s", "number1* sea", "nothing here"]
    {
      let plain = try index.searchSync(text)
      let traced = try index.searchSync(SearchRequest(text) { $0.isTraced = true })
      #expect(plain.hits.map(\.id) == traced.hits.map(\.id))
      #expect(plain.hits.map(\.score) == traced.hits.map(\.score))
      #expect(plain.total == traced.total)
    }
  }
}
