import Foundation
import Martlet

/// A note of a person, found by its telling words.
struct KeywordNote: SearchDocument, Identifiable {
  var id: UUID
  var text: String

  static let searchSchema = Schema<KeywordNote>(fields: [
    .text(
      "text", \.text, analyzer: .standard.stopWords(.mysql, droppedFrom: .index),
      detail: .frequencies)
  ])
}

/// An app that keeps notes and finds those with any of some words.
///
/// It saves to the index what it saves to its store. There is no list of keywords to maintain: a
/// note that is put again replaces the one before, words that it lost included.
struct KeywordNotes: Sendable {
  let index: SearchIndex<KeywordNote>

  func save(_ notes: [KeywordNote], deleted: [UUID] = []) async throws {
    try await index.write { batch in
      try batch.put(contentsOf: notes)
      batch.delete(contentsOf: deleted)
    }
  }

  /// Returns the notes with any of the words, those with the most and rarest first.
  func notes(withAnyOf words: [String], limit: Int = 20) async throws -> [KeywordNote] {
    let request = SearchRequest(.any(words.map { .word($0) })) { $0.limit = limit }
    return try await index.search(request).hits.map { try $0.document() }
  }
}
