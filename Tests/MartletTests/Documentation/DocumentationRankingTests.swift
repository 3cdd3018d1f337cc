import Foundation
import Martlet
import Testing

/// Runs the examples about ranking.
@Suite("Documentation: examples about ranking at work")
struct DocumentationRankingTests {
  private typealias Article = RankingExample.Article

  private static let day = 86_400.0

  private static func index() throws -> SearchIndex<Article> {
    let index = SearchIndex<Article>.inMemory()
    try index.writeSync { batch in
      try batch.put(
        Article(id: 1, title: "Boats", text: "A storm at sea", views: nil, edited: nil))
      try batch.put(
        Article(
          id: 2, title: "Weather", text: "A storm at sea, and more", views: 50_000,
          edited: Date(timeIntervalSince1970: 0)))
      try batch.put(
        Article(id: 14, title: "Sea", text: "A storm and a boat", views: 3, edited: Date()))
    }
    return index
  }

  @Test("Ranking")
  func examples() async throws {
    let index = try Self.index()
    var orders: [[Int]] = []
    for request in RankingExample.formulas(typed: "storm") {
      orders.append(try await index.search(request).hits.map(\.id))
    }
    #expect(orders[0].first == 2)
    #expect(orders[1].last == 2)
    #expect(orders[2].first == 2)
    for request in RankingExample.proximity(typed: "storm at sea") {
      let hits = try await index.search(request).hits
      let plain = try await index.search("storm at sea").hits
      for hit in hits {
        let score = plain.first { $0.id == hit.id }?.score ?? 9
        #expect(hit.id == 14 ? hit.score == score : hit.score > score)
      }
    }
    // The first words are in the title of a document, which weighs more.
    let ruled = try await index.search(RankingExample.rules(typed: "sea "))
    #expect(ruled.hits.first?.id == 14)
    let recent = try await index.search(RankingExample.pages(typed: "storm"))
    #expect(recent.hits.first?.id == 14)
    let closure = RankingExample.closure(
      typed: "storm", longAgo: Date(timeIntervalSince1970: Self.day))
    let hits = try await index.search(closure).hits
    let plain = try await index.search("storm").hits
    #expect(hits.first { $0.id == 2 }?.score ?? 0 > plain.first { $0.id == 2 }?.score ?? 9)
    #expect(hits.first { $0.id == 1 }?.score == plain.first { $0.id == 1 }?.score)
    try await RankingExample.explain(index, closure)
    let shown = try #require(try index.document(forKey: 1))
    try await RankingExample.similar(index, shown: shown, typed: "a boat")
    try await RankingExample.fusion(index, typed: "storm", nearestByVector: [14, 99])
  }
}
