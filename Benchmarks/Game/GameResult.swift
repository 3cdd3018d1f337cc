import MartletToolSupport

/// The answer to one query under one command, as one line of JSON that can be compared with the
/// lines of other engines.
struct GameResult: Equatable, Sendable {
  struct Hit: Equatable, Sendable {
    var id: String
    var score: Double
  }

  var command: GameCommand
  /// The query's line in its file, from 0.
  var query: Int
  /// The best of the repeated measurements.
  var microseconds: Double
  /// Nil when it was not counted.
  var total: Int?
  /// The best ten.
  var top: [Hit]

  /// `{"engine", "cmd", "q", "us", "total", "top": [[id, score], …]}`
  var line: String {
    let hits = top.prefix(10).map { "[\(JSONValue.quoted($0.id)), \($0.score)]" }
    let members = [
      "\"engine\": \"martlet\"", "\"cmd\": \"\(command.name)\"", "\"q\": \(query)",
      "\"us\": \(Figures.decimal(microseconds, places: 3))",
      "\"total\": \(total.map(String.init) ?? "null")",
      "\"top\": [\(hits.joined(separator: ", "))]",
    ]
    return "{" + members.joined(separator: ", ") + "}"
  }
}
