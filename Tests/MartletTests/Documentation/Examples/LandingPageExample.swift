import Foundation
import Martlet

/// The example of Martlet.md, word for word.
enum LandingPageExample {
  struct Note: SearchDocument {
    var id: String
    var title: String
    var text: String

    var searchKey: String { id }

    static let searchSchema = Schema<Note>(fields: [
      .text("title", \.title, weight: 3),
      .text("text", \.text),
    ])
  }

  static func run(folder: URL, notes: [Note]) async throws -> SearchResults<Note> {
    let index = try SearchIndex<Note>(at: folder)
    try await index.write { batch in try batch.put(contentsOf: notes) }
    let results = try await index.search("never lan")
    return results
  }
}
