import Foundation

// The few names of Core Data that examples use, so that these are compiled where it is not.

class NSManagedObject {
  let objectID: NSManagedObjectID

  init(_ id: NSManagedObjectID) { objectID = id }

  class func entity() -> NSEntityDescription { NSEntityDescription(name: "\(Self.self)") }
}

struct NSEntityDescription: Sendable {
  var name: String?
}

final class NSManagedObjectID: Hashable, Sendable {
  let entity: NSEntityDescription

  init(_ entity: NSEntityDescription) { self.entity = entity }

  static func == (left: NSManagedObjectID, right: NSManagedObjectID) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

final class NSPersistentHistoryToken: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  let number: Int

  init(_ number: Int) { self.number = number }

  init?(coder: NSCoder) { number = coder.decodeInteger(forKey: "number") }

  func encode(with coder: NSCoder) { coder.encode(number, forKey: "number") }
}

enum NSPersistentHistoryChangeType {
  case insert, update, delete
}

struct NSPersistentHistoryChange {
  var changeType: NSPersistentHistoryChangeType
  var changedObjectID: NSManagedObjectID
  var tombstone: [AnyHashable: Any]?
}

struct NSPersistentHistoryTransaction {
  var token: NSPersistentHistoryToken
  var changes: [NSPersistentHistoryChange]?
}

struct NSPersistentHistoryChangeRequest {
  let token: NSPersistentHistoryToken?

  static func fetchHistory(after token: NSPersistentHistoryToken?) -> Self { Self(token: token) }
}

class NSPersistentStoreResult {}

final class NSPersistentHistoryResult: NSPersistentStoreResult {
  let result: Any?

  init(_ result: Any?) { self.result = result }
}

/// A context with objects that a test changes, on one thread at a time.
final class NSManagedObjectContext: @unchecked Sendable {
  private var objects: [NSManagedObjectID: NSManagedObject] = [:]
  private var transactions: [NSPersistentHistoryTransaction] = []

  func perform<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async rethrows -> Result {
    try body()
  }

  func execute(_ request: NSPersistentHistoryChangeRequest) throws -> NSPersistentStoreResult {
    let first = request.token?.number ?? 0
    return NSPersistentHistoryResult(transactions.filter { $0.token.number > first })
  }

  func existingObject(with id: NSManagedObjectID) throws -> NSManagedObject {
    guard let object = objects[id] else { throw CocoaError(.fileNoSuchFile) }
    return object
  }

  /// Saves objects as one transaction.
  func save(_ saved: [NSManagedObject], deleted: [(NSManagedObject, [AnyHashable: Any])] = []) {
    var changes: [NSPersistentHistoryChange] = []
    for object in saved {
      let isNew = objects.updateValue(object, forKey: object.objectID) == nil
      changes.append(
        .init(changeType: isNew ? .insert : .update, changedObjectID: object.objectID))
    }
    for (object, tombstone) in deleted {
      objects[object.objectID] = nil
      changes.append(
        .init(changeType: .delete, changedObjectID: object.objectID, tombstone: tombstone))
    }
    let token = NSPersistentHistoryToken(transactions.count + 1)
    transactions.append(.init(token: token, changes: changes))
  }
}
