/// A value that queries compare with those of a keyword, number or date field.
///
/// Conforming types are `String` for keywords, `Bool` for Boolean fields, `Date`
/// for dates, and the common types of numbers.
///
/// A search compares a value with a field that can have it, and throws
/// ``SearchError/Code/unsuitableValue`` for any other field.
public protocol QueryValue: Sendable {
  /// The value as a text of the query syntax.
  var queryText: String { get }

  /// The kind of field that has such values. By default, keywords.
  static var fieldKind: FieldKind { get }

  /// Returns the value that a text of the query syntax means, or nil if it is none of this type.
  static func value(queryText: String) -> Self?
}

extension QueryValue {
  public static var fieldKind: FieldKind { .keyword }
}

extension QueryValue where Self: BinaryInteger {
  public var queryText: String { String(self) }
  public static var fieldKind: FieldKind { .number }

  /// Returns the number, or nil if the text is not a whole number of this type.
  public static func value(queryText: String) -> Self? {
    Double(queryText).flatMap { Self(exactly: $0) }
  }
}

extension QueryValue where Self: BinaryFloatingPoint {
  public static var fieldKind: FieldKind { .number }

  /// The number, as a whole number if it is one.
  public var queryText: String {
    Int64(exactly: self).map(String.init) ?? String(Double(self))
  }

  /// Returns the number, or nil if the text is not one.
  public static func value(queryText: String) -> Self? { Double(queryText).map { Self($0) } }
}

extension String: QueryValue {
  public var queryText: String { self }

  /// Returns the text itself.
  public static func value(queryText: String) -> String? { queryText }
}

extension Bool: QueryValue {
  /// The keyword that a Boolean field has: `true` or `false`.
  public var queryText: String { self ? "true" : "false" }

  /// Returns the value of the keyword, or nil if it is neither.
  public static func value(queryText: String) -> Bool? { Bool(queryText) }
}

extension Int: QueryValue {}
extension Int32: QueryValue {}
extension Int64: QueryValue {}
extension UInt: QueryValue {}
extension UInt32: QueryValue {}
extension UInt64: QueryValue {}
extension Double: QueryValue {}
extension Float: QueryValue {}

/// The kind of field that a value in a query is meant for.
///
/// All are equal, because the syntax does not show them: parsing what a query prints gives the same
/// query.
struct ValueKind: Sendable, Hashable {
  /// The kind that a program gave; nil for a value that was read from a text.
  let given: FieldKind?

  /// The kind of a value that was read from a text, and may be of any kind.
  static let unknown = ValueKind(given: nil)

  static func == (left: ValueKind, right: ValueKind) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
