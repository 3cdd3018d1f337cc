/// The name of a field, as a schema declares it and as people type it before a colon.
///
/// Only a name: whether a schema has such a field is asked when a search runs.
public struct FieldRef: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name, compared exactly.
  public let name: String

  /// The field called `name`.
  public init(_ name: String) { self.name = name }

  /// The field called `value`.
  public init(stringLiteral value: String) { name = value }
}

extension FieldRef: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
