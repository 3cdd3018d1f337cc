import Foundation
import Martlet

/// The examples of SortingAndFacets.md, word for word.
enum SortingExample {
  struct Painting: SearchDocument {
    var id: Int
    var title: String
    var artist: String?
    var tags: [String]
    var year: Int?
    var isLent: Bool
    var bought: Date?

    var searchKey: Int { id }

    static let searchSchema = Schema<Painting>(fields: [
      .text("title", \.title),
      .keyword("artist", \.artist),
      .keywords("tag", \.tags),
      .number("year", \.year),
      .boolean("lent", \.isLent),
      .date("bought", \.bought),
    ])
  }

  static func filter(typed: String) -> SearchRequest {
    let request = SearchRequest(typed) {
      $0.filter = .is("lent", false) && .range("year", 1800..<1900)
    }
    return request
  }

  static func sort(typed: String) -> [SearchRequest] {
    let byArtist = SearchRequest(typed) { $0.sort = [.ascending("artist"), .descending("year")] }
    let newest = SearchRequest(typed) { $0.sort = [.descending("bought", missing: .first)] }
    let bestOfEachYear = SearchRequest(typed) { $0.sort = [.descending("year"), .relevance] }
    return [byArtist, newest, bestOfEachYear]
  }

  static func pages(_ index: SearchIndex<Painting>, typed: String) async throws {
    var request = SearchRequest(typed) {
      $0.sort = [.ascending("artist")]
      $0.limit = 3
    }
    repeat {
      let page = try await index.search(request)
      print(page.hits.map(\.id))
      request.after = page.next
    } while request.after != nil
  }

  static func groups(_ index: SearchIndex<Painting>, typed: String) async throws {
    let request = SearchRequest(typed) {
      $0.limit = 10
      $0.collapse = Collapse(by: "artist", limit: 3)
    }
    let results = try await index.search(request)
    for group in results.groups {
      print(group.value ?? "unknown", group.count, group.hits.map(\.id))
    }
    print("\(results.groupCount) artists")
  }

  static func facets(_ index: SearchIndex<Painting>, typed: String) async throws {
    let request = SearchRequest(typed) {
      $0.facets = [
        .values("artist", limit: 5),
        .values("tag", order: .value),
        .ranges("year", [1800..<1850, 1850..<1900]),
        .dates("bought", by: .month),
      ]
    }
    for facet in try await index.search(request).facets {
      print("\(facet.field): \(facet.valueCount) values, \(facet.missingCount) paintings without")
      for value in facet.values { print(" ", value.text, value.count) }
    }
  }

  static func ownFilter(typed: String, chosen: [String]) -> SearchRequest {
    let request = SearchRequest(typed) {
      $0.filter = .anyOf("artist", chosen) && .is("lent", false)
      $0.facets = [FacetRequest.values("artist").ignoringOwnFilter]
    }
    return request
  }

  static func values(_ index: SearchIndex<Painting>, typed: String) async throws {
    for hit in try await index.search(typed).hits {
      let year: Int? = try hit["year"]
      let tags = try hit.values("tag", as: String.self)
      print(hit.id, year ?? 0, tags)
    }
  }

  static func delete(_ index: SearchIndex<Painting>, lastYear: Date) async throws -> Int {
    let count = try await index.write { batch in
      try batch.delete(where: .range("bought", ..<lastYear))
    }
    return count
  }
}
