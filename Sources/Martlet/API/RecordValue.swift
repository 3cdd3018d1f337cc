extension Record {
  /// A value as JSON knows it.
  public enum Value: Sendable, Hashable {
    /// The value of what is not there.
    case null
    /// A truth value.
    case bool(Bool)
    /// A number written without a fraction and without an exponent, if it fits.
    case integer(Int)
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
  public init(integerLiteral value: Int) { self = .integer(value) }
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
  /// Reads any JSON value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([Record.Value].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: Record.Value].self))
    }
  }

  /// Writes the value as itself, without a name for its kind.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
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
