import Foundation
import Martlet

/// The examples of KeepingInStep.md, word for word.
enum KeepingInStepExample {
  struct Message: SearchDocument {
    var id: Int
    var text: String
    var edited: Date

    var searchKey: Int { id }

    static let searchSchema = Schema<Message>(fields: [
      .text("text", \.text), .date("edited", \.edited),
    ])
  }

  static let firstSchema = Schema<Message>(fields: [.text("text", \.text)])

  struct Model {
    var index: SearchIndex<Message>
  }

  static func update(folder: URL, _ store: Store) async throws -> SearchIndex<Message> {
    let index = try await SearchIndex<Message>.open(
      at: folder, onMismatch: .reindexStored, onCorruption: .rebuild(from: store.messages()))
    return index
  }

  static func update(path: String, _ model: inout Model) async throws {
    model.index = try SearchIndex<Message>.readOnly(path: path, schema: firstSchema)
    model.index = try await SearchIndex<Message>.open(path: path, onMismatch: .reindexStored)
  }

  struct HistoryToken: Codable {
    var transaction: Int
  }

  struct Changes {
    var edited: [Message]
    var deleted: [Int]
    var token: HistoryToken
  }

  struct Store: Sendable {
    func messages() -> [Message] { [] }
    func messages(_ keys: [Int]) -> [Message] { [] }
  }

  static func load(_ store: Store, _ index: SearchIndex<Message>) async throws {
    let options = ImportOptions {
      $0.rejection = .skip
      $0.bookmark = "first import"
    }
    let result = try await index.importAll(store.messages(), options: options) { progress in
      print(progress.fraction ?? 0, progress.remaining ?? .zero)
    }
    for rejection in result.rejections {
      print(rejection.index, rejection.error.message)
    }
  }

  static func follow(_ changes: Changes, _ index: SearchIndex<Message>) async throws {
    try await index.write { batch in
      try batch.put(contentsOf: changes.edited)
      batch.delete(contentsOf: changes.deleted)
      try batch.setBookmark("history", to: changes.token)
    }
  }

  static func token(_ index: SearchIndex<Message>) throws -> HistoryToken? {
    let token = try index.bookmark("history", as: HistoryToken.self)
    return token
  }

  static func copy(_ index: SearchIndex<Message>, folder: URL) async throws {
    try await index.backUp(to: folder)
  }

  static func compare(_ store: Store, _ index: SearchIndex<Message>) async throws {
    let pairs = store.messages().map { ($0.id, $0.edited) }
    let drift = try await index.reconcile(pairs, version: "edited")
    try await index.write { batch in
      try batch.put(contentsOf: store.messages(drift.missing + drift.stale))
      batch.delete(contentsOf: drift.orphaned)
    }
  }
}
