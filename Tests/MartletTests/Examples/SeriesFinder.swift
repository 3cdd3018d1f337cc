import Foundation
import Martlet

/// The name of a series or of an episode: one short row of the index.
struct ShowName: SearchDocument, Hashable {
  /// The identifier that the app gives to a series or an episode, which stays when its store moves.
  var id: String
  var seriesID: String
  var name: String

  var searchKey: String { id }

  static let searchSchema = Schema<ShowName>(fields: [
    .text("name", \.name),
    .keyword("series", \.seriesID),
  ])
}

/// An app that finds series by their names and those of their episodes, as they are typed.
@MainActor
final class SeriesFinder {
  let index: SearchIndex<ShowName>
  /// The first screen: a row for each series.
  let series: SearchModel<ShowName>

  /// Opens the index, and fills it from the store if it is new.
  init(
    folder: URL, store: [ShowName], progress: @escaping @Sendable (ImportProgress) -> Void
  ) async throws {
    index = try await SearchIndex.open(at: folder)
    series = SearchModel(index) { text in
      SearchRequest(text) {
        $0.limit = 50
        $0.collapse = Collapse(by: "series")
      }
    }
    // A first launch that was interrupted goes on where it was.
    if try index.bookmark("filled", as: Bool.self) == nil {
      let options = ImportOptions { $0.bookmark = "first launch" }
      try await index.importAll(store, options: options, progress: progress)
      try await index.write { try $0.setBookmark("filled", to: true) }
    }
  }

  /// The second screen: what the same text finds in one series.
  func episodes(of seriesID: String) async throws -> [ShowName] {
    let request = SearchRequest(series.text) {
      $0.filter = .is("series", seriesID)
      $0.limit = 1_000
      $0.sort = [.key]
    }
    return try await index.search(request).hits.map { try $0.document() }
  }

  /// Follows what the store has saved.
  func storeDidSave(inserted: [ShowName], updated: [ShowName], deleted: [String]) async throws {
    try await index.write { batch in
      try batch.put(contentsOf: inserted)
      try batch.put(contentsOf: updated)
      batch.delete(contentsOf: deleted)
    }
  }
}
