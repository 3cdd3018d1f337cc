import Foundation
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
  /// The time of the best of the repeated measurements.
  var microseconds: Double
  /// The number of matching documents; nil if it was not counted.
  var total: Int?
  /// The best documents. The line has the first ten.
  var top: [Hit]

  /// Returns the line: `{"cmd", "engine", "q", "top": [[id, score], …], "total", "us"}`.
  func line() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

extension GameResult: Encodable {
  private enum CodingKeys: String, CodingKey {
    case engine, cmd, query = "q", microseconds = "us", total, top
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode("martlet", forKey: .engine)
    try container.encode(command.name, forKey: .cmd)
    try container.encode(query, forKey: .query)
    try container.encode((microseconds * 1e3).rounded() / 1e3, forKey: .microseconds)
    // Not left out if it is nil: `null` says that nothing was counted.
    try container.encode(total, forKey: .total)
    try container.encode(Array(top.prefix(10)), forKey: .top)
  }
}

extension GameResult.Hit: Encodable {
  func encode(to encoder: any Encoder) throws {
    var pair = encoder.unkeyedContainer()
    try pair.encode(id)
    try pair.encode(score)
  }
}
