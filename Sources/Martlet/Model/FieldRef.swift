/// The name of a field, as a schema declares it and as people type it before a colon.
///
/// A string literal is one; for a name in a variable, write `FieldRef(name)`. Only a name: a search
/// checks whether the schema has such a field when it runs.
public struct FieldRef: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name, compared exactly.
  public let name: String

  /// Creates a reference to the field called `name`.
  public init(_ name: String) { self.name = name }

  /// Creates a reference to the field called `value`.
  public init(stringLiteral value: String) { name = value }
}

extension FieldRef: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
