extension Record {
  /// A JSON value.
  public enum Value: Sendable, Hashable {
    /// The null value.
    case null
    /// A Boolean value.
    case bool(Bool)
    /// A whole number that `Int64` can represent, in any notation.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([Value])
    /// An object: values by name.
    case object([String: Value])
  }
}

extension Record.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Creates a Boolean value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates the null value.
  public init(nilLiteral: ()) { self = .null }
  /// Creates an array.
  public init(arrayLiteral elements: Record.Value...) { self = .array(elements) }
  /// Creates an object. If two members have the same name, the last one counts.
  public init(dictionaryLiteral elements: (String, Record.Value)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}

extension Record.Value: Codable {
  /// The deepest nesting of arrays and objects. Decoding is recursive, and threads have small
  /// stacks.
  static let nestingLimit = 64

  /// Creates a value from any JSON that nests at most 64 levels deep and whose numbers `Double` can
  /// represent.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // A decoder describes each mismatch at length, so the most frequent kind comes first.
    if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else {
      try self.init(containerFrom: decoder)
    }
  }

  private init(containerFrom decoder: any Decoder) throws {
    guard decoder.codingPath.count < Self.nestingLimit else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "more than \(Self.nestingLimit) levels"))
    }
    let container = try decoder.singleValueContainer()
    if (try? decoder.unkeyedContainer()) != nil {
      self = .array(try container.decode([Record.Value].self))
      return
    }
    do {
      self = .object(try container.decode([String: Record.Value].self))
    } catch DecodingError.typeMismatch {
      // The value is of no kind, so it must be a string or a number that is malformed, or a number
      // that `Double` cannot represent.
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "a string with a wrong escape, a control character or invalid Unicode, "
            + "or a number that is malformed, too small, or beyond 1.8e308"))
    }
  }

  /// Encodes the value itself, without a name for its kind.
  ///
  /// Infinities and NaN are encoded as null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value):
      if value.isFinite { try container.encode(value) } else { try container.encodeNil() }
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension Record.Value {
  /// The string, or nil if the value is of another kind.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The number, or nil if the value is of another kind.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// Returns true if arrays and objects nest at most `levels` deep.
  func nests(within levels: Int) -> Bool {
    switch self {
    case .array(let values): levels > 0 && values.allSatisfy { $0.nests(within: levels - 1) }
    case .object(let values):
      levels > 0 && values.values.allSatisfy { $0.nests(within: levels - 1) }
    default: true
    }
  }

  /// The kind of the value, for messages.
  var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .integer, .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
