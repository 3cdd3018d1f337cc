import Foundation
import Martlet

/// The examples of Ranking.md, word for word.
enum RankingExample {
  struct Article: SearchDocument {
    var id: Int
    var title: String
    var text: String
    var views: Int?
    var edited: Date?

    var searchKey: Int { id }

    static let searchSchema = Schema<Article>(fields: [
      .text("title", \.title, weight: 3),
      .text("text", \.text),
      .number("views", \.views),
      .date("edited", \.edited),
    ])
  }

  static func formulas(typed: String) -> [SearchRequest] {
    let popular = SearchRequest(typed) { $0.rank = .relevance * (1 + .log1p("views")) }
    let recent = SearchRequest(typed) {
      $0.rank = .relevance * .recency("edited", halfLife: .days(30), missing: 0.1)
    }
    let mixed = SearchRequest(typed) { $0.rank = .relevance + 0.5 * .log1p("views", missing: 1) }
    return [popular, recent, mixed]
  }

  static func proximity(typed: String) -> [SearchRequest] {
    let together = SearchRequest(typed) { $0.proximity = .standard }
    let strictly = SearchRequest(typed) { $0.proximity = Proximity(inOrder: 0.5, near: 0) }
    return [together, strictly]
  }

  static func rules(typed: String) -> SearchRequest {
    let ruled = SearchRequest(typed) {
      $0.rules = [.words, .typos, .proximity, .field, .exactness]
    }
    return ruled
  }

  static func pages(typed: String) -> SearchRequest {
    let now = Date()
    let request = SearchRequest(typed) {
      $0.rank = .relevance * .recency("edited", halfLife: .days(30), now: now)
    }
    return request
  }

  static func closure(typed: String, longAgo: Date) -> SearchRequest {
    let boosted = Rank.custom(id: "evergreen", fields: ["views", "edited"], maximumFactor: 1.5) {
      document in
      let isOld = document["edited"].map { $0 < longAgo.timeIntervalSince1970 } ?? false
      let views = document["views"] ?? 0
      return document.relevance * (isOld && views > 1_000 ? 1.5 : 1)
    }
    let request = SearchRequest(typed) { $0.rank = boosted }
    return request
  }

  static func explain(_ index: SearchIndex<Article>, _ request: SearchRequest) async throws {
    if let explanation = try await index.explain(14, request) {
      print(explanation)
    }
  }

  static func trace(_ index: SearchIndex<Article>, typed: String) async throws {
    let traced = SearchRequest(typed) { $0.isTraced = true }
    if let trace = try await index.search(traced).trace { print(trace) }
  }

  static func similar(
    _ index: SearchIndex<Article>, shown: Article, typed: String
  ) async throws {
    if let similar = try await index.query(similarTo: shown.id, in: ["title", "text"]) {
      let related = try await index.search(SearchRequest(similar) { $0.limit = 5 })
      print(related.hits.map(\.id))
    }
    let draft = try await index.query(similarToText: typed)
    print(try await index.search(SearchRequest(draft)).hits.map(\.id))
  }

  static func fusion(
    _ index: SearchIndex<Article>, typed: String, nearestByVector: [Int]
  ) async throws {
    let words = try await index.search(typed).hits.map(\.id)
    let fused = FusedRanking([words, nearestByVector])
    for entry in fused.entries.prefix(10) { print(entry.key, entry.score) }
  }
}
