import Foundation
import MartletTestSupport

@testable import Martlet

/// Random ranks, each with a closure that computes the score of one document.
extension RequestModel {
  /// A rank as a value and as a closure.
  struct ModelRank {
    var rank: Rank
    var score: (Exhibit, Double) -> Double
  }

  /// A formula of some parts, with numbers that leave the range of finite ones now and then.
  mutating func rank(depth: Int) -> ModelRank {
    guard depth > 0, !random.oneIn(4) else { return part() }
    let (left, right) = (rank(depth: depth - 1), rank(depth: depth - 1))
    if random.oneIn(2) {
      return ModelRank(rank: left.rank + right.rank) {
        Self.finite(left.score($0, $1) + right.score($0, $1))
      }
    }
    return ModelRank(rank: left.rank * right.rank) {
      Self.finite(left.score($0, $1) * right.score($0, $1))
    }
  }

  private mutating func part() -> ModelRank {
    let field: FieldRef = ["year", "price", "sold"][random.int(in: 0..<3)]
    let missing = [0, 2.5, -1, 1e300][random.int(in: 0..<4)]
    switch random.int(in: 0..<8) {
    case 0:
      let number = [0, 1, -0.0, 0.5, 7, -3, 1e308, 1e-300][random.int(in: 0..<8)]
      return ModelRank(rank: .constant(number)) { _, _ in number }
    case 1:
      return ModelRank(rank: .field(field, missing: missing)) { exhibit, _ in
        Self.number(exhibit, field).map { Self.finite($0) } ?? missing
      }
    case 2:
      return ModelRank(rank: .log1p(field, missing: missing)) { exhibit, _ in
        Self.number(exhibit, field).map { Self.log1p($0) } ?? missing
      }
    case 3: return recency(field, missing)
    case 4, 5: return custom(field, random.oneIn(2) ? 3 : nil)
    default: return ModelRank(rank: .relevance) { $1 }
    }
  }

  private mutating func recency(_ field: FieldRef, _ missing: Double) -> ModelRank {
    let days = [0.001, 30, 1e9][random.int(in: 0..<3)]
    let now = Date(timeIntervalSince1970: Double(random.int(in: -900..<900)) * 86_400)
    return ModelRank(
      rank: .recency(field, halfLife: .days(days), now: now, missing: missing)
    ) { exhibit, _ in
      guard let time = Self.number(exhibit, field) else { return missing }
      let age = now.timeIntervalSince1970 - time
      return age > 0 ? PowerOfTwo.of(-age / (days * 86_400)) : 1
    }
  }

  /// A closure whose results are sometimes no number, infinite, negative, or beyond their limit.
  private func custom(_ field: FieldRef, _ factor: Double?) -> ModelRank {
    @Sendable func result(_ relevance: Double, _ value: Double?) -> Double {
      guard let value else { return .nan }
      guard value.magnitude < 1e9 else { return relevance * value }
      switch Int(value.rounded(.down)) % 7 {
      case 0: return .infinity
      case 1: return -5
      case 2: return .nan
      default: return relevance * value
      }
    }
    let rank = Rank.custom(id: "\(field)", fields: ["price", field], maximumFactor: factor) {
      result($0.relevance, $0[field])
    }
    return ModelRank(rank: rank) { exhibit, relevance in
      let number = Self.finite(result(relevance, Self.number(exhibit, field)))
      return max(0, min(number, factor.map { $0 * relevance } ?? number))
    }
  }

  private static func log1p(_ value: Double) -> Double {
    value > 0 ? NaturalLogarithm.of(1 + finite(value)) : 0
  }

  private static func finite(_ value: Double) -> Double {
    if value.isNaN { return 0 }
    return min(max(value, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
  }

  /// The score of a result.
  static func score(_ result: Double) -> Double {
    Double(max(0, min(Float(result), .greatestFiniteMagnitude)))
  }

  /// The greatest number of a document.
  private static func number(_ exhibit: Exhibit, _ field: FieldRef) -> Double? {
    switch field {
    case "year": exhibit.years.max().map(Double.init)
    case "price": exhibit.price
    default: exhibit.sold?.timeIntervalSince1970
    }
  }
}

extension SortKey {
  /// True for the score, in either direction.
  var isRelevance: Bool { self == .relevance || self == SortKey.relevance.reversed }
}
