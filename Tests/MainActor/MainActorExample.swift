import Martlet

// The examples of GettingStarted.md for code that is on the main actor, word for word.

nonisolated struct Dish: Codable, Identifiable {
  var id: Int
  var name: String
  var tags: [String]
}

nonisolated extension Dish: SearchDocument {
  static let searchSchema = Schema<Dish>(fields: [
    .text("name", \.name, weight: 3),
    .keywords("tag", \.tags),
  ])
}

final class Menu {
  private(set) var dishes: [Dish] = []
  private(set) var found: [Dish] = []
  private let index: SearchIndex<Dish>

  init(_ index: SearchIndex<Dish>) { self.index = index }

  func add(_ new: [Dish]) async throws {
    dishes += new
    try await index.write { [dishes] batch in try batch.put(contentsOf: dishes) }
  }

  func search(_ text: String) async throws {
    found = try await index.search(text).hits.map { try $0.document() }
  }
}
