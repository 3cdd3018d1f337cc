import Foundation
import MartletTestSupport
import Testing

import Martlet

/// Runs the recipes for documents and for stores.
@Suite("Documentation: recipes at work")
struct DocumentationRecipeTests {
  private typealias Recipes = RecipesExample
  private typealias Stores = RecipesForStoresExample

  @Test("a parent and its children in one row, which is put again when one of them is saved")
  func children() async throws {
    let index = SearchIndex<Recipes.AlbumRow>.inMemory()
    var store = Recipes.AlbumStore()
    let albums = ["Norway", "Home"].map { Recipes.Album(id: UUID(), title: $0) }
    store.albums = albums
    store.photos = [
      .init(album: albums[0].id, caption: "A ship at sea"),
      .init(album: albums[0].id, caption: "The ship"), .init(album: albums[0].id, caption: "Rain"),
      .init(album: albums[1].id, caption: "A cat"),
    ]
    try await Recipes.save((store.albums, []), store, index)
    let hit = try #require(try await index.search("norway ship").hits.first)
    #expect(hit.id == albums[0].id)
    let captions = try Recipes.captions(of: hit).map { $0.marked("[", "]") }
    #expect(captions == ["A [ship] at sea", "The [ship]"])
    #expect(try await index.search("\"ship at sea\"").hits.count == 1)
    #expect(try await index.search("\"sea the\"").hits.isEmpty, "a phrase is in one caption")
    store.photos[3].caption = "Another ship"
    try await Recipes.save(([], [store.photos[3]]), store, index)
    #expect(try await index.search("ship").hits.count == 2)
    #expect(try await index.search("cat").hits.isEmpty)
  }

  @Test("several types in one index")
  func types() async throws {
    let index = SearchIndex<Recipes.Item>.inMemory()
    try await index.write { batch in
      try batch.put(.note(.init(id: 1, title: "Swifts", text: "They never land.")))
      try batch.put(.person(.init(id: 1, name: "Taylor Swifts")))
    }
    #expect(Set(try await Recipes.items(index, "swift")) == ["Swifts", "Taylor Swifts"])
    #expect(try await Recipes.people(index, "swift") == ["person 1"])
    let note = try #require(try index.document(forKey: "note 1"))
    guard case .note(let stored) = note else {
      Issue.record("expected a note, found \(note)")
      return
    }
    #expect(stored == .init(id: 1, title: "Swifts", text: "They never land."))
  }

  @Test("texts in the app's store, one fetch for all keys, in the order of the hits")
  func texts() async throws {
    let pages = (1...9).map { number in
      Recipes.Page(
        id: 10 - number, title: number == 5 ? "Swifts" : "Birds",
        text: "Page \(10 - number). " + String(repeating: "A swift. ", count: number))
    }
    let index = SearchIndex<Recipes.Page>.inMemory()
    try await index.write { batch in try batch.put(contentsOf: pages) }
    // One page is gone from the store, and the index does not know it yet.
    let database = Recipes.Database(pages.filter { $0.id != 3 })
    let hits = try await index.search("swift").hits
    #expect(hits.first?.id == 5 && hits.count == 9)
    let snippets = try await Recipes.snippets(index, database, "swift")
    #expect(await database.fetchCount == 1)
    #expect(snippets.count == 9)
    for (hit, snippet) in zip(hits, snippets) {
      #expect(try hit.document().text == nil)
      #expect(snippet.isPlain == (hit.id == 3))
      #expect(hit.id == 3 || snippet.text.contains("A swift."))
    }
    let fetched = try await Recipes.fetch([7, 3, 1], database)
    #expect(fetched.map { $0?.id } == [7, nil, 1])
    #expect(Set(try await Recipes.allowed(index, "swift", [2, 4])) == [2, 4])
  }

  private static func object(_ id: Int, _ title: String) -> Stores.NoteObject {
    let object = Stores.NoteObject(NSManagedObjectID(Stores.NoteObject.entity()))
    (object.id, object.title) = (id, title)
    return object
  }

