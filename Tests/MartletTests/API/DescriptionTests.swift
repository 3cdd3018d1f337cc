import Foundation
import Testing

@testable import Martlet

@Suite("What print shows")
struct DescriptionTests {
  private let index: SearchIndex<Memo>

  init() throws {
    index = .inMemory()
    try index.writeSync { batch in
      try batch.put(Memo(id: "a \"b\"", title: "swift"))
      try batch.put(Memo(id: "2", title: "a swift bird"))
    }
  }

  @Test("an index, its snapshots and its statistics")
  func indexes() throws {
    #expect("\(index)" == "SearchIndex<Memo>(in: memory, documents: 2)")
    #expect("\(index.snapshot())".hasPrefix("Snapshot<Memo>(documents: 2, generation: "))
    let statistics = "\(index.statistics)"
    #expect(
      statistics.hasPrefix("IndexStatistics(documents: 2, deleted: 0, segments: 1, bytes: 0, "))
    #expect(statistics.contains(", bytes in memory: \(index.statistics.memoryByteCount))"))
  }

  @Test("requests, results and hits")
  func results() throws {
    #expect("\(SearchRequest("a b"))" == #"SearchRequest(query: [user: "a b"], limit: 20)"#)
    let second = SearchRequest(.word("swift")) { ($0.limit, $0.offset) = (1, 1) }
    #expect("\(second)" == "SearchRequest(query: swift, limit: 1, offset: 1)")
    let page = try index.searchSync(second)
    #expect("\(page)" == "SearchResults(hits: 1, total: 2, query: swift)")
    let most = try index.searchSync("swift missing ")
    let matched = "at least 1 of 2 words"
    #expect(
      "\(most)"
        == "SearchResults(hits: 2, total: 2, matched: \(matched), query: swift AND missing)")
    #expect("\(most.matched)" == matched)
    let plain = try index.searchSync(SearchRequest(.word("swift")) { $0.counting = .none })
    #expect("\(plain)" == "SearchResults(hits: 2, total: not counted, query: swift)")
    #expect("\(plain.matched)" == "all words")
    let hit = plain.hits[0]
    #expect("\(hit)" == #"Hit(id: "a \"b\"", score: \#(Float(hit.score)))"#)
    #expect("\([hit])" == "[\(hit)]")
  }

  @Test("counts, and notes about a text")
  func counts() throws {
    let counts = [MatchCount.exactly(12), .atLeast(1_000), .notCounted]
    #expect(counts.map { "\($0)" } == ["12", "at least 1000", "not counted"])
    let typed = try index.searchSync("(swift")
    #expect(typed.diagnostics.map { "\($0)" }.first?.hasSuffix(" (bytes 0..<1)") == true)
  }

  @Test("reports and records")
  func reports() throws {
    #expect("\(try index.verifySync())" == "VerificationReport(documents: 2, problems: 0)")
    let damage = VerificationReport(
      problems: [.corrupted("a byte differs", file: "seg", offset: 7), .corrupted("and")],
      statistics: index.statistics)
    #expect(
      "\(damage)"
        == "VerificationReport(documents: 2, problems: 2, "
        + "first: corrupted: a byte differs (seg, byte 7))")
    var salvage = SalvageReport()
    salvage.documentCount = 3
    #expect("\(salvage)" == "SalvageReport(documents: 3, lost: 0, possibly stale: 0, problems: 0)")
    let record = try Record(json: Array(#"{"id": 7, "title": "Swifts"}"#.utf8), keyField: "id")
    #expect("\(record)" == #"Record(key: "7", json: {"id": 7, "title": "Swifts"})"#)
  }

  @Test("each is one line, for people and for debuggers alike")
  func lines() throws {
    let results = try index.searchSync("swift")
    let values: [any CustomStringConvertible] = [
      index, index.snapshot(), index.statistics, results, results.hits[0], results.total,
      SearchRequest("a"), try index.verifySync(),
    ]
    for value in values {
      #expect(!value.description.contains("\n") && value.description.utf8.count < 120)
      #expect(String(reflecting: value) == value.description)
    }
  }
}
