import Foundation

// The few names of SwiftData that examples use, so that these are compiled where it is not.

struct PersistentIdentifier: Codable, Hashable, Sendable {
  var number: Int
}

struct DefaultHistoryToken: Codable, Comparable, Sendable {
  var number: Int

  static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

struct HistoryTombstone<Model> {
  var values: [PartialKeyPath<Model>: Any]

  subscript<Value>(path: KeyPath<Model, Value>) -> Value? { values[path] as? Value }
}

protocol HistoryDelete<Model> {
  associatedtype Model
  var changedPersistentIdentifier: PersistentIdentifier { get }
  var tombstone: HistoryTombstone<Model> { get }
}

struct DefaultHistoryDelete<Model>: HistoryDelete {
  var changedPersistentIdentifier: PersistentIdentifier
  var tombstone: HistoryTombstone<Model>
}

protocol PersistentModel: AnyObject {
  var persistentModelID: PersistentIdentifier { get }
}

struct FetchDescriptor<Model> {
  var predicate: Predicate<Model>?
}

enum HistoryChange {
  case insert(PersistentIdentifier), update(PersistentIdentifier)
  case delete(any HistoryDelete)

  var changedPersistentIdentifier: PersistentIdentifier {
    switch self {
    case .insert(let id), .update(let id): id
    case .delete(let change): change.changedPersistentIdentifier
    }
  }
}

struct DefaultHistoryTransaction {
  var token: DefaultHistoryToken
  var changes: [HistoryChange]
}

struct HistoryDescriptor<Transaction> {
  var predicate: Predicate<Transaction>?
}

/// A context with models that a test changes.
struct ModelContext {
  var models: [any PersistentModel] = []
  var transactions: [DefaultHistoryTransaction] = []

  func fetchHistory(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws -> [DefaultHistoryTransaction] {
    try transactions.filter { try descriptor.predicate?.evaluate($0) ?? true }
  }

  func fetch<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>) throws -> [Model] {
    try models.compactMap { $0 as? Model }.filter { try descriptor.predicate?.evaluate($0) ?? true }
  }
}
