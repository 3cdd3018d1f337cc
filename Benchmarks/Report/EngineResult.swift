/// One engine's answer to one query under one command, as any engine may write it: a line of JSON
/// with `engine`, `cmd`, `q`, `us`, and optionally `total` and `top`; see ``GameResult``.
struct EngineResult: Equatable, Sendable {
  var engine: String
  var command: String
  /// The query's line in its file, from 0.
  var query: Int
  /// The time of the best of the repeated measurements.
  var microseconds: Double
  /// The number of matching documents; nil if it was not counted.
  var total: Int?
  /// The scores of the best documents; nil if they are not given.
  var scores: [Double]?
}

extension EngineResult: Decodable {
  private enum CodingKeys: String, CodingKey {
    case engine, cmd, q, us, total, top
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    engine = try container.decode(String.self, forKey: .engine)
    command = try container.decode(String.self, forKey: .cmd)
    query = try container.decode(Int.self, forKey: .q)
    microseconds = try container.decode(Double.self, forKey: .us)
    total = try container.decodeIfPresent(Int.self, forKey: .total)
    scores = try container.decodeIfPresent([Pair].self, forKey: .top)?.map(\.score)
    guard !engine.isEmpty, !command.isEmpty, query >= 0, microseconds > 0 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "expected names, a query from 0 and a time above 0")
      )
    }
  }

  /// `[id, score]`
  private struct Pair: Decodable {
    var score: Double

    init(from decoder: any Decoder) throws {
      var pair = try decoder.unkeyedContainer()
      _ = try pair.decode(String.self)
      score = try pair.decode(Double.self)
    }
  }
}
