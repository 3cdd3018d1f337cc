import Martlet
import Synchronization

/// The keywords of an object of the app.
struct ObjectKeywords: SearchDocument {
  /// The object's address in the store.
  var id: String
  var keywords: [String]

  var searchKey: String { id }

  static let searchSchema = Schema<ObjectKeywords>(fields: [
    .texts("keyword", \.keywords, detail: .frequencies)
  ])
}

/// An index of keywords for the objects of an app, which any thread may use.
final class KeywordIndex: Sendable {
  let index: SearchIndex<ObjectKeywords>
  /// The longest time that a search takes.
  private let timeLimit: Duration
  private let current = Mutex<Task<[Hit<ObjectKeywords>], any Error>?>(nil)

  init(_ index: SearchIndex<ObjectKeywords>, timeLimit: Duration = .seconds(1)) {
    self.index = index
    self.timeLimit = timeLimit
  }

  /// Sets the keywords of an object in place of those that it had.
  func setKeywords(_ keywords: [String], for id: String) async throws {
    try await index.write { batch in
      try batch.put(ObjectKeywords(id: id, keywords: keywords))
    }
  }

  /// Returns at most ten objects with these letters in their keywords, after a second at most, or
  /// the time that was given.
  ///
  /// A new search cancels the one before, which throws `CancellationError`.
  func objects(_ typed: String) async throws -> [Hit<ObjectKeywords>] {
    let request = SearchRequest(.user(typed)) {
      $0.limit = 10
      $0.timeLimit = timeLimit
    }
    let search = Task { [index] in
      let hits = try await index.search(request).hits
      try Task.checkCancellation()
      return hits
    }
    let previous = current.withLock { current in
      let previous = current
      current = search
      return previous
    }
    previous?.cancel()
    return try await search.value
  }
}
