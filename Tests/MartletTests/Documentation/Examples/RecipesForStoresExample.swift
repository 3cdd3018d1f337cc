import Foundation
import Martlet

/// The examples of RecipesForStores.md, word for word.
enum RecipesForStoresExample {
  struct Note: SearchDocument, FetchableRecord {
    var id: Int
    var title: String
    var text: String
    var edited: Date

    var searchKey: Int { id }

    static let searchSchema = Schema<Note>(fields: [
      .text("title", \.title, weight: 3),
      .text("text", \.text),
      .date("edited", \.edited),
    ])
  }

  struct SavedNotes: Sendable {
    var saved: [Note] = []
    var deleted: [Int] = []
    var token: [UInt8]?
  }

  static func follow(_ changes: SavedNotes, _ index: SearchIndex<Note>) async throws {
    try await index.write { batch in
      batch.delete(contentsOf: changes.deleted)
      try batch.put(contentsOf: changes.saved)
      if let token = changes.token { try batch.setBookmark("history", token) }
    }
  }

  // MARK: Core Data

  final class NoteObject: NSManagedObject {
    var id = 0
    var title = ""
    var text = ""
    var edited = Date(timeIntervalSince1970: 0)
  }

  static func savedNotes(
    after token: [UInt8]?, in context: NSManagedObjectContext
  ) throws -> SavedNotes {
    let last = try token.flatMap { bytes in
      try NSKeyedUnarchiver.unarchivedObject(
        ofClass: NSPersistentHistoryToken.self, from: Data(bytes))
    }
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: last)
    let history = try context.execute(request) as? NSPersistentHistoryResult
    var notes = SavedNotes()
    for transaction in history?.result as? [NSPersistentHistoryTransaction] ?? [] {
      for change in transaction.changes ?? [] {
        guard change.changedObjectID.entity.name == NoteObject.entity().name else { continue }
        if change.changeType == .delete {
          if let id = change.tombstone?["id"] as? Int { notes.deleted.append(id) }
        } else if let note = try? context.existingObject(with: change.changedObjectID) {
          if let note = note as? NoteObject { notes.saved.append(Note(note)) }
        }
      }
      notes.token = try Array(
        NSKeyedArchiver.archivedData(
          withRootObject: transaction.token, requiringSecureCoding: true))
    }
    return notes
  }

  static func followCoreData(
    _ context: NSManagedObjectContext, _ index: SearchIndex<Note>
  ) async throws {
    let token = index.bookmark("history")
    let changes = try await context.perform { try savedNotes(after: token, in: context) }
    try await follow(changes, index)
  }

  // MARK: SwiftData

  final class NoteModel: PersistentModel {
    let persistentModelID: PersistentIdentifier
    let id: Int
    var title: String
    var edited = Date(timeIntervalSince1970: 0)

    init(_ persistentModelID: PersistentIdentifier, id: Int, title: String) {
      self.persistentModelID = persistentModelID
      (self.id, self.title) = (id, title)
    }
  }

  static func savedNotes(
    after token: DefaultHistoryToken?, in context: ModelContext
  ) throws -> (notes: SavedNotes, last: DefaultHistoryToken?) {
    var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
    if let token { descriptor.predicate = #Predicate { $0.token > token } }
    var (notes, last) = (SavedNotes(), token)
    for transaction in try context.fetchHistory(descriptor) {
      for change in transaction.changes {
        if case .delete(let change as DefaultHistoryDelete<NoteModel>) = change {
          if let id = change.tombstone[\.id] { notes.deleted.append(id) }
          continue
        }
        let id = change.changedPersistentIdentifier
        let saved = FetchDescriptor<NoteModel>(
          predicate: #Predicate { $0.persistentModelID == id })
        notes.saved += try context.fetch(saved).map { Note($0) }
      }
      last = transaction.token
    }
    return (notes, last)
  }

  static func followSwiftData(
    _ context: ModelContext, _ index: SearchIndex<Note>
  ) async throws {
    let token = try index.bookmark("history", as: DefaultHistoryToken.self)
    let (notes, last) = try savedNotes(after: token, in: context)
    try await index.write { batch in
      batch.delete(contentsOf: notes.deleted)
      try batch.put(contentsOf: notes.saved)
      try batch.setBookmark("history", to: last)
    }
  }

  // MARK: GRDB

  struct NoteVersion: Decodable, FetchableRecord, Sendable {
    var id: Int
    var edited: Date
  }

  static func followGRDB(_ queue: DatabaseQueue, _ index: SearchIndex<Note>) async throws {
    let observation = ValueObservation.tracking { database in
      try NoteVersion.fetchAll(database, sql: "SELECT id, edited FROM note")
    }
    for try await versions in observation.values(in: queue) {
      let pairs = versions.map { ($0.id, $0.edited) }
      let drift = try await index.reconcile(pairs, version: "edited")
      let notes = try await queue.read { database in
        try Note.fetchAll(database, keys: drift.missing + drift.stale)
      }
      try await index.write { batch in
        try batch.put(contentsOf: notes)
        batch.delete(contentsOf: drift.orphaned)
      }
    }
  }
}

extension RecipesForStoresExample.Note {
  init(_ note: RecipesForStoresExample.NoteObject) {
    self.init(id: note.id, title: note.title, text: note.text, edited: note.edited)
  }

  init(_ note: RecipesForStoresExample.NoteModel) {
    self.init(id: note.id, title: note.title, text: "", edited: note.edited)
  }
}
