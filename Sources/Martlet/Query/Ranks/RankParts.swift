extension Rank {
  /// The time in which a recency halves.
  public struct HalfLife: Sendable, Hashable {
    let seconds: Double

    /// Returns a number of seconds.
    ///
    /// - Precondition: The number is finite and greater than 0.
    public static func seconds(_ number: Double) -> HalfLife {
      requireOfProgram(
        number.isFinite && number > 0, "a half-life must be greater than 0, is \(number) seconds")
      return HalfLife(seconds: number)
    }

    /// Returns a number of hours.
    ///
    /// - Precondition: The number is finite and greater than 0.
    public static func hours(_ number: Double) -> HalfLife { multiple(number, of: 3_600) }

    /// Returns a number of days of 24 hours.
    ///
    /// - Precondition: The number is finite and greater than 0.
    public static func days(_ number: Double) -> HalfLife { multiple(number, of: 86_400) }

    /// Returns a number of units; the longest time if it is longer than a number can say.
    private static func multiple(_ number: Double, of seconds: Double) -> HalfLife {
      .seconds(number.isFinite ? min(number * seconds, .greatestFiniteMagnitude) : number)
    }
  }

  /// A closure with its name, by which it is compared.
  struct Custom: Sendable, Hashable {
    let id: String
    let fields: [FieldRef]
    let maximumFactor: Double?
    let body: @Sendable (RankedDocument) -> Double

    static func == (left: Custom, right: Custom) -> Bool {
      left.id == right.id && left.fields == right.fields
        && left.maximumFactor == right.maximumFactor
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(id)
      hasher.combine(fields)
      hasher.combine(maximumFactor)
    }
  }
}

/// A document whose score a closure computes; see ``Rank/custom(id:fields:maximumFactor:_:)``.
///
/// It is valid until the closure returns.
public struct RankedDocument {
  /// The score of a search without a rank.
  public let relevance: Double
  let values: RankedValues

  /// The greatest value of a field, or nil if the document has none.
  ///
  /// - Precondition: The closure was given with this field.
  public subscript(field: FieldRef) -> Double? {
    guard let index = values.fields.firstIndex(of: field) else {
      programError("the field \"\(field)\" is not among those of the rank's closure")
    }
    let value = values.numbers[index]
    return value.isNaN ? nil : value
  }
}

/// The values of one document after the other. Used by one thread.
final class RankedValues {
  let fields: [FieldRef]
  /// The value of each field; no number if the document has none.
  var numbers: [Double]

  init(_ fields: [FieldRef]) {
    self.fields = fields
    numbers = Array(repeating: .nan, count: fields.count)
  }
}

extension Rank: CustomStringConvertible {
  /// The formula, as `mart search --rank` reads it. A closure has its name.
  public var description: String {
    // With a part of a product in brackets if it is a sum.
    nodes.folded { node, children -> (text: String, isSum: Bool) in
      let parts = Array(children)
      switch node {
      case .sum: return ("\(parts[0].text) + \(parts[1].text)", true)
      case .product:
        let texts = parts.map { $0.isSum ? "(\($0.text))" : $0.text }
        return (texts.joined(separator: " * "), false)
      default: return (node.text, false)
      }
    }.text
  }
}

extension Rank.Node {
  /// The text of a part that combines no others.
  var text: String {
    switch self {
    case .constant(let number): return number.queryText
    case .relevance: return "relevance"
    case .field(let field, let function, let missing):
      let rest = missing == 0 ? ")" : ", missing: \(missing.queryText))"
      switch function {
      case .value: return "field(\(field)\(rest)"
      case .log1p: return "log1p(\(field)\(rest)"
      case .recency(let halfLife, let now):
        let time = now.map { ", now: \($0.queryText)" } ?? ""
        return "recency(\(field), \((halfLife / 86_400).queryText)\(time)\(rest)"
      }
    case .custom(let custom): return "custom(\(custom.id))"
    case .sum: return "sum"
    case .product: return "product"
    }
  }
}
