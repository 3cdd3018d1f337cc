import Foundation
import Martlet

struct Note: SearchDocument {
  var id: String
  var title: String
  var text: String
  var tags: [String]

  var searchKey: String { id }

  static let searchSchema = Schema<Note>(fields: [
    .text("title", \.title, weight: 3),
    .text("text", \.text),
    .keywords("tag", \.tags),
  ])
}

/// The example in README.md, word for word; returns the results of its search.
func readmeExample(folder: URL) async throws -> SearchResults<Note> {
  let index = try SearchIndex<Note>(at: folder)

  try await index.write { batch in
    try batch.put(
      Note(id: "1", title: "Swifts", text: "They sleep while they fly.", tags: ["birds"]))
    try batch.put(
      Note(id: "2", title: "Martlets", text: "Birds that never land.", tags: ["heraldry"]))
  }

  let results = try await index.search("bird nev")
  for hit in results.hits {
    print(hit.score, try hit.document().title)
  }
  return results
}
