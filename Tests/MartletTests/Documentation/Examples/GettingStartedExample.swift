import Foundation
import Martlet

/// The examples of GettingStarted.md, word for word.
enum GettingStartedExample {
  struct Recipe: SearchDocument {
    var id: Int
    var title: String
    var text: String
    var tags: [String]
    var minutes: Int

    var searchKey: Int { id }

    static let searchSchema = Schema<Recipe>(fields: [
      .text("title", \.title, weight: 3),
      .text("text", \.text, analyzer: .language("en")),
      .keywords("tag", \.tags),
      .number("minutes", \.minutes),
    ])
  }

  static func openAndWrite(folder: URL) async throws -> SearchIndex<Recipe> {
    let index = try SearchIndex<Recipe>(at: folder)

    let recipes = [
      Recipe(
        id: 1, title: "Onion soup", text: "Slice the onions thinly.", tags: ["soup"], minutes: 50),
      Recipe(
        id: 2, title: "Tomato salad", text: "Add an onion in thin slices.",
        tags: ["salad", "quick"], minutes: 10),
    ]
    try await index.write { batch in
      try batch.put(contentsOf: recipes)
    }
    return index
  }

  static func search(_ index: SearchIndex<Recipe>) async throws -> SearchResults<Recipe> {
    let results = try await index.search("slicing oni")
    for hit in results.hits {
      let recipe = try hit.document()
      print(recipe.title, hit.score)
    }
    return results
  }

  static func totals(_ index: SearchIndex<Recipe>, _ results: SearchResults<Recipe>) async throws
    -> [Int]
  {
    let best = try await index.search("onion", limit: 5)
    switch results.total {
    case .exactly(let count): print("\(count) recipes")
    case .atLeast(let count): print("more than \(count - 1) recipes")
    case .notCounted: print("some recipes")
    }
    let secondPage = SearchRequest("onion") {
      $0.limit = 20
      $0.offset = 20
      $0.counting = .exact
    }
    let second = try await index.search(secondPage)
    return [best.hits.count, second.hits.count, second.total.number ?? -1]
  }

  static func change(_ index: SearchIndex<Recipe>) async throws {
    try await index.write { batch in
      batch.delete(1)
      try batch.put(
        Recipe(
          id: 2, title: "Tomato and onion salad", text: "Add an onion in thin slices.",
          tags: ["salad"], minutes: 15))
    }
  }

  static func lookUp(_ index: SearchIndex<Recipe>) throws -> Recipe? {
    let recipe = try index.document(forKey: 2)
    return recipe
  }

  @MainActor
  final class RecipeList {
    private(set) var hits: [Hit<Recipe>] = []
    private let index: SearchIndex<Recipe>
    private(set) var search: Task<Void, Never>?

    init(_ index: SearchIndex<Recipe>) { self.index = index }

    func textChanged(to text: String) {
      search?.cancel()
      search = Task {
        guard let results = try? await index.search(text), !Task.isCancelled else { return }
        hits = results.hits
      }
    }
  }
}
