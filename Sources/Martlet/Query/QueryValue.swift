/// A value that queries compare with those of a keyword, number or date field.
///
/// Conforming types are `String` for keywords, `Date` for dates, and the common types of numbers.
public protocol QueryValue: Comparable, Sendable {
  /// The value as a text of the query syntax.
  var queryText: String { get }
}

extension QueryValue where Self: BinaryInteger {
  public var queryText: String { String(self) }
}

extension QueryValue where Self: BinaryFloatingPoint {
  /// The number, as a whole number if it is one.
  public var queryText: String {
    Int64(exactly: self).map(String.init) ?? String(Double(self))
  }
}

extension String: QueryValue {
  public var queryText: String { self }
}

extension Int: QueryValue {}
extension Int32: QueryValue {}
extension Int64: QueryValue {}
extension UInt: QueryValue {}
extension UInt32: QueryValue {}
extension UInt64: QueryValue {}
extension Double: QueryValue {}
extension Float: QueryValue {}