  @Test("the history of Core Data: each transaction once, deletions included")
  func coreData() async throws {
    let index = SearchIndex<Stores.Note>.inMemory()
    let context = NSManagedObjectContext()
    let (swift, hen) = (Self.object(1, "Swift"), Self.object(2, "Hen"))
    context.save([swift, hen])
    context.save([Self.object(3, "Gone")])
    try await Stores.followCoreData(context, index)
    #expect(Set(try await index.snapshot().keys()) == [1, 2, 3])
    let token = index.bookmark("history")
    try await Stores.followCoreData(context, index)
    #expect(index.bookmark("history") == token, "nothing new")
    swift.title = "Martlet"
    // Objects of another entity have numbers of their own.
    let other = NSManagedObject(NSManagedObjectID(NSEntityDescription(name: "Folder")))
    context.save([swift], deleted: [(hen, ["id": 2]), (other, ["id": 3])])
    let changes = try Stores.savedNotes(after: token, in: context)
    #expect(changes.saved.map(\.id) == [1] && changes.deleted == [2])
    try await Stores.followCoreData(context, index)
    #expect(try await index.search("martlet").hits.map(\.id) == [1])
    #expect(try await index.search("hen").hits.isEmpty)
    #expect(index.bookmark("history") != token)
  }

  @Test("the history of SwiftData, its token a typed bookmark")
  func swiftData() async throws {
    let index = SearchIndex<Stores.Note>.inMemory()
    var context = ModelContext()
    let ids = (1...2).map { PersistentIdentifier(number: $0) }
    context.models = [
      Stores.NoteModel(ids[0], id: 1, title: "Swift"),
      Stores.NoteModel(ids[1], id: 2, title: "Hen"),
    ]
    let inserts = ids.map { HistoryChange.insert($0) }
    context.transactions = [.init(token: .init(number: 1), changes: inserts)]
    try await Stores.followSwiftData(context, index)
    #expect(Set(try await index.snapshot().keys()) == [1, 2])
    context.models.removeLast()
    let tombstone = HistoryTombstone<Stores.NoteModel>(values: [\.id: 2])
    let delete = DefaultHistoryDelete(changedPersistentIdentifier: ids[1], tombstone: tombstone)
    context.transactions.append(.init(token: .init(number: 2), changes: [.delete(delete)]))
    let token = try index.bookmark("history", as: DefaultHistoryToken.self)
    let (notes, last) = try Stores.savedNotes(after: token, in: context)
    #expect(notes.saved.isEmpty && notes.deleted == [2] && last?.number == 2)
    try await Stores.followSwiftData(context, index)
    #expect(try await index.snapshot().keys() == [1])
    try await Stores.followSwiftData(context, index)
    #expect(try index.bookmark("history", as: DefaultHistoryToken.self)?.number == 2)
  }

  @Test("rows of GRDB: what was written before and while they are observed")
  func rows() async throws {
    let index = SearchIndex<Stores.Note>.inMemory()
    let queue = DatabaseQueue()
    func put(_ id: Int, _ title: String, edited: Int) async throws {
      let date = Date(timeIntervalSince1970: Double(edited))
      let note = Stores.Note(id: id, title: title, text: "", edited: date)
      let row = try JSONEncoder().encode(note)
      try await queue.write { $0.rows[id] = row }
    }
    func until(_ typed: String, _ ids: [Int]) async throws {
      for _ in 0..<600_000 {
        if try await index.search(typed).hits.map(\.id) == ids { return }
        try await Task.sleep(for: .milliseconds(1))
      }
      Issue.record("\(typed) does not find \(ids)")
    }
    try await put(1, "Swift", edited: 1)
    try await put(2, "Hen", edited: 1)
    let following = Task { try await Stores.followGRDB(queue, index) }
    try await until("swift", [1])
    try await put(1, "Martlet", edited: 2)
    try await until("martlet", [1])
    try await queue.write { $0.rows[2] = nil }
    try await until("hen", [])
    #expect(try await index.snapshot().keys() == [1])
    following.cancel()
    try? await following.value
  }
}
