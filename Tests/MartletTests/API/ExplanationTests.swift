import Foundation
import Martlet
import Testing

/// Explanations as programs get them.
@Suite("Explanations")
struct ExplanationTests {
  private static func index() throws -> SearchIndex<Exhibit> {
    let index = SearchIndex<Exhibit>.inMemory()
    try index.writeSync { batch in
      for (key, title) in ["storm at sea", "the sea", "a harbour", "storm storm night"].enumerated()
      {
        try batch.put(
          Exhibit(
            id: key, title: title, artist: key == 1 ? nil : "Anna", tags: [], years: [1900 + key],
            price: nil, sold: nil))
      }
    }
    return index
  }

  @Test("have the score of the hit, whatever the request")
  func scores() throws {
    let index = try Self.index()
    let requests = [
      SearchRequest("storm sea"), SearchRequest("sto"), SearchRequest("\"the sea\""),
      SearchRequest("storm harbour night"), SearchRequest(.fuzzy("strom")),
      SearchRequest("storm") { $0.filter = .range("year", 1903...) },
      SearchRequest("storm") {
        $0.ranking = BM25(k1: 2, b: 0.1)
        $0.fieldWeights = ["title": 3]
      },
    ]
    for request in requests {
      let hits = try index.searchSync(request).hits
      #expect(!hits.isEmpty)
      for key in 0..<4 {
        let explanation = try #require(try index.explainSync(key, request))
        let hit = hits.first { $0.id == key }
        #expect(explanation.isMatch == (hit != nil), "\(request): \(explanation)")
        #expect(explanation.value == hit?.score ?? 0, "\(request): \(explanation)")
        #expect(try index.snapshot().explainSync(key, request) == explanation)
      }
    }
  }

  @Test("tell which clause does not match, and that there is no such document")
  func noMatch() throws {
    let index = try Self.index()
    let request = SearchRequest(.word("storm") && .word("sea")) {
      $0.sort = [.descending("year")]
      $0.limit = 0
    }
    let explanation = try #require(try index.explainSync(3, request))
    #expect(!explanation.isMatch)
    let lines = explanation.description.split(separator: "\n")
    #expect(lines.contains(#"    no match: "sea" in title"#), "\(explanation)")
    #expect(
      lines.contains {
        $0.hasSuffix(#""storm" in title = weight - weight / (1 + frequency * length factor)"#)
      })
    #expect(try index.explainSync(77, request) == nil)
  }

  @Test("print as an indented tree, and are the same after JSON")
  func description() throws {
    let index = try Self.index()
    let explanation = try #require(try index.explainSync(1, SearchRequest(.word("sea"))))
    let lines = explanation.description.split(separator: "\n")
    let depths = lines.map { line in line.prefix { $0 == " " }.count / 2 }
    let names = lines.map { line in line.split(separator: " ")[1] }
    #expect(depths == [0, 1, 2, 3, 3, 4, 4, 2, 2, 3, 3, 3, 3])
    #expect(names[2...4] == ["weight", "boost", "idf"])
    let data = try JSONEncoder().encode(explanation)
    #expect(try JSONDecoder().decode(ScoreExplanation.self, from: data) == explanation)
  }

  @Test("are given without blocking, too")
  func asynchronous() async throws {
    let index = try Self.index()
    let explanation = try await index.explain(0, SearchRequest("storm"))
    #expect(explanation?.isMatch == true)
    #expect(explanation == (try await index.snapshot().explain(0, SearchRequest("storm"))))
  }

  @Test("of fields that the schema does not have are errors")
  func errors() throws {
    let index = try Self.index()
    #expect { try index.explainSync(1, SearchRequest(.word("a", in: "nothing"))) } throws: {
      ($0 as? SearchError)?.code == .unknownField
    }
  }
}
