import MartletToolSupport

/// One line of a file of queries: the class of the query and its text.
struct GameQuery: Equatable, Sendable {
  /// The class, for example `union` or `phrase`.
  var tag: String
  /// The text: `a b`, `+a +b`, `"a b"`, `+a b`, `a -b`, `a*`, `*a*`, `a~1`.
  var text: String

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
