import Foundation
import Martlet
import Testing

/// Runs the examples about sorting, groups and facets.
@Suite("Documentation: examples about sorting at work")
struct DocumentationSortingTests {
  private typealias Painting = SortingExample.Painting

  private static let paintings = [
    Painting(
      id: 1, title: "A storm", artist: "Turner", tags: ["sea"], year: 1842, isLent: false,
      bought: nil),
    Painting(
      id: 2, title: "Another storm", artist: "ames", tags: ["sea", "night"], year: 1900,
      isLent: false, bought: Date(timeIntervalSince1970: 0)),
    Painting(
      id: 3, title: "Storm and calm", artist: "Turner", tags: [], year: 1810, isLent: true,
      bought: Date(timeIntervalSince1970: 86_400)),
    Painting(
      id: 4, title: "After the storm", artist: nil, tags: [], year: nil, isLent: false, bought: nil),
  ]

  private static func index() throws -> SearchIndex<Painting> {
    let index = SearchIndex<Painting>.inMemory()
    try index.writeSync { try $0.put(contentsOf: paintings) }
    return index
  }

  @Test("Sorting, groups and facets")
  func examples() async throws {
    let index = try Self.index()
    let filtered = try await index.search(SortingExample.filter(typed: "storm"))
    #expect(filtered.hits.map(\.id) == [1])
    #expect(filtered.total == .exactly(1))
    var orders: [[Int]] = []
    for request in SortingExample.sort(typed: "storm") {
      orders.append(try await index.search(request).hits.map(\.id))
    }
    #expect(orders == [[2, 1, 3, 4], [1, 4, 3, 2], [2, 1, 3, 4]])
    try await SortingExample.pages(index, typed: "storm")
    try await SortingExample.groups(index, typed: "storm")
    try await SortingExample.facets(index, typed: "storm")
    try await SortingExample.values(index, typed: "storm")
    let facets = try await index.search(
      SortingExample.ownFilter(typed: "storm", chosen: ["Turner"]))
    #expect(facets.hits.map(\.id) == [1])
    #expect(facets.facets[0].values.map(\.text) == ["ames", "Turner"])
    #expect(facets.facets[0].missingCount == 1)
    let deleted = try await SortingExample.delete(
      index, lastYear: Date(timeIntervalSince1970: 1))
    #expect(deleted == 1)
    #expect(index.statistics.documentCount == 3)
  }
}
