/// A formula for the score of a hit, made of its relevance and of values of its fields.
///
/// ```swift
/// let request = SearchRequest("storm") {
///   $0.rank = .relevance * (1 + .log1p("views")) * .recency("edited", halfLife: .days(30))
/// }
/// ```
///
/// Parts are combined with `+` and `*`, and a number is a part. Values are those of number and date
/// fields; dates are seconds since the start of 1970. Of a document's several values, the greatest
/// counts.
///
/// Every part is finite: what would be infinite is the greatest number with the same sign, and what
/// would be no number is 0. The score is from 0 to the greatest number of single precision; a
/// negative one is 0. Values are computed in double precision, and only the score has fewer bits:
/// whole numbers from 16,777,216 on, and dates within two minutes, may have equal ones. Scores that
/// are equal leave documents in the order of the index.
///
/// A rank is a value: it can be compared, stored and printed. It has at most 1,000 parts when the
/// search runs.
public struct Rank: Sendable, Hashable {
  /// A part of the formula; those that a sum or a product combines come before it.
  enum Node: PostorderNode, Sendable, Hashable {
    case constant(Double)
    case relevance
    /// A function of a field's value, and the result for documents without one.
    case field(FieldRef, Function, missing: Double)
    case custom(Custom)
    case sum
    case product

    var childCount: Int {
      switch self {
      case .sum, .product: 2
      default: 0
      }
    }
  }

  /// A function of a value.
  enum Function: Sendable, Hashable {
    case value
    case log1p
    /// Times in seconds; nil for the time of the search.
    case recency(halfLife: Double, now: Double?)
  }

  /// The tree in postorder.
  private(set) var nodes: [Node]

  private init(_ node: Node) { nodes = [node] }

  /// The most parts of a formula that is computed.
  static let partLimit = 1_000

  /// Appends a part, and what combines it with those before.
  private consuming func joined(_ right: Rank, _ node: Node) -> Rank {
    nodes += right.nodes
    nodes.append(node)
    return self
  }

  /// The fields whose values are read, each once.
  var fields: [FieldRef] {
    var fields: [FieldRef] = []
    for node in nodes {
      switch node {
      case .field(let field, _, _): if !fields.contains(field) { fields.append(field) }
      case .custom(let custom): fields += custom.fields.filter { !fields.contains($0) }
      default: break
      }
    }
    return fields
  }
}

extension Rank {
  /// The score of a search without a rank.
  public static let relevance = Rank(.relevance)

  /// A number.
  ///
  /// - Precondition: The number is finite.
  public static func constant(_ number: Double) -> Rank {
    requireOfProgram(number.isFinite, "a constant must be finite, is \(number)")
    return Rank(.constant(number))
  }

  /// The value of a field of numbers or dates.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - missing: The number for documents without a value.
  /// - Precondition: `missing` is finite.
  public static func field(_ field: FieldRef, missing: Double = 0) -> Rank {
    part(field, .value, missing)
  }

  /// The natural logarithm of 1 and the value of a field, for counts of very different sizes. A
  /// negative value counts as 0.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - missing: The number for documents without a value.
  /// - Precondition: `missing` is finite.
  public static func log1p(_ field: FieldRef, missing: Double = 0) -> Rank {
    part(field, .log1p, missing)
  }

  /// A number that is 1 for the time of the search and later, and half as large for each half-life
  /// before it.
  ///
  /// - Parameters:
  ///   - field: A field of dates, or of seconds since the start of 1970.
  ///   - halfLife: The time in which the number halves.
  ///   - missing: The number for documents without a date.
  /// - Precondition: `missing` is finite.
  public static func recency(
    _ field: FieldRef, halfLife: HalfLife, missing: Double = 0
  ) -> Rank {
    part(field, .recency(halfLife: halfLife.seconds, now: nil), missing)
  }

  /// A recency at the time `now`, in seconds since the start of 1970.
  static func recency(
    _ field: FieldRef, halfLife: HalfLife, secondsSince1970 now: Double, missing: Double
  ) -> Rank {
    requireOfProgram(now.isFinite, "the time must be finite, is \(now)")
    return part(field, .recency(halfLife: halfLife.seconds, now: now), missing)
  }

  private static func part(_ field: FieldRef, _ function: Function, _ missing: Double) -> Rank {
    requireOfProgram(
      missing.isFinite, "the number for a missing value must be finite, is \(missing)")
    return Rank(.field(field, function, missing: missing))
  }

  /// A number that a closure computes from the relevance and from values of fields.
  ///
  /// Any thread may call the closure, for many documents at once, so it should take nanoseconds.
  /// With `maximumFactor`, its results are limited to that many times the relevance, and documents
  /// that cannot be among the best are skipped as in a search without a rank. Without it, the
  /// closure is called for every document that matches.
  ///
  /// ```swift
  /// let popular = Rank.custom(id: "popular", fields: ["views"], maximumFactor: 2) { document in
  ///   document.relevance * (document["views"] ?? 0 > 1_000 ? 2 : 1)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - id: A name for the closure. Ranks with the same name are equal, whatever their closures
  ///     do.
  ///   - fields: The fields of numbers or dates that the closure reads.
  ///   - maximumFactor: The limit of the results as a factor on the relevance, or nil for no limit.
  ///   - body: A closure that returns the number for a document. A negative result counts as 0.
  /// - Precondition: `maximumFactor` is finite and not negative. The closure reads no other fields.
  public static func custom(
    id: String, fields: [FieldRef] = [], maximumFactor: Double? = nil,
    _ body: @escaping @Sendable (RankedDocument) -> Double
  ) -> Rank {
    if let maximumFactor {
      requireOfProgram(
        maximumFactor.isFinite && maximumFactor >= 0,
        "the maximum factor must be finite and not negative, is \(maximumFactor)")
    }
    return Rank(
      .custom(Custom(id: id, fields: fields, maximumFactor: maximumFactor, body: body)))
  }

  /// The sum of two parts.
  public static func + (left: consuming Rank, right: Rank) -> Rank { left.joined(right, .sum) }

  /// The product of two parts.
  public static func * (left: consuming Rank, right: Rank) -> Rank { left.joined(right, .product) }
}

extension Rank: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// Creates a constant.
  public init(floatLiteral number: Double) { self = .constant(number) }

  /// Creates a constant.
  public init(integerLiteral number: Int) { self = .constant(Double(number)) }
}
