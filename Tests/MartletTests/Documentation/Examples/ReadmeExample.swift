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
    .text("text", \.text, source: .markdown, analyzer: .language("en")),
    .keywords("tag", \.tags),
  ])
}

/// The examples in README.md, word for word; returns the results of the first search.
func readmeExample(folder: URL) async throws -> SearchResults<Note> {
  let index = try SearchIndex<Note>(at: folder)

  try await index.write { batch in
    try batch.put(
      Note(id: "1", title: "Swifts", text: "They sleep while they *fly*.", tags: ["birds"]))
    try batch.put(
      Note(id: "2", title: "Martlets", text: "Birds that never land.", tags: ["heraldry"]))
  }

  let results = try await index.search("bird nev")
  for hit in results.hits {
    print(hit.score, try hit.document().title, try hit.snippet("text").html())
  }
  try await readmeChanges(index)
  return results
}

/// Returns the numbers of documents that the filter finds, in the snapshot and in the index.
@discardableResult
func readmeChanges(_ index: SearchIndex<Note>) async throws -> [Int] {
  let tagged = SearchRequest(.user("flying") && .is("tag", "birds"))
  let found = try await index.search(tagged)

  let before = index.snapshot()
  try await index.write { batch in
    batch.delete("1")
    try batch.setBookmark("notes", Array("change 42".utf8))
  }
  // The snapshot still has the note; the index does not.
  print(try await before.search(tagged).total, try await index.search(tagged).total)
  return [found.hits.count, before.documentCount, index.snapshot().documentCount]
}
