import Foundation
import Martlet

/// The examples of LiveSearch.md, word for word.
enum LiveSearchExample {
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

  /// A search field.
  @MainActor
  final class Field {
    var onChange: (String) -> Void = { _ in }
  }

  /// A list of hits.
  @MainActor
  final class Rows {
    private(set) var titles: [[String]] = []
    private(set) var onShow: () -> Void

    init(onShow: @escaping () -> Void = {}) { self.onShow = onShow }

    func show(_ hits: [Hit<Note>]) {
      titles.append(hits.map { (try? $0.document().title) ?? "" })
      onShow()
    }
  }

  @MainActor
  final class Badge {
    var count = 0
  }

  /// What was made of documents.
  actor Cache {
    private(set) var keys: Set<String>

    init(_ keys: Set<String>) { self.keys = keys }

    func remove(_ gone: Set<String>) { keys.subtract(gone) }
    func removeAll() { keys = [] }
  }

  @MainActor
  static func type(_ index: SearchIndex<Note>, _ field: Field, _ list: Rows) async throws {
    let (texts, keyboard) = AsyncStream.makeStream(of: String.self)
    field.onChange = { text in keyboard.yield(text) }
    for try await results in index.live(texts) {
      list.show(results.hits)
    }
  }

  @MainActor
  static func filter(
    _ index: SearchIndex<Note>, _ texts: AsyncStream<String>, _ list: Rows
  ) async throws {
    let requests = texts.map { text in
      SearchRequest(text) {
        $0.filter = !.word("draft", in: "title")
        $0.timeLimit = .milliseconds(200)
      }
    }
    for try await results in index.live(requests: requests, followingChanges: true) {
      list.show(results.hits)
    }
  }

  @MainActor
  static func follow(_ index: SearchIndex<Note>, _ badge: Badge) async throws {
    for try await results in index.results(for: SearchRequest("swift")) {
      badge.count = results.hits.count
    }
  }

  static func clean(_ index: SearchIndex<Note>, _ cache: Cache) async {
    for await change in index.changes {
      guard change.namesEveryKey else {
        await cache.removeAll()
        continue
      }
      await cache.remove(change.putKeys.union(change.deletedKeys))
    }
  }

  @MainActor
  struct NoteList: View {
    @Bindable var model: SearchModel<Note>

    var body: some View {
      List(model.hits) { hit in
        Text((try? hit.document().title) ?? "")
      }
      .searchable(text: $model.text)
    }
  }

  @MainActor
  static func model(_ index: SearchIndex<Note>) -> SearchModel<Note> {
    let model = SearchModel(index) { text in
      text.isEmpty ? nil : SearchRequest(text) { $0.limit = 50 }
    }
    return model
  }

  static func refresh(folder: URL) async throws -> SearchIndex<Note> {
    let reader = try SearchIndex<Note>.readOnly(at: folder)
    try await reader.refresh()
    return reader
  }

  @MainActor
  static func watch(folder: URL, _ list: Rows) async throws {
    let options = IndexOptions(automaticRefresh: .milliseconds(250))
    let reader = try SearchIndex<Note>.readOnly(at: folder, options: options)
    for try await results in reader.results(for: SearchRequest("swift")) {
      list.show(results.hits)
    }
  }

  static func log(
    folder: URL, _ log: @escaping @Sendable (String) -> Void, _ metrics: Metrics
  ) throws -> SearchIndex<Note> {
    let events = IndexEventHandler(slowSearchLimit: .milliseconds(50)) { event in
      if let error = event.error { log("\(event.kind) failed: \(error)") }
      metrics.record(event.kind.name, event.duration)
    }
    let index = try SearchIndex<Note>(at: folder, options: IndexOptions(events: events))
    return index
  }

  /// Times by name.
  final class Metrics: Sendable {
    private let names = Lock<[String]>([])

    var recorded: [String] { names.withLock { $0 } }

    func record(_ name: String, _ duration: Duration) { names.withLock { $0.append(name) } }
  }
}
