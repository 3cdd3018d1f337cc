import Foundation
import Synchronization

// The few names of Core Data that examples use, so that these are compiled where it is not.

class NSManagedObject {
  let objectID: NSManagedObjectID

  init(_ id: NSManagedObjectID) { objectID = id }
}

final class NSManagedObjectID: Hashable, Sendable {
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

/// A context with objects that a test changes.
final class NSManagedObjectContext: Sendable {
  private struct State {
    var objects: [NSManagedObjectID: NSManagedObject] = [:]
    var transactions: [NSPersistentHistoryTransaction] = []
  }

  private let state = Mutex(State())

  func perform<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async rethrows -> Result {
    try body()
  }

  func execute(_ request: NSPersistentHistoryChangeRequest) throws -> NSPersistentStoreResult {
    let first = request.token?.number ?? 0
    return state.withLock { state in
      NSPersistentHistoryResult(state.transactions.filter { $0.token.number > first })
    }
  }

  func existingObject(with id: NSManagedObjectID) throws -> NSManagedObject {
    guard let object = state.withLock({ $0.objects[id] }) else {
      throw CocoaError(.fileNoSuchFile)
    }
    return object
  }

  /// Saves objects as one transaction.
  func save(_ saved: [NSManagedObject], deleted: [(NSManagedObject, [AnyHashable: Any])] = []) {
    state.withLock { state in
      var changes: [NSPersistentHistoryChange] = []
      for object in saved {
        let isNew = state.objects.updateValue(object, forKey: object.objectID) == nil
        changes.append(
          .init(changeType: isNew ? .insert : .update, changedObjectID: object.objectID))
      }
      for (object, tombstone) in deleted {
        state.objects[object.objectID] = nil
        changes.append(
          .init(changeType: .delete, changedObjectID: object.objectID, tombstone: tombstone))
      }
      let token = NSPersistentHistoryToken(state.transactions.count + 1)
      state.transactions.append(.init(token: token, changes: changes))
    }
  }
}
