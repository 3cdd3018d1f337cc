import Foundation
import Martlet

/// The examples of DurabilityAndConcurrency.md, word for word.
enum DurabilityExample {
  struct Message: SearchDocument {
    var id: Int
    var text: String

    var searchKey: Int { id }

    static let searchSchema = Schema<Message>(fields: [.text("text", \.text)])
  }

  /// A store of messages that numbers its changes.
  struct Store: Sendable {
    var changed: [Message]
    var deleted: [Int]
    var version: UInt64

    func changes(since version: UInt64?) -> (changed: [Message], deleted: [Int], version: UInt64) {
      (changed, deleted, self.version)
    }
  }

  static func open(folder: URL) throws -> SearchIndex<Message> {
    let index = try SearchIndex<Message>(at: folder, options: IndexOptions(durability: .full))
    return index
  }

  static func follow(_ store: Store, _ index: SearchIndex<Message>) async throws {
    let seen = index.bookmark("store version").flatMap { UInt64(keyBytes: $0) }
    let changes = store.changes(since: seen)
    try await index.write { batch in
      try batch.put(contentsOf: changes.changed)
      batch.delete(contentsOf: changes.deleted)
      try batch.setBookmark("store version", changes.version.keyBytes)
    }
  }

  static func snapshot(_ index: SearchIndex<Message>) async throws -> (Int, Int) {
    let snapshot = index.snapshot()
    let first = try await snapshot.search("swift")
    try await index.write { batch in batch.deleteAll() }
    let second = try await snapshot.search("swift")
    // Both see the same documents.
    return (first.hits.count, second.hits.count)
  }

  static func restore(_ backup: URL, to folder: URL) throws {
    try SearchIndex<Message>.remove(at: folder)
    try SearchIndex<Message>.readOnly(at: backup).backUpSync(to: folder)
  }

  static func reader(folder: URL) throws -> SearchIndex<Message> {
    let reader = try SearchIndex<Message>.readOnly(at: folder)
    return reader
  }

  static func searchClosed(folder: URL) async throws -> SearchResults<Message> {
    let index = try SearchIndex<Message>(at: folder)
    try await index.close()
    let found = try await index.search("swift")  // As it was when it was closed.
    return found
  }

  static func compact(_ index: SearchIndex<Message>) async throws {
    try await index.compact()
  }

  static func share(folder: URL) async throws -> SearchIndex<Message> {
    let options = IndexOptions(writerLock: .perWrite)
    let index = try await SearchIndex<Message>.open(at: folder, options: options)
    return index
  }

  struct Library {
    let index: SearchIndex<Message>

    /// Called when the system is about to suspend the app.
    func willSuspend() throws {
      try index.suspendSync()
    }

    /// Called when the app is active again.
    func didBecomeActive() async throws {
      try await index.resume()
    }
  }
}
