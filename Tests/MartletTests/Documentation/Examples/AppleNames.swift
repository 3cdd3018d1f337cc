import Foundation
import Synchronization

// The few names of Core Spotlight and of app groups that examples use, so that these are compiled
// where they are not.

struct UTType: Sendable {
  static let text = UTType()
}

final class CSSearchableItemAttributeSet {
  var title: String?
  var contentDescription: String?

  init(contentType: UTType) {}
}

final class CSSearchableItem {
  let uniqueIdentifier: String
  let attributeSet: CSSearchableItemAttributeSet

  init(
    uniqueIdentifier: String, domainIdentifier: String, attributeSet: CSSearchableItemAttributeSet
  ) {
    self.uniqueIdentifier = uniqueIdentifier
    self.attributeSet = attributeSet
  }
}

/// The titles of what was donated.
final class CSSearchableIndex: Sendable {
  private let donated = Mutex<[String: String]>([:])

  var titles: [String: String] { donated.withLock { $0 } }

  func indexSearchableItems(_ items: [CSSearchableItem]) async throws {
    donated.withLock { donated in
      for item in items { donated[item.uniqueIdentifier] = item.attributeSet.title }
    }
  }

  func deleteSearchableItems(withIdentifiers identifiers: [String]) async throws {
    donated.withLock { donated in for name in identifiers { donated[name] = nil } }
  }

  func deleteAllSearchableItems() async throws { donated.withLock { $0 = [:] } }
}

#if !canImport(Darwin)
  extension FileManager {
    /// The folder of a group, of this test run alone; none for a name that is not one.
    func containerURL(forSecurityApplicationGroupIdentifier name: String) -> URL? {
      guard name.hasPrefix("group.") else { return nil }
      return temporaryDirectory.appendingPathComponent(
        "\(name)-\(ProcessInfo.processInfo.processIdentifier)")
    }
  }
#endif
