import Foundation
import Martlet

/// The examples of RecipesForPrograms.md, word for word.
enum RecipesForProgramsExample {
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

  // MARK: SwiftUI

  struct NoteSearch: View {
    @State private var model: SearchModel<Note>

    init(_ index: SearchIndex<Note>) {
      _model = State(
        wrappedValue: SearchModel(index) { text in
          text.isEmpty ? nil : SearchRequest(text) { $0.limit = 100 }
        })
    }

    var body: some View {
      List(model.hits) { hit in
        Text(title(hit))
      }
      .searchable(text: $model.text)
    }

    private func title(_ hit: Hit<Note>) -> AttributedString {
      let bold = AttributeContainer().inlinePresentationIntent(.stronglyEmphasized)
      return (try? hit.highlights(in: "title").attributed(bold)) ?? ""
    }
  }

  // MARK: Spotlight

  static func donate(
    _ index: SearchIndex<Note>, _ spotlight: CSSearchableIndex
  ) async throws {
    for await change in index.changes {
      if !change.namesEveryKey { try await spotlight.deleteAllSearchableItems() }
      let keys =
        try await change.namesEveryKey
        ? Array(change.putKeys) : index.snapshot().keys()
      let items = try keys.compactMap { try index.document(forKey: $0).map(item) }
      try await spotlight.deleteSearchableItems(withIdentifiers: Array(change.deletedKeys))
      try await spotlight.indexSearchableItems(items)
    }
  }

  static func item(_ note: Note) -> CSSearchableItem {
    let attributes = CSSearchableItemAttributeSet(contentType: .text)
    attributes.title = note.title
    attributes.contentDescription = note.text
    return CSSearchableItem(
      uniqueIdentifier: note.id, domainIdentifier: "notes", attributeSet: attributes)
  }

  // MARK: An app group

  static func sharedFolder() throws -> URL {
    let group = "group.com.example.notes"
    guard
      let container = FileManager.default.containerURL(
        forSecurityApplicationGroupIdentifier: group)
    else { throw CocoaError(.fileNoSuchFile) }
    return container.appendingPathComponent("Search.martlet")
  }

  actor SharedNotes {
    private let index: SearchIndex<Note>

    init() throws { index = try SearchIndex(at: sharedFolder()) }

    /// Called when the app goes to the background, within its time to finish. Searches go on.
    func suspend() async throws { try await index.suspend() }

    /// Called when the app is active again.
    func resume() async throws { try await index.resume() }

    func put(_ notes: [Note]) async throws {
      try await index.write { batch in try batch.put(contentsOf: notes) }
    }
  }

  static func extensionIndex() throws -> SearchIndex<Note>? {
    guard try SearchIndex<Note>.exists(at: sharedFolder()) else { return nil }
    let options = IndexOptions(automaticRefresh: .seconds(1))
    return try SearchIndex<Note>.readOnly(at: sharedFolder(), options: options)
  }

  // MARK: A server

  struct SearchAnswer: Codable, Sendable {
    struct Row: Codable, Sendable {
      var id: String
      var title: String
      var text: String
    }

    var rows: [Row]
    /// False if the time was over: there may be more, although there is no next page.
    var isComplete: Bool
    var next: String?
  }

  /// The client sent something else than a cursor: its mistake.
  struct BadCursor: Error {}

  static func answer(
    _ index: SearchIndex<Note>, _ typed: String, after cursor: String?
  ) async throws -> SearchAnswer {
    let page = cursor.flatMap { SearchCursor($0) }
    if cursor != nil, page == nil { throw BadCursor() }
    let request = SearchRequest(typed) {
      $0.limit = 20
      $0.after = page
      $0.timeLimit = .milliseconds(500)
    }
    let results = try await index.search(request)
    let rows = try results.hits.map { hit in
      SearchAnswer.Row(
        id: hit.id, title: try hit.highlights(in: "title").html(),
        text: try hit.snippet("text").html())
    }
    return SearchAnswer(
      rows: rows, isComplete: results.isComplete, next: results.next?.description)
  }

  static func route(_ router: Router, _ index: SearchIndex<Note>) {
    router.get("search") { request, _ in
      let parameters = request.uri.queryParameters
      return try await answer(
        index, parameters.get("q") ?? "", after: parameters.get("after"))
    }
  }

  // MARK: A tool

  static func run(_ arguments: [String]) async -> Int32 {
    guard arguments.count == 2 else {
      print("usage: find FOLDER QUERY")
      return 2
    }
    do {
      let index = try SearchIndex<Note>.readOnly(path: arguments[0])
      let request = try SearchRequest(Query(parsing: arguments[1])) { $0.limit = 10 }
      for hit in try await index.search(request).hits {
        print(hit.id, try hit.snippet("text").marked("\u{1B}[1m", "\u{1B}[0m"))
      }
      return 0
    } catch let error as QueryError {
      print("\(error.message) Expected: \(error.expected.joined(separator: ", "))")
      return 2
    } catch {
      print(error)
      return 1
    }
  }
}

extension RecipesForProgramsExample.SearchAnswer: ResponseEncodable {}
