extension Record {
  /// A value as JSON knows it.
  public enum Value: Sendable, Hashable {
    /// The value of what is not there.
    case null
    /// A truth value.
    case bool(Bool)
    /// A whole number that `Int64` holds, however it is written.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A text.
    case string(String)
    /// A list.
    case array([Value])
    /// Values by name.
    case object([String: Value])
  }
}

extension Record.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// The value of what is not there.
  public init(nilLiteral: ()) { self = .null }
  /// A list.
  public init(arrayLiteral elements: Record.Value...) { self = .array(elements) }
  /// An object; of two members with one name the last one counts.
  public init(dictionaryLiteral elements: (String, Record.Value)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}

extension Record.Value: Codable {
  /// The most lists and objects within each other: their decoding recurses, and threads have small
  /// stacks.
  static let nestingLimit = 64

  /// Reads any JSON value that nests at most 64 levels and whose numbers `Double` holds.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // A decoder describes each refusal at length, so the most frequent kind is asked for first.
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
      // It is no value of any kind, so it must be a string or a number that has no such value.
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "a string that is no Unicode text, or a number beyond 1.8e308"))
    }
  }

  /// Writes the value as itself, without a name for its kind.
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
  /// The string, nil when it is another kind of value.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The number, nil when it is another kind of value.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// Whether at most so many lists and objects are within each other.
  func nests(within levels: Int) -> Bool {
    switch self {
    case .array(let values): levels > 0 && values.allSatisfy { $0.nests(within: levels - 1) }
    case .object(let values):
      levels > 0 && values.values.allSatisfy { $0.nests(within: levels - 1) }
    default: true
    }
  }

  /// What the value is, for a person.
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
