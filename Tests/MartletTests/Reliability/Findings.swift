import MartletTestSupport
import Testing

@testable import Martlet

/// The failures found, by kind, with the place where each kind was first seen.
final class Findings: Sendable {
  private struct Kind: Sendable {
    var count = 0
    var firstPlace: String
  }

  private let kinds = Lock<[String: Kind]>([:])

  /// True while nothing has been found.
  var isEmpty: Bool { kinds.withLock { $0.isEmpty } }

  /// The kinds that were found.
  var names: [String] { kinds.withLock { $0.keys.sorted() } }

  /// Counts a finding. `place` says how to see it again.
  func note(_ kind: String, at place: @autoclosure () -> String) {
    let isNew = kinds.withLock { $0[kind] == nil }
    let place = isNew ? place() : ""
    kinds.withLock { kinds in kinds[kind, default: Kind(firstPlace: place)].count += 1 }
  }

  /// Prints one line of figures, then all kinds, and makes each of them a failure of the test.
  func report(_ figures: String) {
    let found = kinds.withLock { $0 }.sorted { $0.value.count > $1.value.count }
    print("\(figures): \(found.reduce(0) { $0 + $1.value.count }) findings of \(found.count) kinds")
    for (kind, value) in found {
      print("  \(value.count) × \(kind)\n      first: \(value.firstPlace)")
      Issue.record("\(value.count) × \(kind); first: \(value.firstPlace)")
    }
  }
}

extension SearchError {
  /// The error without what differs from run to run.
  var kind: String {
    let words = message.split(separator: " ").prefix(12).map { word in
      word.contains { $0.isNumber } ? "#" : String(word)
    }
    let prefix = file.flatMap { $0.split(separator: "-").first }.map { " (\($0))" } ?? ""
    return "\(code.name): \(words.joined(separator: " "))\(prefix)"
  }
}
