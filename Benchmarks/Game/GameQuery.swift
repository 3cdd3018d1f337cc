import MartletToolSupport

/// One line of a file of queries: the class it belongs to, and what is asked.
struct GameQuery: Equatable, Sendable {
  /// For example `union` or `phrase`.
  var tag: String
  /// `a b`, `+a +b`, `"a b"`, `+a b`, `a -b`, `a*`.
  var text: String

  /// Whether the engine has this kind of query. It has no `word~1`, `*suffix` and `*infix*`.
  var isSupported: Bool {
    !text.contains("~") && !text.split(separator: " ").contains { $0.hasPrefix("*") }
  }

  /// Reads lines of `class<TAB>query`.
  static func parse(_ text: String) throws(ToolFailure) -> [GameQuery] {
    var queries: [GameQuery] = []
    for (index, line) in text.split(separator: "\n").enumerated() {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[1].isEmpty else {
        throw ToolFailure("queries, line \(index + 1): expected \"class<TAB>query\"")
      }
      queries.append(GameQuery(tag: String(parts[0]), text: String(parts[1])))
    }
    return queries
  }
}
