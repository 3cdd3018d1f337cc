import Foundation
import Martlet

/// The examples of Recipes.md, word for word.
enum RecipesExample {
  struct Album: Sendable {
    var id: UUID
    var title: String
  }

  struct Photo: Sendable {
    var album: UUID
    var caption: String
  }

  struct AlbumRow: SearchDocument {
    var id: UUID
    var title: String
    var captions: [String]

    var searchKey: UUID { id }

    static let searchSchema = Schema<AlbumRow>(fields: [
      .text("title", \.title, weight: 3),
      .texts("caption", \.captions),
    ])
  }

  struct AlbumStore: Sendable {
    var albums: [Album] = []
    var photos: [Photo] = []

    func rows(_ ids: Set<UUID>) -> [AlbumRow] {
      albums.filter { ids.contains($0.id) }.map { album in
        AlbumRow(
          id: album.id, title: album.title,
          captions: photos.filter { $0.album == album.id }.map(\.caption))
      }
    }
  }

  static func save(
    _ saved: (albums: [Album], photos: [Photo]), _ store: AlbumStore,
    _ index: SearchIndex<AlbumRow>
  ) async throws {
    let changed = Set(saved.albums.map(\.id) + saved.photos.map(\.album))
    let rows = store.rows(changed)
    try await index.write { batch in try batch.put(contentsOf: rows) }
  }

  static func captions(of hit: Hit<AlbumRow>) throws -> [HighlightedText] {
    let captions = try hit.document().captions
      .map { try hit.highlights(in: "caption", of: $0) }
      .filter { !$0.isPlain }
    return captions
  }

  struct Note: Codable, Sendable, Equatable {
    var id: Int
    var title: String
    var text: String
  }

  struct Person: Codable, Sendable, Equatable {
    var id: Int
    var name: String
  }

  enum Item: SearchDocument {
    case note(Note)
    case person(Person)

    var searchKey: String {
      switch self {
      case .note(let note): "note \(note.id)"
      case .person(let person): "person \(person.id)"
      }
    }

    var kind: String {
      switch self {
      case .note: "note"
      case .person: "person"
      }
    }

    var title: String {
      switch self {
      case .note(let note): note.title
      case .person(let person): person.name
      }
    }

    var text: String? {
      if case .note(let note) = self { note.text } else { nil }
    }

    static let searchSchema = Schema<Item>(fields: [
      .keyword("kind", \.kind),
      .text("title", \.title, weight: 3),
      .text("text", \.text),
    ])
  }

  static func items(_ index: SearchIndex<Item>, _ typed: String) async throws -> [String] {
    var shown: [String] = []
    func show(_ text: String) { shown.append(text) }
    let request = SearchRequest(typed) { $0.facets = [.values("kind")] }
    for hit in try await index.search(request).hits {
      switch try hit.document() {
      case .note(let note): show(note.title)
      case .person(let person): show(person.name)
      }
    }
    return shown
  }

  static func people(_ index: SearchIndex<Item>, _ typed: String) async throws -> [String] {
    let people = SearchRequest(typed) { $0.filter = .is("kind", "person") }
    return try await index.search(people).hits.map(\.id)
  }

  struct Page: SearchDocument {
    var id: Int
    var title: String
    var text: String?

    var searchKey: Int { id }

    static let searchSchema = Schema<Page>(fields: [
      .text("title", \.title, weight: 3),
      .text("text", \.text, stored: false),
    ])
  }

  /// A database with tables of texts.
  actor Database {
    private let pages: [Int: Page]
    private(set) var fetchCount = 0

    init(_ pages: [Page]) {
      self.pages = Dictionary(uniqueKeysWithValues: pages.map { ($0.id, $0) })
    }

    func pages(_ sql: String, _ keys: [Int]) -> [Page] {
      fetchCount += 1
      // In an order of its own, as databases do.
      return Set(keys).sorted().compactMap { pages[$0] }
    }
  }

  static func snippets(
    _ index: SearchIndex<Page>, _ database: Database, _ typed: String
  ) async throws -> [HighlightedText] {
    let hits = try await index.search(typed).hits
    let pages = try await fetch(hits.map(\.id), database)
    let snippets = try zip(hits, pages).map { hit, page in
      try hit.snippet("text", of: page?.text ?? "")
    }
    return snippets
  }

  static func fetch(_ keys: [Int], _ database: Database) async throws -> [Page?] {
    func fetch(_ keys: [Int]) async throws -> [Page?] {
      let marks = Array(repeating: "?", count: keys.count).joined(separator: ", ")
      let rows = await database.pages("SELECT * FROM page WHERE id IN (\(marks))", keys)
      let byKey = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
      return keys.map { byKey[$0] }
    }
    return try await fetch(keys)
  }

  static func allowed(
    _ index: SearchIndex<Page>, _ typed: String, _ readable: [Int]
  ) async throws -> [Int] {
    let request = SearchRequest(typed) { $0.filter = .keys(readable) }
    return try await index.search(request).hits.map(\.id)
  }
}
